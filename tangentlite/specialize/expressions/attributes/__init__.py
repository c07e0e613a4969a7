"""Attributes and methods: which kind of value answers."""
