"""Sizes of axes: what operations require of them, and prove."""
