"""Calls, by what is called."""
