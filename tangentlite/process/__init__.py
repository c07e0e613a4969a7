"""What holds for the process while derivatives are generated."""
