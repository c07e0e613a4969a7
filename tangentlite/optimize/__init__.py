"""Optimisation passes: from correct derivatives to shorter and faster ones."""
