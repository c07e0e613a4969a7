"""Attribute reads and method calls, dispatched by the owner."""
