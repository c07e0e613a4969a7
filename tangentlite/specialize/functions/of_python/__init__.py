"""Functions of a program as functions of Python, which solvers call."""
