"""Which line of a function, or of its derivative, is the first to make nan or inf."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import linecache
import os
import sys
import sysconfig
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite.api.checks.line_values import values_read
from tangentlite.calls.arguments.pytree import copies, leaves, written
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.shown.shown_callable import ShownCallable
from tangentlite.errors import ArgumentError
from tangentlite.kinds.objects.libraries import is_library
from tangentlite.options import options
from tangentlite.rules.binding import bound, call_with
from tangentlite.tracebacks.frames import surface
from tangentlite.tracebacks.origins import first_line, is_generated, lines_at


@dataclass(frozen=True)
class NotFinite:
    """The first number that is not finite: where it is made, and from what.

    `part` is "argument", "primal" or "derivative". `lines` are places of the user's,
    each with its text: several where a line of the derivative belongs to more than one.
    That one is `text`, which is empty for the primal. `entry` names the value, or an
    entry of it, and `values` has what the line reads, of arrays of the value's shape
    the entry at that place, too. `turn` has the variables of the loops around the line.
    """

    part: str
    entry: str
    value: float
    lines: tuple[tuple[str, str], ...] = ()
    text: str = ""
    values: tuple[tuple[str, str], ...] = ()
    turn: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> str:
        """The file and the number of the first of the lines."""
        return self.lines[0][0] if self.lines else ""

    @property
    def line(self) -> str:
        """The text of the first of the lines."""
        return self.lines[0][1] if self.lines else ""

    def __str__(self) -> str:
        """Return a report of some lines."""
        if self.part == "argument":
            return f"The argument {self.entry} is {self.value}."
        parts = [f"{self.entry} is {self.value} in the {self.part}, at"]
        parts += [f"  {place}:\n    {line}" for place, line in self.lines]
        if self.text:
            parts.append(f"in the derivative's text:\n    {self.text}")
        if self.turn:
            parts.append(f"where {', '.join(map(' = '.join, self.turn))}")
        if self.values:
            told = "\n".join(f"    {name} = {value}" for name, value in self.values)
            parts.append(f"with\n{told}")
        return "\n".join(parts)


@surface
def find_nan(
    derivative: Derivative, *args: object, **kwargs: object
) -> NotFinite | None:
    """Find the line of a function or its derivative that first makes nan or inf.

    The function runs line by line, then its derivative as NumPy computes it, which both
    take much longer than a call. Returns None if all numbers are finite. What a line
    says itself (`np.inf`), and arrays without values (`np.empty`), do not count. Raises
    ArgumentError for what is no derivative.

    >>> import numpy as np
    >>> import tangentlite as tl
    >>> def norm(x):
    ...     squares = np.sum(x * x)
    ...     return np.sqrt(squares)
    >>> with np.errstate(all="ignore"):
    ...     found = tl.find_nan(tl.grad(norm), np.zeros(2))
    >>> found.part, found.line
    ('derivative', 'return np.sqrt(squares)')
    >>> tl.find_nan(tl.grad(norm), np.ones(2)) is None
    True
    """
    if not isinstance(derivative, Derivative):
        raise ArgumentError(
            f"find_nan needs a derivative, and was given {_described(derivative)}.\n"
            "Pass what tl.grad, tl.value_and_grad or tl.autodiff returns; in place of "
            "a Jacobian tl.elementwise_grad(f), and of a Hessian "
            "tl.elementwise_grad(tl.grad(f))."
        )
    given = bound(derivative, args, kwargs)
    for name, value in given.items():
        for path, leaf in leaves(value).items():
            if (found := _first(leaf)) is not None:
                where, number = found
                entry = f"{name}{written(path)}{where}"
                return NotFinite("argument", entry, number)
    primal: Any = derivative.primal
    own = inspect.signature(primal).parameters
    values = dict(zip(own, copies(given[name] for name in own)))
    if isinstance(primal, Derivative):
        text = _by_numpy(primal, (), values)
        in_primal = _Watch(_is_text).run(text, values)
    else:
        in_primal = _Watch(_beside(primal)).run(primal, values)
    if in_primal is not None:
        return in_primal
    values = dict(zip(given, copies(given.values())))
    text = _by_numpy(derivative, args, kwargs)
    return _Watch(_is_text).run(text, values)


def _described(given: object) -> str:
    return repr(given) if isinstance(given, ShownCallable) else type(given).__name__


def _by_numpy(derivative: Derivative, args: tuple, kwargs: dict) -> Callable:
    """Return the generated function for some arguments, as NumPy runs it."""
    with options(backend="numpy", parallel=False):
        made = derivative.generated(args, kwargs)
    if made.bind.again is None:
        return made.function
    return made.bind.again().bind(made.cells)  # its own backend is numba


def _is_text(frame: types.FrameType) -> bool:
    return is_generated(frame.f_code)


class _Stopped(BaseException):
    """Ends a run; no handler of the user's catches it."""


