"""What is certain of numbers: their class, who computed them, which are 0."""
