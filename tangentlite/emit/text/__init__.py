"""The printer: from syntax trees to source text."""
