"""Polyfills of the functions of `operator` that change their first argument.

They are walked like the user's code, never run.
"""

import operator

from tangentlite.handlers import polyfill


@polyfill(operator.iadd)
def iadd(a, b):
    """`operator.iadd`."""
    a += b
    return a


@polyfill(operator.isub)
def isub(a, b):
    """`operator.isub`."""
    a -= b
    return a


@polyfill(operator.imul)
def imul(a, b):
    """`operator.imul`."""
    a *= b
    return a


@polyfill(operator.itruediv)
def itruediv(a, b):
    """`operator.itruediv`."""
    a /= b
    return a


@polyfill(operator.ifloordiv)
def ifloordiv(a, b):
    """`operator.ifloordiv`."""
    a //= b
    return a


@polyfill(operator.imod)
def imod(a, b):
    """`operator.imod`."""
    a %= b
    return a


@polyfill(operator.ipow)
def ipow(a, b):
    """`operator.ipow`."""
    a **= b
    return a


@polyfill(operator.ior)
def ior(a, b):
    """`operator.ior`."""
    a |= b
    return a


@polyfill(operator.iand)
def iand(a, b):
    """`operator.iand`."""
    a &= b
    return a


@polyfill(operator.setitem)
def setitem(a, b, c):
    """`operator.setitem`."""
    a[b] = c


@polyfill(operator.delitem)
def delitem(a, b):
    """`operator.delitem`."""
    del a[b]
