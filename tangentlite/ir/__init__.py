"""The core language: records, node builders, names, and its checker."""
