"""Shifts that a program makes for safety, and that its results do not depend on."""
