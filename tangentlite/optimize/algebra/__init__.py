"""Algebra on adjoints."""
