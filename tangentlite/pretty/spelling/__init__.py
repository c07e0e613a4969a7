"""Idiomatic spellings of statements and expressions."""
