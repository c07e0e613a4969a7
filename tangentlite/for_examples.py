"""Derivatives that are generated for examples of arguments, not in a call."""

from __future__ import annotations

from collections.abc import Mapping

from tangentlite import errors, making, pipeline
from tangentlite.example_kinds import (
    extra_of_examples,
    kinds_of_examples,
    with_defaults,
    with_tangents,
)
from tangentlite.modes.asked import Request
from tangentlite.options import Options
from tangentlite.pipeline import Generated

Arguments = Mapping[str, object]


def text(request: Request, arguments: Arguments, options: Options, stage: str) -> str:
    """Return the text of a stage of the compiler for some examples."""
    if stage not in pipeline.STAGES:
        raise errors.ArgumentError(
            f"there is no stage {stage!r}; the stages are {', '.join(pipeline.STAGES)}."
        )
    arguments = _as_called(request, arguments)
    kinds = kinds_of_examples(request, arguments)
    extra = extra_of_examples(request, kinds)
    values = with_tangents(request, arguments)
    b, function = making.derivative(request, kinds, extra, options, values, stage)
    title = "" if stage == "core" else pipeline.docstring.of(request)
    return pipeline.printed(b, function, title)


def generated(request: Request, arguments: Arguments, options: Options) -> Generated:
    """Return what is generated for examples, with defaults for others."""
    arguments = _as_called(request, arguments)
    kinds = kinds_of_examples(request, arguments)
    extra = extra_of_examples(request, kinds)
    values = with_tangents(request, arguments)
    return making.made_for_examples(request, kinds, extra, options, values)


def _as_called(request: Request, arguments: Arguments) -> Arguments:
    """Return examples, with defaults for others; without any nothing is known."""
    return with_defaults(request, arguments) if arguments else arguments
