"""Branches, conditions and comparisons."""
