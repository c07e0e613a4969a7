"""Arithmetic, comparisons and conditions."""
