"""How users give derivatives of their own functions."""
