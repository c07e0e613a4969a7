"""Liveness, dead code, and interference of live ranges."""
