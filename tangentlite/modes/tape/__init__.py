"""The tape: what the forward sweep saves, and how the backward sweep reads it."""
