"""`graph`: draw a derivative, or the function itself, as a graph of its statements."""

from __future__ import annotations

import argparse
from pathlib import Path

from tangentlite.calls.shown.linked_view import made_for_examples
from tangentlite.calls.shown.view_stages import text_of
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
from tangentlite.pipeline import STAGES
from tangentlite.view.graph.graph_svg import alone, graph_svg
from tangentlite.view.graph.statement_graph import statement_graph


def add_graph(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    graph = commands.add_parser(
        "graph",
        help="draw a derivative as a graph",
        description="Draw the statements of a derivative as a graph in SVG: who reads "
        "what another one computes, in the forward and in the backward sweep. "
        "With --stage core it is the graph of the function itself.",
    )
    graph.set_defaults(run=_graph)
    add_target(graph, "default: the first", "an example of a parameter's value")
    add_mode(graph)
    graph.add_argument(
        "--stage", choices=STAGES, default=STAGES[-1], help="default: the last one"
    )
    graph.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help="the picture (default: FUNCTION.svg)",
    )
    add_watch(graph)


def _graph(options: argparse.Namespace) -> int:
    with opened(options.target, options.args) as (function, arguments):
        derivative = derivative_of(function, options)
        settings = options_of(derivative, options)
        with unsaid_named(derivative, arguments):
            made = made_for_examples(derivative.request, arguments, settings)
        title, text = text_of(made, options.stage)
    output = options.output or Path(f"{derivative.primal.__name__}.svg")
    write_file(alone(graph_svg(statement_graph(text), title)), output)
    print_text(f"{output}\n")
    return 0
