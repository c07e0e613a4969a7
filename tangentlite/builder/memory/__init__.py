"""Who holds an array, and how it lies in memory."""
