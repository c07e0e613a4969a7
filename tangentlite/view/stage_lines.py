"""The lines of a generated text: which of the user's they come from, in which sweep."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tangentlite.emit.text.statement_text import End
from tangentlite.ir.function import Function, Source
from tangentlite.tracebacks.origins import Line, of_text, users_lines
from tangentlite.view.gradient_facts import first_backward


@dataclass(frozen=True)
class StageLine:
    """A line of a text, and the lines of the user's that it may belong to.

    Its `sweep` is "forward", "backward", "tangent", or "" of what is in neither.
    """

    number: int
    text: str
    places: tuple[Line, ...] = ()
    sweep: str = ""


@dataclass(frozen=True)
class StageText:
    """The text of a stage, as a whole and by lines."""

    text: str
    lines: tuple[StageLine, ...]


def stage_text(
    text: str,
    ends: Sequence[End],
    function: Function,
    mode: str = "reverse",
    tangents: Iterable[str] = (),
) -> StageText:
    """Return the lines of a text of a program, in which statements have such ends.

    Of a program in forward mode the sweep of tangents is what depends on `tangents`; in
    no mode, "", there are no sweeps.

    >>> from tangentlite.ir.example import function_of
    >>> from tangentlite.emit.module.module_text import module_with_positions
    >>> f = function_of("y = 2.0 * x\\nreturn y", x="", y="")
    >>> for line in stage_text(*module_with_positions(f, {}), f).lines:
    ...     print(line.text, [number for _, number in line.places])
    def example(x): []
        y = 2.0 * x [1]
        return y [2]
    """
    tree = ast.parse(text)
    origins = of_text(ends, function.sources)
    silent = set(_without_origin(tree))
    primal = {f.name: f.primal for f in (*functions_of(function), function)}
    own = [node for node in tree.body if getattr(node, "name", None) in primal]
    sweeps: dict[int, str] = {}
    if mode == "reverse":
        sweeps = dict(_sweeps(own, primal, first_backward(text)))
    elif mode == "forward":
        sweeps = dict(_Tangents(own, tangents).block(own))
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or number in silent:
            lines.append(StageLine(number, line))
            continue
        found = users_lines(origins, number)
        places = tuple(place for place in found if is_users(place[0]))
        sweep = sweeps.get(number, "")
        if line.strip().startswith("#") and places:  # it quotes what is below it
            sweep = sweeps.get(number + 1, "")
        lines.append(StageLine(number, line, places, sweep))
    return StageText(text, tuple(lines))


def is_users(source: Source) -> bool:
    """Whether a source is a text of the user's, which may be shown."""
    own = source.generated or source.is_derivative
    return not own and not source.name.startswith("tangentlite.")


def functions_of(function: Function) -> Iterator[Function]:
    """Yield the functions that stand in the text in front of one."""
    for one in (*function.callees, *function.compiled):
        yield from functions_of(one)
        yield one


def _without_origin(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of docstrings, imports and heads of functions."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            yield from range(first, node.body[0].lineno)
            if ast.get_docstring(node) is not None:
                heading = node.body[0]
                end = heading.end_lineno or heading.lineno
                yield from range(heading.lineno, end + 1)


def _sweeps(
    own: Iterable[ast.stmt], primal: dict[str, frozenset[str]], backward: int
) -> Iterator[tuple[int, str]]:
    """Yield the lines of statements in reverse mode with their sweeps."""
    for node in own:
        if isinstance(node, ast.FunctionDef):
            inside = node.lineno < backward <= (node.end_lineno or 0)
            rule = _Halves(primal[node.name], backward if inside else 0)
            yield from rule.block(node.body)


class _Sweeps:
    """Blocks of statements, whose sweeps a subclass tells."""

    def of(self, statement: ast.stmt) -> str:
        """Return the sweep of a statement that has no block."""
        raise NotImplementedError

    def block(self, statements: Iterable[ast.stmt]) -> Iterator[tuple[int, str]]:
        for statement in statements:
            if isinstance(statement, ast.Return):
                continue
            blocks = [getattr(statement, name, []) for name in ("body", "orelse")]
            inner = [pair for block in blocks for pair in self.block(block)]
            if not any(blocks):
                last = statement.end_lineno or statement.lineno
                for number in range(statement.lineno, last + 1):
                    yield number, self.of(statement)
                continue
            found = {sweep for _, sweep in inner}
            yield statement.lineno, found.pop() if len(found) == 1 else ""
            yield from inner


@dataclass(frozen=True)
class _Halves(_Sweeps):
    """Told apart by the mark between the sweeps, or else by whose names are bound."""

    primal: frozenset[str]
    backward: int

    def of(self, statement: ast.stmt) -> str:
        if self.backward:
            return "backward" if statement.lineno > self.backward else "forward"
        return "forward" if set(_written(statement)) <= self.primal else "backward"


class _Tangents(_Sweeps):
    """Told apart by what depends on the tangents that are given."""

    def __init__(self, own: Iterable[ast.stmt], tangents: Iterable[str]) -> None:
        functions = [node for node in own if isinstance(node, ast.FunctionDef)]
        flows = list(_flows({node.name: node for node in functions}))
        self._names, before = set(tangents), -1
        while before < len(self._names):
            before = len(self._names)
            for read, written in flows:
                if read & self._names:
                    self._names |= written

    def of(self, statement: ast.stmt) -> str:
        named = set(_written(statement)) or _read(statement)
        return "tangent" if self._names & named else "forward"


def _flows(functions: dict[str, ast.FunctionDef]) -> Iterator[tuple[set, set]]:
    """Yield names that are read together with those that get what they hold."""
    for node in (n for one in functions.values() for n in ast.walk(one)):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            yield _read(node.value), set(_written(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            *given, out = node.value.args or [node.value]  # np.dot(x, y, out)
            yield set().union(*map(_read, given)), _read(out)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = functions.get(node.func.id)
            for parameter, value in zip(called.args.args if called else (), node.args):
                yield _read(value), {parameter.arg}


def _read(part: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def _written(statement: ast.stmt) -> Iterator[str]:
    """Yield the variables that a statement binds or writes into."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = list(statement.targets)
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        targets = [statement.target]
    while targets:
        target = targets.pop()
        if isinstance(target, ast.Name):
            yield target.id
        elif isinstance(target, (ast.Subscript, ast.Attribute, ast.Starred)):
            targets.append(target.value)
        else:  # a tuple or a list
            targets += getattr(target, "elts", [])
