"""Generated text as a module of its own, which needs NumPy alone."""
