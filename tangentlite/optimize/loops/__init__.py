"""Loops of the two sweeps, merged or moved."""
