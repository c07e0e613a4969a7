"""`show`: print the source of a derivative."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import tangentlite as tl
from tangentlite.command.derivative_options import (
    add_backend,
    add_mode,
    add_target,
    backend,
    derivative_of,
)
from tangentlite.command.printing import write_source
from tangentlite.command.subcommands.unsaid_parameters import (
    shorter_with,
    unsaid_named,
)
from tangentlite.command.target import opened, spread
from tangentlite.command.user_modules import NoAnswer
from tangentlite.command.watching import add_watch
from tangentlite.pipeline import STAGES


def add_show(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    show = commands.add_parser(
        "show",
        help="print the source of a derivative",
        description="Print the source of the derivative of a function. A function "
        "that its module has differentiated already (@tl.grad) is shown as it is "
        "there, unless --wrt, --mode or --value asks for another derivative.",
    )
    show.set_defaults(run=_show)
    add_target(show, "default: the first", "an example of a parameter's value")
    add_mode(show)
    show.add_argument(
        "--stage",
        choices=STAGES,
        default=STAGES[-1],
        help="the stage to print (default: the last one)",
    )
    add_backend(show)
    show.add_argument(
        "--standalone",
        action="store_true",
        help="a module that needs NumPy alone, with all that it refers to",
    )
    show.add_argument(
        "--line-numbers",
        action="store_true",
        help="put its number in the file in front of each line that is quoted",
    )
    show.add_argument(
        "-o", dest="output", type=Path, metavar="FILE", help="write to FILE"
    )
    add_watch(show)


def _show(options: argparse.Namespace) -> int:
    stage = options.stage
    if options.standalone and stage != STAGES[-1]:
        raise NoAnswer(f"--standalone: only the stage {STAGES[-1]}, not {stage}")
    if options.standalone and options.line_numbers:
        raise NoAnswer("--line-numbers: not with --standalone, whose text is kept")
    with opened(options.target, options.args) as (function, arguments):
        derivative = derivative_of(function, options)
        arguments = spread(options.target, function, derivative.primal, arguments)
        with (
            unsaid_named(derivative, arguments),
            tl.options(**backend(options), **options.compiler_options),
        ):
            if options.standalone:
                text = derivative.standalone(arguments)
            else:
                text = derivative.text(arguments, stage, options.line_numbers)
        hint = shorter_with(derivative, arguments, text)
    write_source(text.rstrip("\n") + "\n", options.output)
    if hint is not None:
        print(hint, file=sys.stderr)
    return 0
