"""Structures of parameters: as vectors, and by their leaves."""
