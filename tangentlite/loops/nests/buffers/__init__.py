"""Passes over new arrays of loops: fewer, smaller, in other places."""
