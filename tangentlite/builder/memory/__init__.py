"""Aliases, ownership and memory layout of arrays; ownership of attributes."""
