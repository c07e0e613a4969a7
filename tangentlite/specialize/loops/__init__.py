"""Loops: phis and their fixpoint, exits, unrolling, generators."""
