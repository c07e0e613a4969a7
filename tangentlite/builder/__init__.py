"""Typed core programs under construction: statements, names, kinds, memory."""
