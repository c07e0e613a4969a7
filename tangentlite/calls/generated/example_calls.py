"""Generation for example arguments, outside of a call."""

from __future__ import annotations

from collections.abc import Mapping

from tangentlite import errors, pipeline
from tangentlite.builder.builder import Builder
from tangentlite.calls.generated import generation
from tangentlite.calls.generated.example_kinds import (
    extra_of_examples,
    kinds_of_examples,
    with_defaults,
    with_tangents,
)
from tangentlite.calls.generated.unread_text import for_any_unread
from tangentlite.emit import written_text
from tangentlite.emit.module import docstring
from tangentlite.emit.variant import Generated
from tangentlite.ir.function import Function
from tangentlite.modes.request import Request
from tangentlite.options import Options

Arguments = Mapping[str, object]


def text(
    request: Request,
    arguments: Arguments,
    options: Options,
    stage: str,
    line_numbers: bool = False,
) -> str:
    """Return the text of a stage of the compiler for example arguments.

    With `line_numbers` quoted lines have their numbers in the user's file.
    """
    if stage not in pipeline.STAGES:
        raise errors.ArgumentError(
            f"there is no stage {stage!r}; the stages are {', '.join(pipeline.STAGES)}."
        )
    b, function = program(request, arguments, options, stage)
    title = "" if stage == "core" else docstring.of(request, function)
    return written_text.shown(b, function, title, line_numbers)


def program(
    request: Request, arguments: Arguments, options: Options, stage: str
) -> tuple[Builder, Function]:
    """Return the program of a stage of the compiler for example arguments."""
    kinds, extra, values = _prepared(request, arguments)
    return generation.derivative(request, kinds, extra, options, values, stage)


def generated(request: Request, arguments: Arguments, options: Options) -> Generated:
    """Return the derivative for example arguments, with defaults for others.

    Text that it does not read may be any.
    """
    kinds, extra, values = _prepared(request, arguments)

    def make(kinds: Arguments) -> Generated:
        return generation.made_for_examples(request, kinds, extra, options, values)

    return for_any_unread(make(kinds), kinds, make)


def kinds_of(request: Request, arguments: Arguments) -> dict[str, object]:
    """Return the kinds for which `generated` makes a derivative, by parameters."""
    kinds, extra, _ = _prepared(request, arguments)
    return {**kinds, **extra}


def _prepared(request: Request, arguments: Arguments) -> tuple[Arguments, ...]:
    """Return the kinds of arguments and tangents, and the known values.

    Arguments without an example have their defaults, unless there is no example.
    """
    given = with_defaults(request, arguments) if arguments else arguments
    kinds = kinds_of_examples(request, given)
    extra = extra_of_examples(request, kinds)
    return kinds, extra, with_tangents(request, given)
