"""Derivative rules of SciPy, a folder a part of it, a subject a file."""
