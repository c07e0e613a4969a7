"""What the two sweeps of a generated gradient do, read from its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.activity import active_names
from tangentlite.ir.function import Function, Source
from tangentlite.ir.names import TEMPORARY, stem
from tangentlite.ir.rewrite import names_in
from tangentlite.modes.request import Request

_MARK = "# backward"


@dataclass(frozen=True)
class Fact:
    """A value of the primal that the backward sweep reads, or computes again.

    It is saved, bound or computed in a line of the text, and read in others; `name` is
    how the text calls it, `origin` the line that computes it in the forward sweep. Some
    are read for their shapes alone.
    """

    name: str
    line: int
    readers: tuple[int, ...]
    origin: int
    for_shape: bool = False


@dataclass(frozen=True)
class Sweeps:
    """Facts of a gradient by the names of its text.

    The backward sweep begins at the line `backward`. `active` are variables
    that the derivative passes through, `passive` the others; `saved` stand on lists,
    `kept` in variables.
    """

    backward: int
    active: tuple[str, ...]
    passive: tuple[str, ...]
    saved: tuple[Fact, ...]
    kept: tuple[Fact, ...]
    recomputed: tuple[Fact, ...]
    called: tuple[str, ...]


def sweeps_of(
    text: str, sources: Sequence[Source], request: Request, core: Function
) -> Sweeps:
    """Return what the gradient of a request does; `core` is its primal's program."""
    functions = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    function = functions[-1]
    backward = first_backward(text, function.body[0].lineno)
    nodes = [node for node in ast.walk(function) if hasattr(node, "lineno")]
    every = sorted(_bound(nodes), key=lambda one: one[1])
    stores = [one for one in every if one[1] < backward]
    bound = {name for name, _ in stores}
    parameters = [
        one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)
    ]
    loads = [n for n in _names(nodes, ast.Load) if n.lineno >= backward]
    read = {node.id for node in loads}
    saved = list(_appended(nodes, backward, read))
    lists = {name for name, *_ in saved}
    first: dict[str, int] = {}  # where the backward sweep binds it again
    for name, line in every:
        if line >= backward:
            first.setdefault(name, line)
    still = [n for n in loads if n.lineno <= first.get(n.id, n.lineno)]
    kept = sorted(({node.id for node in still} & bound) - lists)
    last = dict(stores)
    shapes = {id(node) for node in _read_for_shape(nodes)}
    values = {node.id for node in still if id(node) not in shapes}
    active, passive = active_and_passive(sources, request, core)
    return Sweeps(
        backward,
        active,
        passive,
        tuple(
            Fact(what, at, _after_pop(nodes, name, place, loads), last.get(what, at))
            for name, place, what, at in saved
        ),
        tuple(
            Fact(n, last[n], _readers([n], still), last[n], n not in values)
            for n in kept
        ),
        tuple(
            Fact(name, line, _readers_until_bound(nodes, [name], loads, line), line)
            for name, line in _recomputed(nodes, backward, {*parameters, *bound})
        ),
        tuple(node.name for node in functions[:-1]),
    )


def first_backward(text: str, otherwise: int = 0) -> int:
    """Return the line where the backward sweep of a text begins."""
    lines = enumerate(text.splitlines(), 1)
    return next((n for n, line in lines if line.strip() == _MARK), otherwise)


def active_and_passive(
    sources: Sequence[Source], request: Request, core: Function
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the user's variables that carry the derivative, and the others."""
    last = core.body[-1]
    outputs = names_in(last.value) if isinstance(last, gast.Return) else set()
    kinds, objects = core.kinds, core.references
    found = active_names(core.body, request.wrt, outputs, kinds, objects)
    users = [s for s in sources if not s.name.startswith(_OURS)]
    own = set(re.findall(r"\w+", "\n".join("\n".join(s.lines) for s in users)))
    named = [n for n in core.kinds if core.bases.get(n) != TEMPORARY]
    bases = {n: core.bases.get(n, n).removesuffix("_") for n in named}
    active = {bases[n] for n in (*found, *request.wrt) if n in bases} & own
    passive = {base for base in bases.values() if base.isidentifier()} & own - active
    return tuple(sorted(active)), tuple(sorted(passive - {"_"}))


_OURS = "tangentlite."


def _names(nodes: list[ast.AST], context: type) -> Iterator[ast.Name]:
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, context):
            yield node


