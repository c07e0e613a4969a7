"""What statements of loops touch, and what may be done to them."""
