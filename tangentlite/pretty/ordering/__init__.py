"""The order of terms in sums, and of statements."""
