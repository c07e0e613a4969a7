"""Forward mode: the tangents of each kind of statement."""
