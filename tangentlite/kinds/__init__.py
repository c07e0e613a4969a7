"""Kinds: what is known of a value before the program runs."""
