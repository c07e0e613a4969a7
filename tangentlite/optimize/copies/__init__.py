"""Copy elimination, coalescing, and reuse of the memory of dead operands."""
