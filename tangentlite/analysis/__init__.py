"""Facts about core programs; an analysis never changes the program."""
