"""Loops: what they carry, how they leave, and when they are unrolled."""
