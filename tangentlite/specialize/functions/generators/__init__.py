"""Generators, for the loop over one or for whoever asks for an item."""
