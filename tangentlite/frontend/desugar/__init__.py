"""Statements and expressions that others can say."""
