"""Functions that NumPy lacks, the series of functions, and checks of kinds."""
