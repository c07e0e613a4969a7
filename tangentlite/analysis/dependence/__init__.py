"""Whether places of arrays are apart, and what is overwritten."""
