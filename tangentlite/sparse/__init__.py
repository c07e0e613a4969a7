"""Sparse Jacobians and Hessians: patterns by NaN seeds, columns that share sweeps."""
