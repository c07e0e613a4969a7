"""Solvers of scipy.optimize in a program, and fits."""
