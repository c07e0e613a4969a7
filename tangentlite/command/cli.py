"""The command line: derivatives of functions in a user's modules, printed and kept."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import tangentlite as tl
from tangentlite.command.explore.explore_command import add_explore
from tangentlite.command.printing import print_refusal
from tangentlite.command.shipped.build_command import add_build
from tangentlite.command.shipped.shipped_header import version
from tangentlite.command.subcommands.bench_here import add_bench
from tangentlite.command.subcommands.check_numbers import add_check
from tangentlite.command.subcommands.completion_script import add_completion
from tangentlite.command.subcommands.explain_lines import add_explain
from tangentlite.command.subcommands.graph_picture import add_graph
from tangentlite.command.subcommands.rules_named import add_rules
from tangentlite.command.subcommands.show_text import add_show
from tangentlite.command.subcommands.view_page import add_view
from tangentlite.command.suggesting_parser import SuggestingParser
from tangentlite.command.user_modules import NoAnswer
from tangentlite.command.watching import watched

_EXAMPLES = """\
for example:
  tangentlite show model.py:loss --wrt w,b
  tangentlite check pkg.model:loss --arg 'w=np.ones(3)' --arg x=2.0
  tangentlite COMMAND --help
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0, 1 if `check` finds a disagreement or `build --check` a change, or 2 if there is
    no answer. The reason is printed on the standard error stream.
    """
    given = sys.argv[1:] if argv is None else list(argv)
    whole = parser()
    if not given:
        whole.print_help(sys.stderr)
        return 2
    options = whole.parse_args(given)
    try:
        if getattr(options, "watch", False):
            return watched(options.target, given)
        return options.run(options)
    except (NoAnswer, tl.TangentliteError) as error:
        print_refusal(error)
        return 2
    except KeyboardInterrupt:
        return 130  # as shells report what Ctrl-C ended


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole = SuggestingParser(
        prog="tangentlite",
        description="Print, check and keep derivatives of functions in your modules.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument(
        "--version", action="version", version=f"tangentlite {version()}"
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    for add in (
        add_show,
        add_check,
        add_explain,
        add_bench,
        add_rules,
        add_build,
        add_view,
        add_graph,
        add_explore,
        add_completion,
    ):
        add(commands)
    return whole
