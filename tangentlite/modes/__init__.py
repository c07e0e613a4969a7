"""Forward and reverse mode: from a core program to its derivative."""
