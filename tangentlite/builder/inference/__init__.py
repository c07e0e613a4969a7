"""Result kinds of operations and calls."""
