"""Functions of NumPy and Python by element, or as loops."""
