"""Lists, tuples, dicts and sets, of known length or not."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
