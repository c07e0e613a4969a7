"""Lists as numba has them, of numbers, tuples and arrays."""
