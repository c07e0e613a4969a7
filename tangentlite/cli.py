"""The command line: print the derivative of a function in a user's module."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np

import tangentlite as tl

# Frames that are not the user's in the traceback of an import that failed.
OWN_FRAMES = (__file__, importlib.__file__, "<frozen importlib")

BUILDERS: dict[str, Callable[..., tl.Derivative]] = {
    "reverse": tl.grad,
    "forward": partial(tl.autodiff, mode="forward"),
    "vjp": partial(tl.autodiff, mode="reverse"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 if there is no answer.

    What prevents an answer is said on the standard error stream.
    """
    options = _parser().parse_args(argv)
    try:
        options.run(options)
    except (_NoAnswer, tl.TangentliteError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


class _NoAnswer(Exception):
    """What was asked for cannot be shown; the message is one line."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tangentlite", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    show = commands.add_parser(
        "show",
        help="print the source of a derivative",
        description="Print the source of the derivative of a function. A function "
        "that its module has differentiated already (@tl.grad) is shown as it is "
        "there, unless --wrt, --mode or --value asks for another derivative.",
    )
    show.set_defaults(run=_show)
    show.add_argument(
        "target",
        metavar="TARGET",
        help="pkg/mod.py:function, pkg.mod:function or mod.py:Class.method",
    )
    show.add_argument(
        "--wrt",
        type=_wrt,
        metavar="W,B",
        help="parameters to differentiate, by name or position (default: the first)",
    )
    show.add_argument(
        "--mode",
        choices=tuple(BUILDERS),
        help="reverse: the gradient (default); forward: the Jacobian-vector "
        "product; vjp: the vector-Jacobian product",
    )
    show.add_argument(
        "--value", action="store_true", help="the value together with the gradient"
    )
    show.add_argument(
        "--arg",
        dest="args",
        action="append",
        default=[],
        metavar="NAME=EXPRESSION",
        help="an example of a parameter's value, in the names of the module and np",
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
    show.add_argument(
        "-o", dest="output", type=Path, metavar="FILE", help="write to FILE"
    )
    return parser


def _wrt(text: str) -> int | str | tuple[int | str, ...]:
    """Read `w,b` or `0,2`; a single item stands bare, as `grad` takes it."""
    items = [item.strip() for item in text.split(",")]
    wrt = tuple(int(item) if item.isdecimal() else item for item in items)
    return wrt[0] if len(wrt) == 1 else wrt


def _show(options: argparse.Namespace) -> None:
    stage = _stage(options.stage)
    place, _, name = options.target.rpartition(":")
    if not (place and name):
        raise _NoAnswer(f"{options.target}: write path/mod.py:function or mod:function")
    # What the user's module prints is no part of the derivative.
    with contextlib.redirect_stdout(sys.stderr), _imported(place) as module:
        function = _function(module, place, name)
        arguments = dict(_argument(text, function, module) for text in options.args)
        with tl.options(**options.compiler_options):
            text = _derivative(function, options).text(arguments, stage)
    _write(text.rstrip("\n") + "\n", options.output)


def _stage(name: str | None) -> str:
    from tangentlite.pipeline import STAGES

    if name is None:
        return STAGES[-1]
    if name not in STAGES:
        raise _NoAnswer(f"--stage {name}: the stages are {', '.join(STAGES)}")
    return name


@contextlib.contextmanager
def _imported(place: str) -> Iterator[ModuleType]:
    """Import a module by path or name, with its folder in front of `sys.path`.

    A file is registered under its stem, which is given back afterwards.
    """
    path = Path(place)
    if path.suffix != ".py":
        with _first_on_path(Path()):
            yield _import(partial(importlib.import_module, place), place)
        return
    if not path.is_file():
        raise _NoAnswer(f"{place}: no such file")
    replaced = sys.modules.get(path.stem)
    with _first_on_path(path.parent):
        try:
            yield _import(partial(_load, path), place)
        finally:
            sys.modules.pop(path.stem, None)
            if replaced is not None:
                sys.modules[path.stem] = replaced


@contextlib.contextmanager
def _first_on_path(folder: Path) -> Iterator[None]:
    entry = str(folder.resolve())
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        sys.path.remove(entry)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path.resolve())
    assert spec is not None and spec.loader is not None  # the suffix is .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _import(load: Callable[[], ModuleType], place: str) -> ModuleType:
    try:
        return load()
    except tl.TangentliteError:
        raise
    except SyntaxError as error:
        where = f"{_shown(error.filename)}:{error.lineno}:{error.offset}"
        raise _NoAnswer(f"{where}: {type(error).__name__}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        frames = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith(OWN_FRAMES)
        ]
        where = f"{_shown(frames[0].filename)}:{frames[0].lineno}" if frames else place
        raise _NoAnswer(f"{where}: cannot be imported: {_described(error)}") from None


def _shown(filename: str | None) -> str:
    """Shorten a path inside the working folder."""
    path = Path(filename or "<unknown>")
    inside = path.is_relative_to(Path.cwd())
    return str(path.relative_to(Path.cwd()) if inside else path)


def _described(error: BaseException) -> str:
    """Put an exception on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _function(module: ModuleType, place: str, name: str) -> Callable:
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            close = difflib.get_close_matches(part, dir(found), n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise _NoAnswer(f"{place}: no function {name!r}{hint}")
        found = getattr(found, part)
    if not callable(found):
        kind = type(found).__name__
        raise _NoAnswer(f"{place}: {name!r} is not a function ({kind})")
    return found


def _argument(text: str, function: Callable, module: ModuleType) -> tuple[str, object]:
    """Evaluate one `--arg`, a parameter's name and an expression."""
    name, equals, expression = (part.strip() for part in text.partition("="))
    if not (equals and name and expression):
        raise _NoAnswer(f"--arg {text}: write NAME=EXPRESSION")
    try:
        parameters = tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        raise _NoAnswer(f"--arg {text}: the parameters are not known") from None
    if name not in parameters:
        known = ", ".join(parameters) or "none"
        raise _NoAnswer(f"--arg {text}: no parameter {name!r}; there are: {known}")
    try:
        return name, eval(expression, {"np": np, **vars(module)})
    except (Exception, SystemExit) as error:
        raise _NoAnswer(f"--arg {text}: {_described(error)}") from None


def _derivative(function: Callable, options: argparse.Namespace) -> tl.Derivative:
    """Build the derivative that the options ask for."""
    asked = (options.wrt, options.mode) != (None, None) or options.value
    if isinstance(function, tl.Derivative) and not asked:
        return function
    mode = options.mode or "reverse"
    if options.value and mode != "reverse":
        raise _NoAnswer(f"--value: only with --mode reverse, not with {mode}")
    build = tl.value_and_grad if options.value else BUILDERS[mode]
    return build(function, wrt=0 if options.wrt is None else options.wrt)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        _print(_coloured(text))
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _NoAnswer(f"-o {output}: {error.strerror}") from None


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough; what is flushed at exit must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _coloured(text: str) -> str:
    """Highlight for a terminal, where Pygments is installed and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    try:
        from pygments import highlight
        from pygments.formatters import TerminalFormatter
        from pygments.lexers import PythonLexer
    except ImportError:
        return text
    return highlight(text, PythonLexer(), TerminalFormatter())
