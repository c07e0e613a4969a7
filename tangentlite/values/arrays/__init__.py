"""Arrays and numbers: their attributes and methods."""
