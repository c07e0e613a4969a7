"""Builtins and functions of the standard library."""
