"""`check`: compare a derivative with central differences."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Sequence

import tangentlite as tl
from tangentlite.api.checks.check import (
    MODES,
    moved_parameters,
    notes_on,
    worst_comparison,
)
from tangentlite.api.checks.points import Comparison
from tangentlite.command.derivative_options import add_backend, add_target, backend
from tangentlite.command.printing import print_text
from tangentlite.command.target import all_arguments, opened
from tangentlite.command.user_modules import NoAnswer, described, where_raised
from tangentlite.command.watching import add_watch


def add_check(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    check = commands.add_parser(
        "check",
        help="compare a derivative with central differences",
        description="Compare the derivatives of a function with central differences "
        "and print the worst entry; where they disagree also what tells why, and where "
        "the function and rules of your own stand. Exit status 0 if they agree, 1 if "
        "not, 2 if there is no answer. Of a function that its module has "
        "differentiated already (@tl.grad) that derivative is checked, unless --wrt is "
        "given.",
    )
    check.set_defaults(run=_check)
    add_target(
        check,
        "default: all that are floating",
        "a parameter's value; one that is left out has its default",
    )
    check.add_argument(
        "--mode",
        choices=(*MODES, "both"),
        default="both",
        help="the mode to check (default: both)",
    )
    add_backend(check)
    check.add_argument(
        "--order",
        type=int,
        choices=(1, 2),
        default=1,
        help="2: check the derivatives of the gradient as well",
    )
    add_watch(check)


def _check(options: argparse.Namespace) -> int:
    modes = MODES if options.mode == "both" else (options.mode,)
    with opened(options.target, options.args) as (function, arguments):
        function, wrt = _checked(function, options.wrt)
        args = all_arguments(options.target, function, arguments)
        try:
            with tl.options(**backend(options)):
                worst = worst_comparison(function, args, wrt, modes, options.order)
                moved = moved_parameters(function, args, wrt)
        except tl.TangentliteError:
            raise
        except Exception as error:
            where = where_raised(error, options.target)
            what = f"{where}: cannot be evaluated: {described(error)}"
            raise NoAnswer(what) from None
    if worst is None:
        raise NoAnswer(f"{options.target}: there is no number to compare")
    print_text(_verdict(options.target, worst))
    if worst.excess > 1.0:
        print_text("".join(f"{note}.\n" for note in notes_on(function, args, worst)))
    others = [name for name in arguments if name not in moved]
    print_text(_compared(moved, others, modes, options.order))
    return int(worst.excess > 1.0)


def _checked(function: Callable, wrt):
    """Return the function and `wrt` to check, of a derivative its primal's."""
    if isinstance(function, tl.Derivative) and wrt is None:
        return function.primal, function.wrt
    return function, wrt


def _verdict(target: str, worst: Comparison) -> str:
    agrees = "agrees" if worst.excess <= 1.0 else "disagrees"
    error = abs(worst.got - worst.wanted)
    return (
        f"{target} {agrees} with central differences\n"
        f"worst: {worst} (error {error:.2g})\n"
    )


def _compared(
    moved: Collection[str], others: Collection[str], modes: Sequence[str], order: int
) -> str:
    r"""Return what was compared, and what was not.

    >>> _compared(["w"], ["n"], ["reverse"], 2)
    'compared: by w, in reverse mode, to second order; not by n\n'
    """
    of_order = ", to second order" if order == 2 else ""
    left_out = f"; not by {', '.join(others)}" if others else ""
    by = f"by {', '.join(moved)}, in {' and '.join(modes)} mode"
    return f"compared: {by}{of_order}{left_out}\n"
