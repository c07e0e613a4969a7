"""What the two sweeps of a generated gradient do, read from its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

import gast

from tangentlite.analysis.activity import active_names
from tangentlite.emit.variant import Generated
from tangentlite.ir.function import Function
from tangentlite.ir.names import stem
from tangentlite.ir.rewrite import names_in
from tangentlite.modes.request import Request

_MARK = "# backward"


@dataclass(frozen=True)
class Sweeps:
    """Facts of a gradient by the names of its text.

    The backward sweep begins at the line `backward`. `active` are variables
    that the derivative passes through, `passive` the others; `saved` and
    `recomputed` stand with a line of the text.
    """

    backward: int
    active: tuple[str, ...]
    passive: tuple[str, ...]
    saved: tuple[tuple[str, int], ...]
    kept: tuple[str, ...]
    recomputed: tuple[tuple[str, int], ...]
    called: tuple[str, ...]


def sweeps_of(made: Generated, request: Request, core: Function) -> Sweeps:
    """Return what the gradient of a request does; `core` is its primal's program."""
    tree = ast.parse(made.text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    function = functions[-1]
    numbers = (n for n, text in enumerate(made.text.splitlines(), 1) if _marks(text))
    backward = next(numbers, function.body[0].lineno)
    nodes = list(ast.walk(function))
    bound = {n for n, line in _bound(nodes) if line < backward}
    parameters = [
        one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)
    ]
    read = {n.id for n in _names(nodes, ast.Load) if n.lineno >= backward}
    tapes = list(_appended(nodes, backward, read))
    lists = {name for name, _, _ in tapes}
    kept = [n for n in bound if n in read and n not in lists]
    active, passive = _by_activity(made, request, core)
    return Sweeps(
        backward,
        active,
        passive,
        tuple((text, line) for _, text, line in tapes),
        tuple(sorted(kept)),
        tuple(_recomputed(nodes, backward, {*parameters, *bound})),
        tuple(node.name for node in functions[:-1]),
    )


def _marks(line: str) -> bool:
    return line.strip() == _MARK


def _by_activity(
    made: Generated, request: Request, core: Function
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the user's variables that carry the derivative, and the others."""
    last = core.body[-1]
    outputs = names_in(last.value) if isinstance(last, gast.Return) else set()
    kinds, objects = core.kinds, core.references
    found = active_names(core.body, request.wrt, outputs, kinds, objects)
    sources = [s for s in made.bind.loadable.sources if not s.name.startswith(_OURS)]
    own = set(re.findall(r"\w+", "\n".join("\n".join(s.lines) for s in sources)))
    bases = {n: core.bases.get(n, n).removesuffix("_") for n in core.kinds}
    active = {bases.get(n, n) for n in (*found, *request.wrt)} & own
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
) -> Iterator[tuple[str, str, int]]:
    """Yield the lists that the backward sweep reads, what they are given, and where."""
    for node in nodes:
        if not isinstance(node, ast.Call) or node.lineno >= backward:
            continue
        called = node.func
        if not isinstance(called, ast.Attribute) or called.attr != "append":
            continue
        if isinstance(called.value, ast.Name) and called.value.id in read:
            yield called.value.id, ast.unparse(node.args[0]), node.lineno


def _recomputed(
    nodes: list[ast.AST], backward: int, primal: set[str]
) -> Iterator[tuple[str, int]]:
    """Yield variables of the primal that the backward sweep computes, with lines."""
    for node in nodes:
        if not isinstance(node, ast.Assign) or node.lineno < backward:
            continue
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if value.func.attr == "pop":
                continue
        for target in node.targets:
            if isinstance(target, ast.Name) and not target.id.endswith("_bar"):
                if stem(target.id) in {stem(name) for name in primal}:
                    yield target.id, node.lineno
