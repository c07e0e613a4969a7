"""The programs that are measured, by subject, as a NumPy programmer writes them.

A subject's file holds plain functions and, for each, the maker of its arguments.
"""
