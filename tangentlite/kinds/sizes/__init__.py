"""Symbolic sizes of array axes, affine sums of them, and proofs about them."""
