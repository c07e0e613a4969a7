"""The command line: print or check the derivative of a function in a user's module."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import tangentlite as tl
from tangentlite.api.checks.check import MODES, worst_comparison
from tangentlite.api.checks.points import Comparison
from tangentlite.command.target import (
    NoAnswer,
    described,
    opened,
    parameters_of,
    where_raised,
)
from tangentlite.options import BACKENDS
from tangentlite.pipeline import STAGES

BUILDERS: dict[str, Callable[..., tl.Derivative]] = {
    "reverse": tl.grad,
    "forward": partial(tl.autodiff, mode="forward"),
    "taylor": partial(tl.autodiff, mode="taylor"),
    "vjp": partial(tl.autodiff, mode="reverse"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0, 1 if `check` finds a disagreement, or 2 if there is no answer. The reason is
    printed on the standard error stream.
    """
    options = _parser().parse_args(argv)
    try:
        return options.run(options)
    except (NoAnswer, tl.TangentliteError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tangentlite", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_show(commands)
    _add_check(commands)
    return parser


def _add_show(commands) -> None:
    show = commands.add_parser(
        "show",
        help="print the source of a derivative",
        description="Print the source of the derivative of a function. A function "
        "that its module has differentiated already (@tl.grad) is shown as it is "
        "there, unless --wrt, --mode or --value asks for another derivative.",
    )
    show.set_defaults(run=_show)
    _add_target(show, "default: the first", "an example of a parameter's value")
    show.add_argument(
        "--mode",
        choices=tuple(BUILDERS),
        help="reverse: the gradient (default); forward: the Jacobian-vector "
        "product; taylor: Taylor coefficients; vjp: the vector-Jacobian product",
    )
    show.add_argument(
        "--value", action="store_true", help="the value together with the gradient"
    )
    show.add_argument("--stage", help="the stage to print (default: the last one)")
    show.add_argument(
        "--no-optimize",
        dest="compiler_options",
        action="store_const",
        const={"optimize": False},
        default={},
        help="leave the optimiser out",
    )
    _add_backend(show)
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


def _add_check(commands) -> None:
    check = commands.add_parser(
        "check",
        help="compare a derivative with central differences",
        description="Compare the derivatives of a function with central differences "
        "and print the worst entry. Exit status 0 if they agree, 1 if not, 2 if there "
        "is no answer. Of a function that its module has differentiated already "
        "(@tl.grad) that derivative is checked, unless --wrt is given.",
    )
    check.set_defaults(run=_check)
    _add_target(
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
    _add_backend(check)
    check.add_argument(
        "--order",
        type=int,
        choices=(1, 2),
        default=1,
        help="2: check the derivatives of the gradient as well",
    )


def _add_backend(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--backend",
        choices=BACKENDS,
        default="numpy",
        help="numba: loops over the entries of arrays, which numba compiles",
    )
    command.add_argument(
        "--parallel",
        action="store_true",
        help="with numba: several threads run loops of independent iterations",
    )


def _add_target(command: argparse.ArgumentParser, wrt: str, value: str) -> None:
    command.add_argument(
        "target",
        metavar="TARGET",
        help="pkg/mod.py:function, pkg.mod:function or mod.py:Class.method",
    )
    command.add_argument(
        "--wrt",
        type=_wrt,
        metavar="W,B",
        help=f"parameters to differentiate, by name or position ({wrt})",
    )
    command.add_argument(
        "--arg",
        dest="args",
        action="append",
        default=[],
        metavar="NAME=EXPRESSION",
        help=f"{value}, in the names of the module and np",
    )


def _wrt(text: str) -> int | str | tuple[int | str, ...]:
    """Parse `w,b` or `0,2`; a single item is returned bare, as `grad` takes it."""
    items = [item.strip() for item in text.split(",")]
    wrt = tuple(int(item) if item.isdecimal() else item for item in items)
    return wrt[0] if len(wrt) == 1 else wrt


def _backend(options: argparse.Namespace) -> dict[str, str | bool]:
    return {"backend": options.backend, "parallel": options.parallel}


def _show(options: argparse.Namespace) -> int:
    stage = _stage(options.stage)
    if options.standalone and stage != STAGES[-1]:
        raise NoAnswer(f"--standalone: only the stage {STAGES[-1]}, not {stage}")
    if options.standalone and options.line_numbers:
        raise NoAnswer("--line-numbers: not with --standalone, whose text is kept")
    with opened(options.target, options.args) as (function, arguments):
        derivative = _derivative(function, options)
        with tl.options(**_backend(options), **options.compiler_options):
            if options.standalone:
                text = derivative.standalone(arguments)
            else:
                text = derivative.text(arguments, stage, options.line_numbers)
    _write(text.rstrip("\n") + "\n", options.output)
    return 0


def _stage(name: str | None) -> str:
    if name is None:
        return STAGES[-1]
    if name not in STAGES:
        raise NoAnswer(f"--stage {name}: the stages are {', '.join(STAGES)}")
    return name


def _derivative(function: Callable, options: argparse.Namespace) -> tl.Derivative:
    """Build the derivative that the options ask for."""
    asked = (options.wrt, options.mode) != (None, None) or options.value
    if isinstance(function, tl.Derivative) and not asked:
        return function
    mode = options.mode or "reverse"
    if options.value and mode != "reverse":
        raise NoAnswer(f"--value: only with --mode reverse, not with {mode}")
    build = tl.value_and_grad if options.value else BUILDERS[mode]
    return build(function, wrt=0 if options.wrt is None else options.wrt)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        _print(_coloured(text))
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NoAnswer(f"-o {output}: {error.strerror}") from None


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; the flush at exit must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _coloured(text: str) -> str:
    """Highlight for a terminal, if Pygments is installed and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    try:
        from pygments import highlight
        from pygments.formatters import TerminalFormatter
        from pygments.lexers import PythonLexer
    except ImportError:
        return text
    return highlight(text, PythonLexer(), TerminalFormatter())


def _check(options: argparse.Namespace) -> int:
    modes = MODES if options.mode == "both" else (options.mode,)
    with opened(options.target, options.args) as (function, arguments):
        function, wrt = _checked(function, options.wrt)
        args = _all_arguments(options.target, function, arguments)
        try:
            with tl.options(**_backend(options)):
                worst = worst_comparison(function, args, wrt, modes, options.order)
        except tl.TangentliteError:
            raise
        except Exception as error:
            where = where_raised(error, options.target)
            what = f"{where}: cannot be evaluated: {described(error)}"
            raise NoAnswer(what) from None
    if worst is None:
        raise NoAnswer(f"{options.target}: there is no number to compare")
    _print(_verdict(options.target, worst))
    return int(worst.excess > 1.0)


def _checked(function: Callable, wrt):
    """Return the function and `wrt` to check, of a derivative its primal's."""
    if isinstance(function, tl.Derivative) and wrt is None:
        return function.primal, function.wrt
    return function, wrt


def _all_arguments(target: str, function: Callable, given: dict) -> list[object]:
    """Return the positional arguments, from `--arg` or else the defaults."""
    args = []
    for name, parameter in parameters_of(function, target).items():
        if parameter.kind is parameter.KEYWORD_ONLY and name in given:
            raise NoAnswer(f"--arg {name}: keyword-only parameters keep their defaults")
        if parameter.kind not in (
            parameter.POSITIONAL_ONLY,
            parameter.POSITIONAL_OR_KEYWORD,
        ):
            continue
        if name not in given and parameter.default is parameter.empty:
            raise NoAnswer(f"{target}: parameter {name!r} needs --arg {name}=...")
        args.append(given.get(name, parameter.default))
    return args


def _verdict(target: str, worst: Comparison) -> str:
    agrees = "agrees" if worst.excess <= 1.0 else "disagrees"
    error = abs(worst.got - worst.wanted)
    return (
        f"{target} {agrees} with central differences\n"
        f"worst: {worst} (error {error:.2g})\n"
    )
