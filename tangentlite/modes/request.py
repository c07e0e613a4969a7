"""Requests for a derivative: of which function, in which mode, by what."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from tangentlite.kinds.kind import Opaque

SEED = "init_grad"
LIKE_RESULT = Opaque(None)  # the kind of a seed with the kind of the result
SUFFIX = {
    "grad": "grad",
    "value_and_grad": "value_and_grad",
    "grad_with_aux": "grad",
    "value_and_grad_with_aux": "value_and_grad",
    "reverse": "vjp",
    "forward": "jvp",
    "value_and_forward": "value_and_jvp",
    "forward_series": "jet",
    "pullback": "pullback",
    "primal": "batched",
}


@dataclass(frozen=True)
class Request:
    """A derivative of a function: its mode, and with respect to which parameters.

    `single` says that `wrt` was no tuple, so that the gradient is returned bare.
    `read_again` says that the text is differentiated itself. `same` pairs parameters
    that are passed one array, which the primal writes: each but the first with the one
    whose gradient is the array's. `exact` says that the kinds are of these sizes and
    integers alone. The kinds are those for one example of a block, if there are
    `batched` parameters, which have a leading axis then, as the result has; its size is
    `unrolled` if that is not 0, and names stand for each example. With `gathered` what
    is the same for all examples is multiplied first, and the caller looks for overflow.
    Parameters in `of_library` are, or hold, arrays of the class `library`.
    """

    primal: Callable  # a Python function or a Derivative
    mode: str
    wrt: tuple[str, ...]
    single: bool
    read_again: bool = False
    same: tuple[tuple[str, str], ...] = ()
    exact: bool = False
    batched: tuple[str, ...] = ()
    unrolled: int = 0
    gathered: bool = False
    library: type | None = None
    of_library: tuple[str, ...] = ()


def seed_name(request: Request) -> str:
    """Return the name of the cotangent's parameter, different from all parameters."""
    taken = set(inspect.signature(request.primal).parameters)
    name = SEED
    while name in taken:
        name += "_"
    return name


def tangent_name(request: Request, parameter: str) -> str:
    """Return the name of a parameter's tangent or series, different from all others."""
    taken = set(inspect.signature(request.primal).parameters)
    name = f"{parameter}_series" if is_series(request) else f"{parameter}_dot"
    while name in taken:
        name += "_"
    return name


def is_series(request: Request) -> bool:
    """Whether a derivative takes Taylor coefficients, not tangents."""
    return request.mode == "forward_series"


def public_mode(request: Request) -> str:
    """Return what users call a mode: 'reverse', 'forward' or 'taylor'."""
    if is_series(request):
        return "taylor"
    return "forward" if "forward" in request.mode else "reverse"


def tangent_names(request: Request) -> tuple[str, ...]:
    """Return the parameters of tangents or series, in the order of `wrt`."""
    if "forward" not in request.mode:
        return ()
    return tuple(tangent_name(request, name) for name in request.wrt)


def tangent_pairs(request: Request) -> dict[str, str]:
    """Return the parameters of tangents, which are like those that they map to."""
    if is_series(request):
        return {}
    return dict(zip(tangent_names(request), request.wrt))


def signature_of(request: Request) -> inspect.Signature:
    """Return the parameters of a derivative: the primal's, the tangents, the seed."""
    signature = inspect.signature(request.primal)
    parameters = list(signature.parameters.values())
    if request.mode == "reverse":
        kinds = inspect.Parameter
        seed = kinds(seed_name(request), kinds.KEYWORD_ONLY, default=None)
        named = [p for p in parameters if p.kind is p.VAR_KEYWORD]
        parameters = [p for p in parameters if p not in named]
        parameters += [seed, *named]
    elif "forward" in request.mode:
        parameters = _with_tangents(request, parameters)
    return inspect.Signature(parameters)


def _with_tangents(
    request: Request, parameters: list[inspect.Parameter]
) -> list[inspect.Parameter]:
    """Put the tangents behind the positional parameters."""
    kinds = inspect.Parameter
    positional = [
        p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    rest = [p for p in parameters if p not in positional]
    has_default = any(p.default is not p.empty for p in positional)
    default = None if has_default else kinds.empty
    tangents = [
        kinds(tangent_name(request, name), kinds.POSITIONAL_OR_KEYWORD, default=default)
        for name in request.wrt
    ]
    return [*positional, *tangents, *rest]
