"""Derivatives of names that share memory, or that some paths make constant."""
