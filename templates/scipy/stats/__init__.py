"""Derivative rules of `scipy.stats`."""
