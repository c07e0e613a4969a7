"""Additions and assignments to places of arrays."""
