"""Calls of the user's functions: inlining, closures, recursion, caches."""
