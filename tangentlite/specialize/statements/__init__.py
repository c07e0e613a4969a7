"""Handlers of statements, a file a kind of syntax."""
