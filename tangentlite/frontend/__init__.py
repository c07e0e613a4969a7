"""The front end: source and syntax trees of functions, desugaring, liveness."""
