"""What is kept for the backward sweep, when, and how often."""
