"""Desugaring: syntax rewritten in terms of simpler syntax, before the walk."""
