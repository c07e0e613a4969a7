"""Functions of NumPy that have no rule, as they do more than compute."""
