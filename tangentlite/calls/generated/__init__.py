"""What is generated for which kinds of arguments, and how long it is kept."""
