"""Value and gradient of each workload, written by hand in plain NumPy and Python.

They are what the generated code is compared with. Each goes through its program
backwards line by line, as a careful programmer does: it shares subexpressions with the
forward half, keeps only what the backward half reads, and writes into arrays that are
no longer needed. A shift by a maximum is treated as a constant, because its cotangents
cancel. No other formula is simplified across lines (`y / p` is not cancelled against
the `p` of a later line), so that a program, not a textbook, is what is measured; the
value is the primal's to the last bit. Only `gaussian_mixture_matmul` goes further: it
reorders the axes of the whole program.

A name ending in `_bar` is the derivative of the result with respect to that variable.
"""
