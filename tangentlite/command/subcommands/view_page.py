"""`view`: write a page with a function and its derivatives, linked line by line."""

from __future__ import annotations

import argparse
from pathlib import Path

from tangentlite.calls.shown.linked_view import view_of_examples
from tangentlite.command.derivative_options import (
    add_mode,
    add_target,
    derivative_of,
    options_of,
)
from tangentlite.command.printing import print_text, write_file
from tangentlite.command.subcommands.unsaid_parameters import unsaid_named
from tangentlite.command.target import opened
from tangentlite.command.watching import add_watch


def add_view(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    view = commands.add_parser(
        "view",
        help="write a page that shows a derivative beside its function",
        description="Write a page of HTML that shows a function and its derivatives "
        "side by side: selecting a line lights those that belong to it in the forward "
        "and in the backward sweep. The page needs no other file and no network.",
    )
    view.set_defaults(run=_view)
    add_target(view, "default: the first", "an example of a parameter's value")
    add_mode(view)
    view.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help="the page (default: FUNCTION.html)",
    )
    add_watch(view)


def _view(options: argparse.Namespace) -> int:
    with opened(options.target, options.args) as (function, arguments):
        derivative = derivative_of(function, options)
        settings = options_of(derivative, options)
        with unsaid_named(derivative, arguments):
            page = view_of_examples(derivative.request, arguments, settings)
    output = options.output or Path(f"{derivative.primal.__name__}.html")
    write_file(page.html, output)
    print_text(f"{output}\n")
    return 0
