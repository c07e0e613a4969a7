"""Result kinds of NumPy functions, found by calling them on small arrays."""
