"""Rules for scipy.interpolate."""
