"""Derivatives as callables: dispatch from arguments to generated code."""
