"""Reverse mode: the adjoints of each kind of statement."""
