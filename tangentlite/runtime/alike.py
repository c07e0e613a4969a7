"""Equality of functions by their code, as a saved module has copies of the user's."""

from __future__ import annotations

import inspect
import types

import numpy as np


def is_same_function(known, given, around=()):
    """Whether a function is a known one or has the same code.

    What they find outside must be the same, too. In functions `around`, which call
    them, they are taken to do the same.

    >>> is_same_function(lambda x: x + 1, lambda x: x + 1)
    True
    >>> is_same_function(lambda x: x + 1, lambda x: x + 1.0)
    False
    """
    if given is known or any(given is a and known is b for a, b in around):
        return True
    if not isinstance(given, types.FunctionType) or type(known) is not type(given):
        return False
    if given.__closure__ or known.__closure__:
        return False
    if facts_of(given) != facts_of(known):
        return False
    pairs = [
        (given.__defaults__, known.__defaults__),
        (given.__kwdefaults__, known.__kwdefaults__),
    ]
    for name in names_in(given.__code__):
        pairs.append((given.__globals__.get(name), known.__globals__.get(name)))
    around = (*around, (given, known))
    return all(is_same_data(one, other, around) for one, other in pairs)


def facts_of(function):
    """Return what a function's code and text say, without where it stands."""
    code, text = function.__code__, inspect.cleandoc(function.__doc__ or "")
    return [text, *facts_of_code(code, code.co_consts[function.__doc__ is not None :])]


def facts_of_code(code, constants):
    """Return what code does with some constants, without where it stands."""
    known = [
        facts_of_code(one, one.co_consts)
        if isinstance(one, types.CodeType)
        else repr(one)
        for one in constants
    ]
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    # Not whether it stands in a function, or what its file imports from the future.
    flags = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS | _SUSPENDS)
    does = code.co_code, code.co_exceptiontable, flags
    return [*does, code.co_names, code.co_varnames, counts, known]


_SUSPENDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def names_in(code):
    """Return the names of what code may find outside, attributes among them."""
    inner = [one for one in code.co_consts if isinstance(one, types.CodeType)]
    return [*code.co_names, *(name for one in inner for name in names_in(one))]


def is_same_data(one, other, around):
    """Whether what two functions find outside is the same: data, modules, functions.

    >>> is_same_data([1.0, np.ones(2)], [1.0, np.ones(2)], ())
    True
    >>> is_same_data(1, 1.0, ())
    False
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, types.FunctionType):
        return is_same_function(other, one, around)
    if isinstance(one, np.ndarray):
        alike = (one.dtype, one.shape) == (other.dtype, other.shape)
        return alike and not one.dtype.hasobject and one.tobytes() == other.tobytes()
    if type(one) in (list, tuple, dict):
        parts = [list(v.items()) if type(v) is dict else v for v in (one, other)]
        same = len(one) == len(other)
        return same and all(is_same_data(a, b, around) for a, b in zip(*parts))
    plain = (bool, int, float, complex, str, bytes, np.generic)
    return isinstance(one, plain) and repr(one) == repr(other)
