"""Algebraic simplification of adjoints."""
