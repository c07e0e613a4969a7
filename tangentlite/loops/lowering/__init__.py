"""How each construct of NumPy is computed element by element."""
