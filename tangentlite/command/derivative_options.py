"""The options of commands that say which derivative they are about."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

import tangentlite as tl
from tangentlite.command.user_modules import NoAnswer
from tangentlite.options import BACKENDS, Options, changed

BUILDERS: dict[str, Callable[..., tl.Derivative]] = {
    "reverse": tl.grad,
    "forward": partial(tl.autodiff, mode="forward"),
    "taylor": partial(tl.autodiff, mode="taylor"),
    "vjp": partial(tl.autodiff, mode="reverse"),
}
MODES_HELP = (
    "reverse: the gradient (default); forward: the Jacobian-vector product; "
    "taylor: Taylor coefficients; vjp: the vector-Jacobian product"
)


def add_target(
    command: argparse.ArgumentParser, wrt: str, value: str, count: str | None = None
) -> None:
    """Add TARGET, --wrt and --arg, with what their help says of defaults.

    TARGET may be left out if the `count` is "?".
    """
    command.add_argument(
        "target",
        nargs=count,
        metavar="TARGET",
        help="pkg/mod.py:function, pkg.mod:function or mod.py:Class.method; "
        "pkg.mod.function, too",
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


def add_mode(command: argparse.ArgumentParser) -> None:
    """Add --mode and --value."""
    command.add_argument(
        "--mode",
        choices=tuple(BUILDERS),
        help=MODES_HELP,
    )
    command.add_argument(
        "--value", action="store_true", help="the value together with the gradient"
    )
    command.add_argument(
        "--no-optimize",
        dest="compiler_options",
        action="store_const",
        const={"optimize": False},
        default={},
        help="leave the optimiser out",
    )


def add_backend(command: argparse.ArgumentParser) -> None:
    """Add --backend and --parallel."""
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


def _wrt(text: str) -> int | str | tuple[int | str, ...]:
    """Parse `w,b` or `0,2`; a single item is returned bare, as `grad` takes it."""
    items = [item.strip() for item in text.split(",")]
    wrt = tuple(int(item) if item.isdecimal() else item for item in items)
    return wrt[0] if len(wrt) == 1 else wrt


def options_of(derivative: tl.Derivative, given: argparse.Namespace) -> Options:
    """Return the options of the compiler for a derivative, with --no-optimize."""
    settings = tuple(given.compiler_options.items())
    return changed(derivative.options_in_force, settings)


def backend(options: argparse.Namespace) -> dict[str, str | bool]:
    """Return the options of the compiler that --backend and --parallel ask for."""
    return {"backend": options.backend, "parallel": options.parallel}


def derivative_of(function: Callable, options: argparse.Namespace) -> tl.Derivative:
    """Build the derivative that the options ask for."""
    asked = (options.wrt, options.mode) != (None, None) or options.value
    if isinstance(function, tl.Derivative) and not asked:
        return function
    mode = options.mode or "reverse"
    if options.value and mode != "reverse":
        raise NoAnswer(f"--value: only with --mode reverse, not with {mode}")
    build = tl.value_and_grad if options.value else BUILDERS[mode]
    return build(function, wrt=0 if options.wrt is None else options.wrt)
