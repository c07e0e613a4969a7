"""Arrays of other libraries, which take NumPy's functions by its protocols."""
