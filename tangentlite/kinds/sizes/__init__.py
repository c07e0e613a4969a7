"""Sizes of array axes: symbols, sums of them, and what is proved of them."""
