"""Spellings of statements and expressions, as a person would write them."""
