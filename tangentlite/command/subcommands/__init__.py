"""The commands that print something of a function, a file each."""
