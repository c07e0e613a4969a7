"""Names that share memory, and what stands beside them in both modes."""
