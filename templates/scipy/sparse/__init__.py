"""Rules of scipy.sparse."""
