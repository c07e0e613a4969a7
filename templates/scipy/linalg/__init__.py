"""Derivative rules of `scipy.linalg`."""
