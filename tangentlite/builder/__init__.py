"""Typed core programs under construction: statements, names, kinds, memory."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
