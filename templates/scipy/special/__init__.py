"""Derivative rules of `scipy.special`."""
