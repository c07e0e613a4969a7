"""The kinds of a derivative's arguments from examples, defaults and annotations."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from tangentlite import errors
from tangentlite.builder.arguments import annotated_kind, argument_kind
from tangentlite.kinds.kind import in_block
from tangentlite.modes.request import (
    LIKE_RESULT,
    Request,
    is_series,
    seed_name,
    tangent_name,
)


def kinds_of_examples(
    request: Request, arguments: Mapping[str, object]
) -> dict[str, object]:
    """Return the kinds of the primal's parameters, by examples or annotations."""
    parameters = inspect.signature(request.primal).parameters
    for name in arguments:
        if name not in parameters:
            raise errors.ArgumentError(
                f"{request.primal.__name__} has no parameter {name!r}; it "
                f"has {', '.join(parameters)}."
            )
    return {
        name: argument_kind(arguments[name], name)
        if name in arguments
        else annotated_kind(parameter)
        for name, parameter in parameters.items()
    }


def with_defaults(
    request: Request, arguments: Mapping[str, object]
) -> dict[str, object]:
    """Return examples, with the defaults of the primal's other parameters.

    Those with a star are empty.
    """
    parameters = inspect.signature(request.primal).parameters.values()
    held = {p.name: p.default for p in parameters if p.default is not p.empty}
    held |= {p.name: () for p in parameters if p.kind is p.VAR_POSITIONAL}
    held |= {p.name: {} for p in parameters if p.kind is p.VAR_KEYWORD}
    return {**held, **arguments}


def with_tangents(
    request: Request, arguments: Mapping[str, object]
) -> dict[str, object]:
    """Return examples, with the primals as examples of their tangents."""
    if "forward" not in request.mode:
        return dict(arguments)
    wrt = [name for name in request.wrt if name in arguments]
    tangents = {tangent_name(request, name): arguments[name] for name in wrt}
    return {**arguments, **tangents}


def extra_of_examples(
    request: Request, kinds: Mapping[str, object]
) -> dict[str, object]:
    """Return the kinds of the tangents or of the cotangent."""
    if request.mode == "reverse":
        return {seed_name(request): LIKE_RESULT}
    if "forward" in request.mode:
        of_tangent = in_block if is_series(request) else lambda kind: kind
        return {tangent_name(request, n): of_tangent(kinds[n]) for n in request.wrt}
    return {}
