"""Derivatives as text: `python -m tests.golden` writes them into derivatives/."""
