"""Passes that make derivatives shorter and faster; what they get is correct already."""
