"""Export of generated functions as standalone modules, which need NumPy alone."""
