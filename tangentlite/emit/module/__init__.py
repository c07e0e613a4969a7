"""Text as a module: imports, defaults, captured variables, and loading it."""
