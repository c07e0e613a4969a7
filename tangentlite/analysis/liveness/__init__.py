"""What is read later, what nothing reads, and which names interfere."""
