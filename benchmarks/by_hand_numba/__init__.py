"""The derivatives of six programs, written by hand as loops that numba compiles.

Each gives value and gradient, and writes into none of its arguments.
"""
