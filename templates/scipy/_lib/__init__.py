"""Rules of functions that SciPy defines in its inner library."""
