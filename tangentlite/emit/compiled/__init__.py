"""Text that numba compiles: its modules, their files, and calls of them."""
