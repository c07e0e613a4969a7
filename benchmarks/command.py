"""What the commands that measure share: their options, and the line to repeat them."""

import argparse
import shlex
from collections.abc import Iterable
from pathlib import Path


def parser(
    module: str, names: str, peers: str, results: Path
) -> argparse.ArgumentParser:
    """Give the options of `python -m module`; its own are added to them.

    `names` says what --only selects, `peers` which tools take part.
    """
    options = argparse.ArgumentParser(prog=f"python -m {module}")
    options.add_argument(
        "--only",
        nargs="+",
        default=(),
        metavar="NAME",
        help=f"the {names} with one of these in their name",
    )
    options.add_argument(
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=f"{peers} as far as they are installed",
    )
    options.add_argument("--quick", action="store_true", help="a few short rounds")
    options.add_argument(
        "--results",
        nargs="?",
        type=Path,
        const=results,
        metavar="FILE",
        help=f"write a page of tables, to benchmarks/{results.name} or FILE",
    )
    return options


def repeating(module: str, options: argparse.Namespace, own: Iterable[str] = ()) -> str:
    """Give the command line that measures the same again; `own` is the module's part.

    >>> given = parser("m", "calls", "JAX", Path("M.md")).parse_args(["--only", "sin"])
    >>> repeating("m", given, ["--forms"])
    'python -m m --only sin --forms --results'
    """
    words: list[str] = ["python", "-m", module]
    if options.only:
        words += ["--only", *options.only]
    words += own
    words += [] if options.peers else ["--no-peers"]
    words += ["--quick"] if options.quick else []
    return shlex.join([*words, "--results"])
