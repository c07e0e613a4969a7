"""What is one of several things when the program runs, None among them."""

# The import circle loads in one order only, that of the walk.
from tangentlite import specialize  # noqa: F401
