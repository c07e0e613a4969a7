"""From array statements to loops over elements, which numba compiles."""
