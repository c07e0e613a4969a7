"""The tape: what is saved for the backward sweep, when, and how often."""
