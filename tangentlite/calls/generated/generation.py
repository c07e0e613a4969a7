"""Choice of the kinds to generate code for: any sizes, related or exact ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tangentlite import errors, pipeline
from tangentlite.builder.arguments import ArgumentKinds
from tangentlite.builder.builder import Builder
from tangentlite.calls.arguments.pytree import copies
from tangentlite.calls.generated import closure_cache
from tangentlite.calls.generated.guards import meets
from tangentlite.calls.generated.one_run import one_run
from tangentlite.emit.variant import Generated
from tangentlite.ir.fact_cache import once
from tangentlite.ir.function import Function
from tangentlite.kinds.sizes.equal_axes import with_equal_axes, with_multiple_axes
from tangentlite.kinds.sizes.exact import exact_kinds
from tangentlite.modes import assemble as modes
from tangentlite.modes.request import Request
from tangentlite.options import Options
from tangentlite.pipeline import Draft
from tangentlite.rules.binding import call_with
from tangentlite.specialize.loops.unrolling import MAX_UNROLLED

Kinds = Mapping[str, object]


def made(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, values: Kinds
) -> Generated:
    """Return the derivative of a request for some values, new or from the cache.

    Sizes that happen to be equal, or multiples of each other, are assumed to be so only
    if that leaves fewer checks to run time, and exact sizes only if generation fails
    otherwise. Where the primal raises on every path, so does this.
    """
    found = closure_cache.find(request, kinds, extra, options, values)
    if found is not None:
        return found

    try:
        found = _for_all_sizes_if_possible(request, kinds, extra, options, values)
    except errors.AlwaysRaisesError:
        # The caller's arrays are not written.
        given = copies([values[name] for name in kinds])
        call_with(request.primal, dict(zip(kinds, given)))
        raise
    if found.exact is None:
        closure_cache.keep(request, kinds, extra, options, found)
    return found


def made_for_examples(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, examples: Kinds
) -> Generated:
    """Return the derivative for a call with some examples, not from the cache.

    Arguments without an example have kinds alone. Sizes that happen to be equal, or
    multiples of each other, are not assumed to be so: it is kept for other calls.
    """
    with one_run(request):
        draft = _as_exactly_as_needed(request, kinds, extra, examples, pipeline.draft)
        found = pipeline.finished(draft, options, examples)
    if examples.keys() >= kinds.keys() and not meets(found, examples):
        return made_exactly(request, kinds, extra, options, examples)
    return found


def forget(generated: Generated) -> None:
    """Drop a derivative that does not hold for the present captured values."""
    closure_cache.forget(generated)


def made_exactly(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, values: Kinds
) -> Generated:
    """Return the derivative for exactly the sizes and integers of some values."""
    with one_run(request):
        found = _exactly(request, kinds, extra, values, pipeline.draft)
        return pipeline.finished(found, options)


def _for_all_sizes_if_possible(
    request: Request, kinds: Kinds, extra: Kinds, options: Options, values: Kinds
) -> Generated:
    with one_run(request):
        found = _as_exactly_as_needed(request, kinds, extra, values, pipeline.draft)
        if not found.request.exact:
            found = _with_related_axes(found, values)
        return pipeline.finished(found, options, values)


def _with_related_axes(found: Draft, values: Kinds) -> Draft:
    tried: tuple = ()
    request, kinds, extra = found.request, found.kinds, found.extra
    known = {name: kind for name, kind in kinds.items() if name in values}
    for related in (with_equal_axes, with_multiple_axes):
        if not found.open_sizes:
            break
        closer, equal = related(known, values)
        if equal == tried:
            continue
        tried = equal
        other = pipeline.draft(request, {**kinds, **closer}, extra, equal)
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

    def walked(
        request: Request, kinds: ArgumentKinds, extra: ArgumentKinds
    ) -> tuple[Builder, Function]:
        return modes.core_program(request, kinds)

    with one_run(request):
        if stage == "core":
            return _as_exactly_as_needed(request, kinds, extra, values, walked)
        found = _as_exactly_as_needed(request, kinds, extra, values, pipeline.draft)
        return found.b, pipeline.improved(found, options, stage)


def remade(
    made: Generated,
    request: Request,
    kinds: ArgumentKinds,
    extra: ArgumentKinds,
    options: Options,
    stage: str,
) -> tuple[Builder, Function]:
    """Return the program of a derivative that was made for some kinds, at a stage."""
    with one_run(request):
        if stage == "core":
            return modes.core_program(request, kinds)
        found = pipeline.draft(request, kinds, extra, made.equal)
        is_packed = made.loops is not None and made.loops.packed
        return found.b, pipeline.improved(found, options, stage, is_packed)


def _as_exactly_as_needed(
    request: Request, kinds: Kinds, extra: Kinds, values: Kinds, make: Callable
) -> Any:
    """Make a draft for all sizes, or for exactly the values' sizes if that fails."""
    try:
        return make(request, kinds, extra)
    except errors.AlwaysRaisesError:
        raise
    except errors.UnsupportedError as error:
        try:
            return _exactly(request, kinds, extra, values, make)
        except errors.TooLongError:
            error.args = (f"{error}\n{_TOO_LONG}",)
            raise error from None


_TOO_LONG = (
    "For the very sizes of a call the loop would be written out one by one, but it has "
    f"more than {MAX_UNROLLED} iterations there."
)


def _exactly(
    request: Request, kinds: Kinds, extra: Kinds, values: Kinds, make: Callable
) -> Any:
    known = {n: kind for n, kind in kinds.items() if n in values}
    given = {n: k for n, k in extra.items() if values.get(n) is not None}
    return make(
        replace(request, exact=True),
        {**kinds, **exact_kinds(known, values)},
        {**extra, **exact_kinds(given, values)},
    )


def inner(
    request: Request,
    kinds: Mapping[str, object],
    extra: Mapping[str, object],
    options: Options,
) -> Generated:
    """Generate the derivative that a program calls, once for all walks of the program.

    A walk restarts when it learns something new; if the texts of its callees changed
    then, its findings about them would be new each time.
    """
    with one_run(request):
        return _inner(request, *map(_pairs, (kinds, extra)), options)


def _pairs(kinds: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(kinds.items())


@once
def _inner(request: Request, kinds: tuple, extra: tuple, options: Options) -> Generated:
    return pipeline.finished(pipeline.draft(request, dict(kinds), dict(extra)), options)
