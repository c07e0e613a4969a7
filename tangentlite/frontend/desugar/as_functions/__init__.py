"""Parts of functions that become functions of their own."""
