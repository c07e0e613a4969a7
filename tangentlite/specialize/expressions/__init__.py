"""Handlers of expressions, a file a kind of syntax."""
