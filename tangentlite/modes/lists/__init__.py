"""Lists, whose adjoints and tangents are lists: both modes side by side."""
