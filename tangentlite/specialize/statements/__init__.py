"""Statements and expressions, a file a kind of syntax."""
