"""What calls of functions become for blocks, by subject."""
