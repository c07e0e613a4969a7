"""The abstract domain: what a Python variable stands for in the walk."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
