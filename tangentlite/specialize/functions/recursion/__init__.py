"""Functions that call themselves: core functions of their own."""
