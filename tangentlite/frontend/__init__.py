"""From function objects to syntax trees, and facts that need no kinds."""
