"""Copies of arrays, and results in the memory of operands."""
