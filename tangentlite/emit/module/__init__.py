"""Generated text as a module: imports, defaults, captured variables, loading."""
