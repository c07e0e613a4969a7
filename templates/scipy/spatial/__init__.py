"""Derivative rules of `scipy.spatial.distance`."""
