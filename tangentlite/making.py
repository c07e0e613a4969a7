"""For which kinds of its arguments a derivative is generated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tangentlite import errors, pipeline, shared
from tangentlite.guards import meets
from tangentlite.ir.function import Function
from tangentlite.kinds.equal_axes import with_equal_axes, with_multiple_axes
from tangentlite.kinds.exact import exact_kinds
from tangentlite.leaves import copies
from tangentlite.modes.asked import Request
from tangentlite.options import Options
from tangentlite.pipeline import Generated
from tangentlite.specialize.builder import Builder

Kinds = Mapping[str, object]


def made(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, values: Kinds
) -> Generated:
    """Return what a request gives for some values, generated now or kept.

    Sizes that are equal, or multiples of each other, are taken to be so only if that
    leaves less to run time, and sizes to be what they are only if it works for no other
    kinds. Where the primal raises on every path, so does this.
    """
    found = shared.find(request, kinds, extra, options, values)
    if found is not None:
        return found

    def generate(request: Request, kinds: Kinds, extra: Kinds) -> Generated:
        return pipeline.generate(request, kinds, extra, options)

    try:
        found = _as_exactly_as_needed(request, kinds, extra, values, generate)
    except errors.AlwaysRaisesError:
        # The caller's arrays stay as they were.
        request.primal(**dict(zip(kinds, copies([values[name] for name in kinds]))))
        raise
    if found.exact is None:
        found = _with_related_axes(request, kinds, extra, options, values, found)
        shared.keep(request, kinds, extra, options, found)
    return found


def made_for_examples(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, examples: Kinds
) -> Generated:
    """Return what `made` gives for a call with some examples, generated now.

    Arguments of which there is none have kinds alone.
    """
    generate = partial(pipeline.generate, options=options)
    found = _as_exactly_as_needed(request, kinds, extra, examples, generate)
    if found.exact is None:
        found = _with_related_axes(request, kinds, extra, options, examples, found)
    if examples.keys() >= kinds.keys() and not meets(found, examples):
        found = _exactly(request, kinds, extra, examples, generate)
    return found


def made_exactly(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, values: Kinds
) -> Generated:
    """Return what a request gives for the sizes and integers of some values alone."""
    return _exactly(
        request, kinds, extra, values, partial(pipeline.generate, options=options)
    )


def _with_related_axes(request, kinds, extra, options, values, found) -> Generated:
    tried: tuple = ()
    known = {name: kind for name, kind in kinds.items() if name in values}
    for related in (with_equal_axes, with_multiple_axes):
        if not found.open_sizes:
            break
        closer, equal = related(known, values)
        if equal == tried:
            continue
        tried = equal
        closer = {**kinds, **closer}
        other = pipeline.generate(request, closer, extra, options, equal)
        found = other if other.open_sizes < found.open_sizes else found
    return found


def derivative(
    request: Request,
    kinds: Kinds,
    extra: Kinds,
    options: Options,
    values: Kinds,
    stage: str,
) -> tuple[Builder, Function]:
    """Return the program of a request at a stage, for example arguments."""

    def generate(request: Request, kinds: Kinds, extra: Kinds):
        return pipeline.derivative(request, kinds, extra, options, stage)

    return _as_exactly_as_needed(request, kinds, extra, values, generate)


def _as_exactly_as_needed(
    request: Request, kinds: Kinds, extra: Kinds, values: Kinds, generate: Callable
) -> Any:
    """Generate for all sizes; for the sizes of the values alone if that fails."""
    try:
        return generate(request, kinds, extra)
    except errors.AlwaysRaisesError:
        raise
    except errors.UnsupportedError as error:
        try:
            return _exactly(request, kinds, extra, values, generate)
        except errors.TooLongError:
            raise error from None


def _exactly(
    request: Request, kinds: Kinds, extra: Kinds, values: Kinds, generate: Callable
) -> Any:
    known = {n: kind for n, kind in kinds.items() if n in values}
    given = {n: k for n, k in extra.items() if values.get(n) is not None}
    return generate(
        replace(request, exact=True),
        {**kinds, **exact_kinds(known, values)},
        {**extra, **exact_kinds(given, values)},
    )
