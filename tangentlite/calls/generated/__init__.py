"""Variants: generation for kinds of arguments, dispatch, and caches."""
