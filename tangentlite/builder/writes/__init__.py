"""Writes that NumPy has no plain statement for."""
