"""Helpers of generated code for exceptions, checks and formatted text."""

from __future__ import annotations

from contextvars import ContextVar

import numpy as np

# What `tl.recorded` is filled by: gradients by name, those of the last places first.
RECORDED: ContextVar = ContextVar("RECORDED", default=None)


def hooked(x, hook, *captured):
    """Return `x`; in reverse mode `hook(g, *captured)` runs with its cotangent `g`.

    >>> hooked(2.0, print)
    2.0
    """
    return x


def only_looks_on(x, hook, *captured):
    """Refuse a hook that changes the cotangent: replaced by the walk's."""


def note_grad(gradient, name):
    """Add a copy of a gradient to those that the innermost `tl.recorded` collects.

    >>> note_grad(1.0, "h")
    """
    found = RECORDED.get()
    if found is not None:
        found.setdefault(name, []).insert(0, _own(gradient))


def callback(function, *args, **kwargs):
    """Call a function for its effect, such as a plot, a log or a file; return None.

    In a program it is called where it stands, once, and is not differentiated. It gets
    copies of arrays, lists, tuples and dicts. What it changes outside, the program must
    not read.

    >>> seen = []
    >>> callback(seen.append, np.ones(2))
    >>> seen
    [array([1., 1.])]
    """
    named = {name: _handed(value) for name, value in kwargs.items()}
    function(*map(_handed, args), **named)


def _handed(value):
    if isinstance(value, tuple):
        items = map(_handed, value)
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if type(value) is list:
        return list(map(_handed, value))
    if type(value) is dict:
        return {key: _handed(item) for key, item in value.items()}
    return _own(value)


def append_copy(items, item):
    """Append a copy of an array, or a number, to a list from outside.

    >>> seen = []
    >>> append_copy(seen, np.ones(2))
    >>> seen
    [array([1., 1.])]
    """
    items.append(_own(item))


def _own(value):
    return np.copy(value) if isinstance(value, np.ndarray) else value


def raise_error(error, *cause):
    """Raise an exception, where an expression has to, from a cause if there is one.

    >>> raise_error(ValueError('negative'))
    Traceback (most recent call last):
        ...
    ValueError: negative
    """
    if cause:
        raise error from cause[0]
    raise error


def formatted(template, *values, **named):
    """Return a template that is filled with values.

    >>> formatted('{:.1f} of {}', 0.25, 3)
    '0.2 of 3'
    """
    return template.format(*values, **named)


def no_result(name):
    """Raise: a function ended without a return where its result is differentiated.

    >>> no_result('f')
    Traceback (most recent call last):
    ...
    TypeError: f returned None here, which has no derivative
    """
    raise TypeError(f"{name} returned None here, which has no derivative")


def require_value(is_none, name, error=TypeError):
    """Raise where what may be None is None, and used as a number or an array.

    >>> require_value(True, 'best')
    Traceback (most recent call last):
    ...
    TypeError: best is None here
    """
    if is_none:
        raise error(f"{name} is None here")


def require_real(value):
    """Raise if a number became complex, as a root of a negative one does in Python.

    >>> require_real((-1.0) ** 0.5)
    Traceback (most recent call last):
    ...
    TypeError: a root of a negative number is complex: write complex(x) ** p
    """
    if isinstance(value, complex):
        raise TypeError("a root of a negative number is complex: write complex(x) ** p")


def failure(errors, function, *args, **keywords):
    """Return what a call raises if it is one of some exceptions, or None.

    >>> failure(ZeroDivisionError, divmod, 1, 0)
    ZeroDivisionError('integer division or modulo by zero')
    >>> failure(ValueError, divmod, 1, 0)
    """
    try:
        function(*args, **keywords)
    except errors as error:
        return error.with_traceback(None)
    except Exception:  # the call itself follows, and raises it
        return None
    return None


def position_of(key, keys):
    """Return the place of a key among others; raises KeyError as a dict does.

    >>> position_of('b', ('a', 'b'))
    1
    """
    if key not in keys:
        raise KeyError(key)
    return keys.index(key)


