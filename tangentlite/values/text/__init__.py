"""Strings and members of enumerations, known now or when the program runs."""
