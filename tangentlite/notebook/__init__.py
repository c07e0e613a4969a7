"""The extension of IPython: `%load_ext tangentlite`."""
