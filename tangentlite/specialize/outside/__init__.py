"""What is from outside the function: read, taken apart, written back."""
