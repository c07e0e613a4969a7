"""Derivative rules of `scipy.ndimage`."""