def _bound(nodes: list[ast.AST]) -> Iterator[tuple[str, int]]:
    """Yield the names that are assigned, with their lines."""
    for node in _names(nodes, ast.Store):
        if node.id != "_":
            yield node.id, node.lineno


def _appended(
    nodes: list[ast.AST], backward: int, read: set[str]
) -> Iterator[tuple[str, int, str, int]]:
    """Yield the lists that the backward sweep reads, what they are given, and where.

    Of a tuple that is saved each item stands for itself, with its place.
    """
    for node in nodes:
        if not isinstance(node, ast.Call) or node.lineno >= backward:
            continue
        called = node.func
        if not isinstance(called, ast.Attribute) or called.attr != "append":
            continue
        if isinstance(called.value, ast.Name) and called.value.id in read:
            items = getattr(node.args[0], "elts", node.args)
            for place, item in enumerate(items):
                yield called.value.id, place, ast.unparse(item), node.lineno


def _read_for_shape(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """Yield what is read for its shape or dtype alone."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in _SHAPES:
            yield node.value
        elif isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else ""
            if name in _LIKE or getattr(called, "id", "") == "len":
                yield from node.args[:1]


_SHAPES = {"shape", "size", "ndim", "dtype"}
_LIKE = {"zeros_like", "ones_like", "empty_like", "full_like", "shape", "size"}


def _after_pop(
    nodes: list[ast.AST], saved: str, place: int, loads: list[ast.Name]
) -> tuple[int, ...]:
    """Return the lines that read an item popped off a list, or else the list."""
    for node in nodes:
        if isinstance(node, ast.Assign) and _popped(node.value) == saved:
            targets = getattr(node.targets[0], "elts", node.targets)
            stored = _names(list(ast.walk(targets[place])), ast.Store)
            names = [one.id for one in stored]
            return _readers_until_bound(nodes, names, loads, node.lineno)
    return _readers([saved], loads)


def _readers_until_bound(
    nodes: list[ast.AST], names: list[str], loads: list[ast.Name], line: int
) -> tuple[int, ...]:
    """Return the lines that read variables as a line binds them.

    Where the same block, or one around it, binds one again, that is another value.

    >>> text = "b = s.pop()\\nc = b\\nb = t.pop()\\nd = b"
    >>> nodes = list(ast.walk(ast.parse(text)))
    >>> _readers_until_bound(nodes, ["b"], list(_names(nodes, ast.Load)), 1)
    (2,)
    """
    found: set[int] = set()
    for name in names:
        stores = [node for node in _names(nodes, ast.Store) if node.id == name]
        column = min(node.col_offset for node in stores if node.lineno == line)
        again = [
            node.lineno
            for node in stores
            if node.lineno > line and node.col_offset <= column
        ]
        until = min(again, default=None)
        lines = _readers([name], loads, line)
        found.update(n for n in lines if until is None or n <= until)
    return tuple(sorted(found))


def _readers(
    names: Iterable[str], loads: list[ast.Name], behind: int = 0
) -> tuple[int, ...]:
    wanted = set(names)
    return tuple(
        sorted({n.lineno for n in loads if n.id in wanted and n.lineno > behind})
    )


def _popped(value: ast.expr) -> str | None:
    """Return the list that an expression pops its value off, None if there is none."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        if value.func.attr == "pop" and isinstance(value.func.value, ast.Name):
            return value.func.value.id
    return None


def _recomputed(
    nodes: list[ast.AST], backward: int, primal: set[str]
) -> Iterator[tuple[str, int]]:
    """Yield variables of the primal that the backward sweep computes, with lines."""
    for node in nodes:
        if not isinstance(node, ast.Assign) or node.lineno < backward:
            continue
        if _popped(node.value) is not None:
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and not target.id.endswith("_bar"):
                if stem(target.id) in {stem(name) for name in primal}:
                    yield target.id, node.lineno
