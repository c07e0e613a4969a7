"""A program as a graph of its statements, and a picture of that."""
