"""Derivatives of functions that call themselves."""
