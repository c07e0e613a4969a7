"""Everyday Python: small programs for each feature, and what is refused."""
