"""What is known of numbers: their types and where they come from."""
