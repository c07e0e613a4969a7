"""The abstract domain: what a Python variable stands for in the walk."""
