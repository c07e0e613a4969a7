"""Strings and members of enumerations, known now or when the program runs."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
