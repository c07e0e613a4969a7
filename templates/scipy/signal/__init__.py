"""Derivative rules of `scipy.signal`."""
