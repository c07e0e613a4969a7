"""Functions that NumPy lacks, and the series of functions."""
