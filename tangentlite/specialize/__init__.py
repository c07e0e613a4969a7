"""The abstract interpreter: it walks Python for given kinds and emits core code.

Python's meaning depends on types (what iterates, what a method is, whether `+=`
writes), so kinds, versions of variables and flat statements are found in one walk:
an interpreter of Python whose values are atoms of the core program it emits.
"""
