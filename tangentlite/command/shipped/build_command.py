"""`build`: write derivatives as modules of their own, or check that they are true."""

from __future__ import annotations

import argparse
import contextlib
import copy
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path

import tangentlite as tl
from tangentlite.calls.generated import example_calls
from tangentlite.calls.kept.made_from import made_from
from tangentlite.command.derivative_options import (
    add_backend,
    add_mode,
    add_target,
    backend,
    derivative_of,
)
from tangentlite.command.printing import print_refusal, print_text, write_source
from tangentlite.command.shipped.project_targets import listed, outputs_of, root_of
from tangentlite.command.shipped.shipped_header import (
    command_in,
    difference,
    function_in_module,
    header,
    is_same,
)
from tangentlite.command.target import (
    all_arguments,
    opened,
    place_and_name,
    require_examples,
    spread,
)
from tangentlite.command.user_modules import NoAnswer
from tangentlite.emit.saved.saved_module import of_function
from tangentlite.emit.saved.shipped_module import kinds_text
from tangentlite.emit.variant import Generated
from tangentlite.modes.request import tangent_pairs


def add_build(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    build = commands.add_parser(
        "build",
        help="write a derivative as a module that is shipped",
        description="Write the derivative of a function as a module that needs NumPy "
        "alone, with a digest of the sources that it was made from. Without TARGET: "
        "all that [[tool.tangentlite.build]] lists in pyproject.toml. A TARGET that is "
        "such a module is built as its header says. With --check nothing is written: "
        "exit status 1, and a diff, if a module is not what would be written.",
    )
    _add_options(build)
    build.add_argument(
        "--check",
        action="store_true",
        help="only compare; exit status 1 if a primal or a rule has changed since",
    )


def _add_options(build: argparse.ArgumentParser) -> None:
    build.set_defaults(run=_build)
    add_target(build, "default: the first", "an example of a parameter's value", "?")
    add_mode(build)
    add_backend(build)
    build.add_argument(
        "--unchecked",
        action="store_true",
        help="leave out the checks of the kinds of arguments",
    )
    build.add_argument(
        "-o", dest="output", type=Path, metavar="FILE", help="the module to write"
    )


def _build(options: argparse.Namespace) -> int:
    """Build or check one target, or all that are listed; return the exit status."""
    place = Path(options.target) if options.target else None
    if place is None or place.suffix == ".py" and ":" not in options.target:
        root = root_of(place.parent if place else Path())
        commands = [_of_module(place)] if place else listed(root)
        given = [_parsed(argv) for argv in commands]
    else:
        root, given = Path().resolve(), [options]
    outputs = [root / one.output for one in given if one.output is not None]
    outputs += outputs_of(root)
    statuses = []
    for one in given:
        with contextlib.chdir(root):
            try:
                statuses.append(_finished(one, options.check, outputs))
            except (NoAnswer, tl.TangentliteError) as error:
                if len(given) > 1:
                    of = f"{one.output.as_posix()} is not built, of {one.target}:"
                    print(of, file=sys.stderr)
                print_refusal(error)
                statuses.append(2)
    return max(statuses)


def _of_module(path: Path) -> list[str]:
    """Return the arguments of `build` in the header of a module."""
    try:
        argv = command_in(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NoAnswer(f"{path}: {reason}; a function is mod.py:function") from None
    if argv is None:
        raise NoAnswer(
            f"{path}: not built by tangentlite; a function is {path}:function"
        )
    return argv


def _parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments of `build`, but for --check."""
    parser = argparse.ArgumentParser(prog="tangentlite build", exit_on_error=False)
    _add_options(parser)
    try:
        return parser.parse_args(argv)
    except argparse.ArgumentError as error:
        raise NoAnswer(f"{argv[0]}: {error}") from None


def _finished(options: argparse.Namespace, check: bool, outputs: Sequence[Path]) -> int:
    """Build or check one target, of a project with such outputs."""
    if options.output is None:
        raise NoAnswer(f"{options.target}: -o says where the module is")
    text = _shipped(options, outputs)
    name, old = options.output.as_posix(), None
    if options.output.is_file():
        old = options.output.read_text(encoding="utf-8", errors="replace")
    if old is not None and old.strip() and command_in(old) is None:
        raise NoAnswer(
            f"-o {name}: there is a file that `tangentlite build` has not written; "
            "give another name, or remove it"
        )
    if not check:
        if old == text:
            print_text(f"{name}: unchanged\n")
            return 0
        options.output.parent.mkdir(parents=True, exist_ok=True)
        write_source(text, options.output)
        print_text(f"{name}: written, with {function_in_module(text)}\n")
        return 0
    if old is None:
        print_text(f"{name} is missing: run `tangentlite build`, and commit it.\n")
        return 1
    if is_same(old, text):
        print_text(f"{name}: up to date\n")
        return 0
    print_text(difference(name, old, text, _command(options)))
    return 1


def _shipped(options: argparse.Namespace, outputs: Sequence[Path]) -> str:
    """Return the text of the module that is asked for."""
    with opened(options.target, options.args, outputs) as (function, arguments):
        derivative = derivative_of(function, options)
        primal = derivative.primal
        arguments = spread(options.target, function, primal, arguments)
        require_examples(options.target, primal, arguments)
        with tl.options(**backend(options), **options.compiler_options):
            made, kinds = _generated(options.target, derivative, arguments)
        asked = None if options.unchecked else kinds
        pairs = tangent_pairs(derivative.request)
        text = of_function(made, _defaults(derivative), asked, pairs, names_lines=True)
        top = header(_command(options), kinds_text(kinds), made_from(made))
    return f"{top}\n{text}"


def _generated(
    target: str, derivative: tl.Derivative, arguments: dict[str, object]
) -> tuple[Generated, dict[str, object]]:
    """Return the derivative for examples, and the kinds of its arguments.

    A cotangent is like the result, so the function is called for it.
    """
    request = derivative.request
    if (
        derivative.mode == "reverse"
        and "init_grad" in inspect.signature(derivative).parameters
    ):
        args = all_arguments(target, derivative.primal, arguments)
        given = {"init_grad": derivative.primal(*copy.deepcopy(args))}
        _, kinds, extra = derivative.bound_kinds(tuple(args), given)
        made = derivative.generated(tuple(args), given)
        return made, {**kinds, **extra, **(made.exact or {})}
    made = example_calls.generated(request, arguments, derivative.options_in_force)
    kinds = example_calls.kinds_of(request, arguments)
    return made, {**kinds, **(made.exact or {})}


def _defaults(derivative: tl.Derivative) -> dict[str, object]:
    """Return the defaults of parameters by their names."""
    parameters = inspect.signature(derivative).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not p.empty}


def _command(options: argparse.Namespace) -> list[str]:
    """Return the arguments that make the module again, from the project's folder."""
    root = root_of(Path())
    place, name = place_and_name(options.target)
    if Path(place).suffix == ".py":
        place = _within(root, Path(place))
    argv = [f"{place}:{name}"]
    if options.wrt is not None:
        several = isinstance(options.wrt, tuple)
        argv += [
            "--wrt",
            ",".join(map(str, options.wrt)) if several else str(options.wrt),
        ]
    for one in options.args:
        argv += ["--arg", one]
    argv += ["--mode", options.mode] if options.mode else []
    argv += ["--backend", options.backend] if options.backend != "numpy" else []
    flags = {
        "--value": options.value,
        "--unchecked": options.unchecked,
        "--parallel": options.parallel,
        "--no-optimize": bool(options.compiler_options),
    }
    argv += [flag for flag, is_given in flags.items() if is_given]
    return [*argv, "-o", _within(root, options.output)]


def _within(root: Path, path: Path) -> str:
    """Return a path from the project's folder; of one outside the name alone."""
    whole = path.resolve()
    return (
        whole.relative_to(root).as_posix() if whole.is_relative_to(root) else path.name
    )
