"""Passes over loops over elements: fewer of them, and fewer arrays between them."""
