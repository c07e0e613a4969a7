"""What `help` says of a derivative: what it takes and returns, and what it is of."""

from __future__ import annotations

import inspect
import textwrap

import numpy as np

from tangentlite.emit.module.docstring import listed, title
from tangentlite.modes.request import (
    Request,
    is_series,
    seed_name,
    signature_of,
    tangent_names,
)


def documentation(request: Request) -> str:
    """Return the docstring of a derivative.

    >>> from tangentlite.examples import square
    >>> print(documentation(Request(square, "grad", ("x",), True)))
    Gradient of tangentlite.examples.square with respect to x.
    <BLANKLINE>
    Takes (x): the arguments of square.
    Returns the derivative of the result by x, with the shape and dtype of x.
    <BLANKLINE>
    square: Return x * x.
    """
    name = request.primal.__name__
    signature = signature_of(request)
    bare = [
        p.replace(annotation=p.empty, default=_shown(p.default))
        for p in signature.parameters.values()
    ]
    shown = signature.replace(parameters=bare, return_annotation=signature.empty)
    what = title(request)
    if maker_of(request) == "elementwise_grad":
        what = f"Elementwise gradient{what.removeprefix('Gradient')}"
    parts = [
        what,
        f"Takes {shown}: {_taken(request)}.\nReturns {_returned(request)}.",
    ]
    if own := inspect.getdoc(request.primal):
        parts.append(f"{name}: {own}")
    return "\n\n".join("\n".join(map(_filled, part.split("\n"))) for part in parts)


def maker_of(request: Request) -> str:
    """Return what a user calls for a derivative: of a sum of results it is another.

    >>> from tangentlite.examples import square
    >>> maker_of(Request(square, "grad", ("x",), True))
    'grad'
    """
    code = getattr(request.primal, "__code__", None)
    # The code stands there, since `functools.wraps` gives attributes to others.
    is_sum = code is not None and getattr(request.primal, "sums_up", None) is code
    return "elementwise_grad" if is_sum and request.mode == "grad" else request.mode


class _Unshown:
    """In the place of a default whose text is long, or is made by the user's code."""

    def __repr__(self) -> str:
        return "..."


def _shown(default: object) -> object:
    is_missing = default is inspect.Parameter.empty
    return default if is_missing or _is_plain(default) else _Unshown()


def _is_plain(value: object) -> bool:
    if type(value) in (list, tuple):
        return all(map(_is_plain, value))  # type: ignore[call-overload]
    plain = (bool, int, float, complex, str, bytes, type(None))
    return type(value) in plain or isinstance(value, np.number)


def _taken(request: Request) -> str:
    arguments = f"the arguments of {request.primal.__name__}"
    if is_series(request) or "forward" in request.mode:
        what = "Taylor coefficients" if is_series(request) else "tangents"
        return f"{arguments} and the {what} {listed(tangent_names(request))}"
    if request.mode == "reverse":
        return f"{arguments} and the cotangent {seed_name(request)} of the result"
    return arguments


def _returned(request: Request) -> str:
    name, mode = request.primal.__name__, request.mode
    if mode == "primal":
        return f"what {name} returns"
    if mode == "forward":
        return "the derivative of the result along the tangents"
    if mode == "value_and_forward":
        return f"a pair: what {name} returns, and its derivative along the tangents"
    if is_series(request):
        return f"a pair: what {name} returns, and its Taylor coefficients"
    by = listed(request.wrt)
    if mode == "pullback":
        tuple_ = f"a tuple of derivatives by {by}"
        return (
            f"a pair: what {name} returns, and a function from a cotangent to {tuple_}"
        )
    of = "sum(cotangent * result)" if mode == "reverse" else "the result"
    if maker_of(request) == "elementwise_grad":
        of = "the sum of the result"
    if request.single:
        gradient = f"the derivative of {of} by {by}, with the shape and dtype of {by}"
    else:
        gradient = (
            f"a tuple with the derivatives of {of} by {by}, each with the shape and "
            "dtype of its argument"
        )
    if mode.startswith("value_and_grad"):
        return f"a pair: what {name} returns, and {gradient}"
    if "with_aux" in mode:
        return f"a pair: {gradient}; and the second result of {name}"
    return gradient


def _filled(line: str) -> str:
    return textwrap.fill(line, 88, subsequent_indent="    ") if len(line) > 88 else line
