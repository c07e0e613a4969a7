"""The command line, `python -m tangentlite`."""
