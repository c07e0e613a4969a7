"""Kinds, the compile-time types of values: dtype, rank, sizes, known values."""
