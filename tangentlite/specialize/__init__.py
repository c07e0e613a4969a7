"""The walk that finds kinds and emits core code, a file for each kind of syntax.

Python's meaning depends on types (what iterates, what a method is, whether `+=`
writes), so kinds, versions of variables and flat statements are found in one walk:
an interpreter of Python whose values are atoms of the core program it emits.
"""
