"""Functions of one example, called with many."""
