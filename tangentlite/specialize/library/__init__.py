"""Functions and classes of the standard library as Python, to be walked, never run."""
