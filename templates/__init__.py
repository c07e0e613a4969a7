"""Derivative rules, one subject a file, written in the template language."""
