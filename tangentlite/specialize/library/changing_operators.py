"""Functions of the module operator that change what they are given, as Python.

They are read, never run.
"""


def iadd(a, b):
    """`operator.iadd`."""
    a += b
    return a


def isub(a, b):
    """`operator.isub`."""
    a -= b
    return a


def imul(a, b):
    """`operator.imul`."""
    a *= b
    return a


def itruediv(a, b):
    """`operator.itruediv`."""
    a /= b
    return a


def ifloordiv(a, b):
    """`operator.ifloordiv`."""
    a //= b
    return a


def imod(a, b):
    """`operator.imod`."""
    a %= b
    return a


def ipow(a, b):
    """`operator.ipow`."""
    a **= b
    return a


def ior(a, b):
    """`operator.ior`."""
    a |= b
    return a


def iand(a, b):
    """`operator.iand`."""
    a &= b
    return a


def setitem(a, b, c):
    """`operator.setitem`."""
    a[b] = c


def delitem(a, b):
    """`operator.delitem`."""
    del a[b]
