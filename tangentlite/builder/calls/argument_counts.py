"""How many arguments builtins, ufuncs and methods of collections take.

Their handlers do not test that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sized

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder

# The least and the most positional arguments, and the names that some of them may have;
# behind * stand those of keyword arguments.
Count = tuple[float, float, str]

_BUILTINS: dict[object, Count] = {
    **dict.fromkeys((len, abs, any, all, callable, id, hash, ord, chr), (1, 1, "")),
    **dict.fromkeys((repr, reversed), (1, 1, "")),
    **dict.fromkeys((tuple, list, set, frozenset, bool, float), (0, 1, "")),
    **dict.fromkeys((isinstance, issubclass, hasattr, filter, divmod), (2, 2, "")),
    **dict.fromkeys((range, slice), (1, 3, "")),
    **dict.fromkeys((iter, next), (1, 2, "")),
    **dict.fromkeys((min, max), (1, math.inf, "* key default")),
    int: (0, 2, "base"),
    complex: (0, 2, "real imag"),
    enumerate: (1, 2, "iterable start"),
    getattr: (2, 3, ""),
    map: (2, math.inf, "* strict"),
    pow: (2, 3, "base exp mod"),
    round: (1, 2, "number ndigits"),
    setattr: (3, 3, ""),
    sorted: (1, 1, "* key reverse"),
    sum: (1, 2, "start"),
    zip: (0, math.inf, "* strict"),
}
_NONE: Count = (0, 0, "")
_ONE: Count = (1, 1, "")
_METHODS: dict[type, dict[str, Count]] = {
    list: {
        **dict.fromkeys("append extend remove count".split(), _ONE),
        **dict.fromkeys("clear copy reverse".split(), _NONE),
        "index": (1, 3, ""),
        "insert": (2, 2, ""),
        "pop": (0, 1, ""),
        "sort": (0, 0, "* key reverse"),
    },
    tuple: {"count": _ONE, "index": (1, 3, "")},
    dict: {
        **dict.fromkeys("get pop setdefault".split(), (1, 2, "")),
        **dict.fromkeys("clear copy items keys values".split(), _NONE),
    },
    set: {
        **dict.fromkeys("add discard remove".split(), _ONE),
        **dict.fromkeys("issubset issuperset isdisjoint".split(), _ONE),
        **dict.fromkeys("clear copy pop".split(), _NONE),
    },
}


def checked(
    b: Builder, function: object, arguments: list, keywords: dict, node: gast.AST
) -> tuple[list, dict]:
    """Return the arguments of a call in their order, or raise if they do not fit."""
    if isinstance(function, np.ufunc):
        most = function.nin + function.nout
        _require(b, function, (0, most, ""), arguments, (), node)
    if not callable(function) or function not in _BUILTINS:
        return arguments, keywords
    count = _BUILTINS[function]
    _require(b, function, count, arguments, keywords, node)
    names = count[2].split()
    if len(names) != count[1]:
        return arguments, keywords
    arguments, keywords = list(arguments), dict(keywords)
    while len(arguments) < len(names) and names[len(arguments)] in keywords:
        arguments.append(keywords.pop(names[len(arguments)]))
    return arguments, keywords


def require_of_method(
    b: Builder, type_: type, name: str, given: Sized, named: Iterable[str], node: object
) -> None:
    """Raise Python's error for a method with more or fewer arguments."""
    count = _METHODS.get(type_, {}).get(name)
    if count is not None:
        _require(b, getattr(type_(), name), count, given, named, node)


def _require(
    b: Builder,
    function: Callable,
    count: Count,
    given: Sized,
    named: Iterable[str],
    node: object,
) -> None:
    least, most, names = count
    own, _, further = (part.split() for part in names.partition("*"))
    number = len(given) + len([name for name in named if name in own])
    if least <= number <= most and all(name in (*own, *further) for name in named):
        return
    try:
        function(*[0] * len(given), **dict.fromkeys(named, 0))
    except TypeError as error:
        raise operations.certain_error(b, error, "Check the call.", node) from None
