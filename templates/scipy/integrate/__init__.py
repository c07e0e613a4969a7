"""Derivative rules of `scipy.integrate`."""
