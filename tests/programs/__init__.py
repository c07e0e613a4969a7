"""Programs as NumPy users write them, inside the compiler's class.

Each corpus ends with the list `PROGRAMS`: its functions with example arguments at which
they are smooth. `corpora` joins the lists; `random_programs` draws new ones.
"""