def require_bound(is_unbound, name):
    """Raise what Python raises where nothing has bound a variable.

    >>> require_bound(True, 'y')
    Traceback (most recent call last):
    UnboundLocalError: cannot access local variable 'y' without a value
    """
    if is_unbound:
        raise UnboundLocalError(
            f"cannot access local variable {name!r} without a value"
        )


def require_attribute(is_missing, owner, name):
    """Raise what Python raises where an object of a class has no such attribute.

    >>> require_attribute(True, 'Layer', 'w')
    Traceback (most recent call last):
    AttributeError: 'Layer' object has no attribute 'w'
    """
    if is_missing:
        raise AttributeError(f"{owner!r} object has no attribute {name!r}")


def require_count(items, count):
    """Raise unless there are just so many items, as unpacking them does.

    >>> require_count([1.5], 2)
    Traceback (most recent call last):
    ValueError: not enough values to unpack (expected 2, got 1)
    """
    if len(items) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    if len(items) < count:
        found = f"(expected {count}, got {len(items)})"
        raise ValueError(f"not enough values to unpack {found}")


def require_at_least(items, count):
    """Raise unless there are so many items, as unpacking into a starred target does.

    >>> require_at_least([], 1)
    Traceback (most recent call last):
    ValueError: not enough values to unpack (expected at least 1, got 0)
    """
    if len(items) < count:
        found = f"(expected at least {count}, got {len(items)})"
        raise ValueError(f"not enough values to unpack {found}")


def require_items(items, count):
    """Raise unless a list has at least so many items.

    >>> require_items([1.5], 2)
    Traceback (most recent call last):
    ...
    ValueError: the derivative was made for a list of at least 2 items, this has 1
    """
    if len(items) < count:
        raise ValueError(
            f"the derivative was made for a list of at least {count} items, this has "
            f"{len(items)}"
        )


def require_shape(cotangent, shape):
    """Raise unless a cotangent has the shape of its result.

    >>> require_shape(1.0, (3,))
    Traceback (most recent call last):
    ...
    ValueError: the cotangent has the shape (), but what it belongs to (3,)
    """
    if np.shape(cotangent) != shape:
        _refuse(f"the shape {np.shape(cotangent)}", shape)


def require_number(value, name):
    """Raise unless what a function returns, of which a gradient is made, is a number.

    >>> require_number(np.ones(2), 'f')
    Traceback (most recent call last):
    ...
    TypeError: a gradient needs a function with a real scalar result, but f returns an \
array with 1 axes; tl.jacobian gives all its derivatives
    """
    if np.ndim(value) != 0:
        raise TypeError(
            "a gradient needs a function with a real scalar result, but "
            f"{name} returns an array with {np.ndim(value)} axes; "
            "tl.jacobian gives all its derivatives"
        )
    # Dtypes of other libraries are known by their names.
    if "complex" in str(getattr(value, "dtype", type(value))):
        raise TypeError(
            "a gradient needs a function with a real scalar result, but "
            f"{name} returns a complex number; take its real part"
        )


def require_like_items(cotangents, items):
    """Raise unless there is one cotangent for each item of a list, like that.

    >>> require_like_items([1.0, np.ones(2)], [1.5, np.zeros(3)])
    Traceback (most recent call last):
    ...
    ValueError: the cotangent has the shape (2,), but what it belongs to (3,)
    """
    if len(cotangents) != len(items):
        _refuse(f"{len(cotangents)} items", len(items))
    for cotangent, item in zip(cotangents, items):
        if isinstance(item, (list, tuple)):
            require_like_items(cotangent, item)
        else:
            require_shape(cotangent, np.shape(item))


def _refuse(have, want):
    error = ValueError(f"the cotangent has {have}, but what it belongs to {want}")
    vars(error)["of_cotangent"] = True  # what calls a derivative raises ArgumentError
    raise error
