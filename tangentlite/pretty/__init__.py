"""Passes that decide how derivatives read."""
