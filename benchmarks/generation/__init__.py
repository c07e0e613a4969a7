"""Programs whose derivatives are slow to generate, and what may be spent on each."""
