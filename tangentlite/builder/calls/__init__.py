"""Calls of functions that have a rule, and the forms that their arguments take."""
