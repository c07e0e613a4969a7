"""What a loop can go over, and what `iter` and `next` make of it."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
