"""Helpers of generated code for sparse matrices."""
