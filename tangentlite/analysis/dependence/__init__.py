"""Dependence between reads and writes of array elements, also across iterations."""
