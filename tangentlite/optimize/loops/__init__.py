"""Fusion of forward and backward loops, and recomputation of loops."""
