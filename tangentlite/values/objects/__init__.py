"""Objects of classes: attributes, methods, operators, types."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
