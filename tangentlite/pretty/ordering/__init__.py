"""The order of terms and of statements."""
