"""Updates of elements and slices of adjoints: merged, assigned, or dropped."""
