"""Calls: of registered functions, of the user's, of methods."""
