"""Expressions: each kind of syntax, and which kind of value answers."""
