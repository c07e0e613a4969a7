"""Readability passes: inlining of expressions, names, comments, idioms."""
