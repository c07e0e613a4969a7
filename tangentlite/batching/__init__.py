"""Programs for a block of inputs along a leading axis, from those for one of them."""
