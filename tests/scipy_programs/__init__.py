"""Programs as users of SciPy write them, by the parts of SciPy.

Each file ends with the list `PROGRAMS`: its functions with example arguments at which
they are smooth. `whole` has programs of the length of an example.
"""
