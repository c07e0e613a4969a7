"""From trees to text and to functions that run."""
