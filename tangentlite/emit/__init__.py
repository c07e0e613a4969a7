"""Code generation: syntax trees become source text and compiled functions."""
