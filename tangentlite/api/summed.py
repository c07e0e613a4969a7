"""The sum, or the first, of a function's results, as a function with source."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Container

import numpy as np

from tangentlite.emit.module.load import load
from tangentlite.emit.text.signature_text import arguments_text


def total_of(f: Callable) -> Callable:
    """Return a function with the parameters of `f` that sums its results.

    >>> from tangentlite.examples import square
    >>> total_of(square)(np.array([1.0, 2.0]))
    np.float64(5.0)
    """
    return _around(f, "sum", "{numpy}.sum({called})")


def first_of(f: Callable) -> Callable:
    """Return a function with the parameters of `f` that drops all but its first result.

    >>> def parts(x):
    ...     return 2.0 * x, "doubled"
    >>> first_of(parts)(3.0)
    6.0
    """
    return _around(f, "first", "{called}[0]")


def _around(f: Callable, what: str, form: str) -> Callable:
    """Return a function whose body calls `f` as a form says."""
    signature = inspect.signature(f)
    bare = [
        parameter.replace(default=parameter.empty, annotation=parameter.empty)
        for parameter in signature.parameters.values()
    ]
    name = f.__name__ if f.__name__.isidentifier() else "function"
    own = f"{name}_{what}"  # another name than that of `f`, which the text calls
    head = f"{own}{inspect.Signature(bare)}"
    numpy = _free("np", signature.parameters)
    callee = _free(name, {*signature.parameters, numpy})
    called = f"{callee}({arguments_text(signature)})"
    text = f"def {head}:\n    return {form.format(numpy=numpy, called=called)}\n"
    # A namespace of its own: the user's may have these names for other objects.
    namespace = {"__name__": f.__module__, callee: f, numpy: np}
    # The file's name determines the text, as linecache is global.
    total = load(text, own, namespace, {}, f"<tangentlite {what} of {head}>")
    functools.update_wrapper(total, f, updated=())
    vars(total).pop("__wrapped__")
    only = {
        p.name: p.default
        for p in signature.parameters.values()
        if p.kind is p.KEYWORD_ONLY and p.default is not p.empty
    }
    total.__kwdefaults__ = only
    total.__defaults__ = tuple(
        p.default
        for p in signature.parameters.values()
        if p.name not in only and p.default is not p.empty
    )
    return total


def _free(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "_"
    return name