class _Watch:
    """Looks at all variables after each line of the code that it watches."""

    def __init__(self, watches: Callable[[types.FrameType], bool]) -> None:
        self._watches = watches
        self._found: NotFinite | None = None

    def run(self, function: Callable, values: dict[str, Any]) -> NotFinite | None:
        """Return what a call finds, None if all that it computes is finite."""
        former = sys.gettrace()
        sys.settrace(self._called)
        try:
            call_with(function, values)
        except _Stopped:
            pass
        finally:
            sys.settrace(former)
        return self._found

    def _called(self, frame: types.FrameType, event: str, arg: object) -> Any:
        if not self._watches(frame):
            return None
        line = frame.f_lineno
        # Values that are known not to be finite: each is reported once, or excused.
        known = {(name, id(value)) for name, value in frame.f_locals.items()}

        def after(frame: types.FrameType, event: str, arg: object) -> Any:
            nonlocal line
            if event == "exception":
                return after
            for name, value in frame.f_locals.items():
                found = _first(_last_of(value))
                if found is None:
                    known.discard((name, id(value)))
                elif (name, id(value)) not in known:
                    self._stop(frame, line, name, value, found)
                    known.add((name, id(value)))
            if event == "return" and (found := _first(_last_of(arg))) is not None:
                self._stop(frame, line, "the result", arg, found)
            line = frame.f_lineno
            return after

        return after

    def _stop(
        self,
        frame: types.FrameType,
        number: int,
        name: str,
        whole: object,
        found: tuple[str, float],
    ) -> None:
        """Report a value that a line has made, unless the line says it itself."""
        text = linecache.getline(frame.f_code.co_filename, number).strip()
        whole_text, parts = _parts(frame, number, text)
        if any(_says_it(node) for part in parts for node in ast.walk(part)):
            return
        is_text = _is_text(frame)
        lines = [(f"{frame.f_code.co_filename}:{number}", text)]
        if is_text:
            file = frame.f_code.co_filename
            lines = [
                (f"{source.filename}:{at}", source.lines[at - source.first].strip())
                for source, at in lines_at(file, number - first_line(file))
            ]
        where, value = found
        read = {**frame.f_globals, **frame.f_locals}
        read.pop(name, None)
        shape = getattr(_last_of(whole), "shape", None)
        self._found = NotFinite(
            "derivative" if is_text else "primal",
            f"{name}{where}",
            value,
            tuple(lines),
            text if is_text else "",
            tuple(values_read(parts, whole_text, read, where, shape)),
            tuple(_turn(frame, number)),
        )
        raise _Stopped


def _parts(frame: types.FrameType, number: int, text: str) -> tuple[str, list[ast.AST]]:
    """Return the parts of the statement at a line, of a block those of its head.

    In front is the text that they are of: the file, or that of the line.
    """
    within = [node for node in _nodes(frame) if isinstance(node, ast.stmt)]
    within = [n for n in within if n.lineno <= number <= (n.end_lineno or n.lineno)]
    innermost: Any = max(within, key=lambda node: node.lineno, default=None)
    if innermost is None:
        with contextlib.suppress(SyntaxError):  # the head of a block, or a part
            return text, [ast.parse(text)]
        return text, []
    parts = ast.iter_child_nodes(innermost)
    return _text(frame), [part for part in parts if not isinstance(part, ast.stmt)]


def _nodes(frame: types.FrameType) -> Iterator[ast.AST]:
    """Yield the nodes of the file that a frame is of."""
    # The file may have changed since, or be a page of a notebook.
    with contextlib.suppress(SyntaxError):
        yield from ast.walk(ast.parse(_text(frame)))


def _text(frame: types.FrameType) -> str:
    return "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))


def _says_it(node: ast.AST) -> bool:
    """Whether an expression is inf, nan, or an array without values."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, (float, complex)):
            return not np.isfinite(node.value)
        text = node.value if isinstance(node.value, str) else ""
        return text.strip("+- ").lower() in _NOT_FINITE
    name = getattr(node, "attr", getattr(node, "id", ""))
    return name.lower() in _NOT_FINITE or name in ("empty", "empty_like")


_NOT_FINITE = ("inf", "nan", "infinity", "ninf", "pinf", "infty")


def _beside(primal: Any) -> Callable[[types.FrameType], bool]:
    """Return whether a frame is the user's, who may be the author of a library."""
    own = os.path.dirname(_file_of(primal))

    def watches(frame: types.FrameType) -> bool:
        name = frame.f_code.co_filename
        if is_library(str(frame.f_globals.get("__name__"))):
            return False
        return not name.startswith(_INSTALLED) or os.path.dirname(name) == own

    return watches


def _file_of(primal: Any) -> str:
    """Return the file of a function, a partial's, or of the class of an object."""
    primal = inspect.unwrap(primal)
    while isinstance(primal, functools.partial):
        primal = inspect.unwrap(primal.func)
    code = getattr(primal, "__code__", None)
    if code is None:  # an object that is called
        code = getattr(type(primal).__call__, "__code__", None)
    return code.co_filename if code is not None else ""


_INSTALLED = tuple(sysconfig.get_path(kind) + os.sep for kind in ("purelib", "platlib"))


def _last_of(value: object) -> object:
    """Return what a line may have added to a list; other values as they are."""
    if isinstance(value, (list, tuple)) and value:
        return value[-1]
    return value


def _first(value: object) -> tuple[str, float] | None:
    """Return the place of the first entry that is not finite, and that entry."""
    if isinstance(value, (float, complex, np.inexact)):
        return None if np.isfinite(value) else ("", value)  # type: ignore[return-value]
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fc":
        return None
    finite = np.isfinite(value)
    if finite.all():
        return None
    where = np.unravel_index(int(np.argmin(finite)), value.shape)
    shown = f"[{', '.join(map(str, where))}]" if where else ""
    return shown, value[where]


def _turn(frame: types.FrameType, number: int) -> Iterator[tuple[str, str]]:
    """Yield the variables of the loops around a line, with their values."""
    for loop in _nodes(frame):
        if not isinstance(loop, (ast.For, ast.AsyncFor)):
            continue
        if not loop.body[0].lineno <= number <= (loop.body[-1].end_lineno or 0):
            continue
        if loop.lineno < frame.f_code.co_firstlineno:
            continue  # it is around the function
        for name in (n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)):
            value = frame.f_locals.get(name)
            if isinstance(value, (float, int, np.generic, str)):
                yield name, str(value)
