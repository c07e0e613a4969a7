"""Recursive functions, which become functions of the core program."""
