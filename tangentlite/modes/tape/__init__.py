"""What the forward sweep keeps for the backward sweep, and how that reads it."""
