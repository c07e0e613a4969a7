"""Recompute loops that only save values: they run where the tape is read."""

from __future__ import annotations

from dataclasses import dataclass, replace

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.dependence.loop_fusion import is_reversed
from tangentlite.analysis.statement_effects import all_written, is_pure, written
from tangentlite.analysis.use_counts import uses_of
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_statement,
    names_in,
    read_in,
    reads,
    statements,
    substitute,
)


def recompute_loops(function: Function) -> Function:
    """Move a loop that only saves values into the loop that reads them.

    Each value is still computed once, also in nested loops. A loop stays if it has
    another effect or carries a value, or reads names that are bound or written before
    the list is emptied.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... saved = []
    ... for i in range(n):
    ...     s = x[i]
    ...     t = np.sin(s)
    ...     saved.append(t)
    ... for j in reversed(range(n)):
    ...     u = saved.pop()
    ...     x_bar[j] += u
    ... return x_bar'''
    >>> kinds = dict.fromkeys(("n", "x", "x_bar", "saved", "i", "j", "s", "t", "u"))
    >>> shown(recompute_loops(function_of(text, **kinds)))
    for j in reversed(range(n)):
        s = x[j]
        t = np.sin(s)
        u = t
        x_bar[j] += u
    return x_bar
    """
    body = list(function.body)
    for _ in range(len(body)):
        found = _find(function, body)
        if found is None:
            break
        body = _moved(body, found)
    if len(body) == len(function.body):
        return function
    return replace(function, body=tuple(body))


@dataclass(frozen=True)
class _Tape:
    """Positions at which a list is made, filled and emptied, and the loops.

    Both loop nests have the same shape: `nest` pairs each filling loop, the last
    statement of the one around it, with the emptying one.
    """

    made: int
    filled: int
    emptied: int
    nest: tuple[tuple[gast.For, gast.For], ...]

    @property
    def push(self) -> gast.stmt:
        """The statement that saves a value."""
        return self.nest[-1][0].body[-1]

    @property
    def pop(self) -> gast.stmt:
        """The statement that pops it."""
        return self.nest[-1][1].body[0]


def _find(function: Function, body: list[gast.stmt]) -> _Tape | None:
    loops: dict[str, list[int]] = {}
    for place, statement in enumerate(body):
        if isinstance(statement, gast.For):
            for name in _changed(statement):
                loops.setdefault(name, []).append(place)
    if not loops:
        return None
    uses = uses_of(body, [p.name for p in function.parameters])
    for made, statement in enumerate(body):
        if not isinstance(statement, gast.Assign):
            continue
        if not isinstance(statement.value, gast.List) or statement.value.elts:
            continue
        name = statement.targets[0].id
        if uses.bound[name] != 1 or uses.read[name] != 2:
            continue
        if len(loops.get(name, ())) != 2:
            continue
        found = _matched(body, name, made, *loops[name])
        if found is not None and _is_independent(function, body, found):
            return found
    return None


def _changed(statement: gast.stmt) -> set[str]:
    return {n for s in statements([statement]) for n in all_written(s)}


def _matched(body, name: str, made: int, filled: int, emptied: int) -> _Tape | None:
    nest: list[tuple[gast.For, gast.For]] = []
    one, other = body[filled], body[emptied]
    renamed: dict[str, gast.expr] = {}
    while isinstance(one, gast.For) and isinstance(other, gast.For):
        if not is_reversed(other.iter, substitute(one.iter, renamed)):
            return None
        nest.append((one, other))
        renamed[one.target.id] = build.name(other.target.id)
        inner = [s for s in other.body if name in _changed(s)]
        if len(inner) != 1:
            return None
        one, other = one.body[-1], inner[0]
    if not nest or not isinstance(one, gast.Expr) or written(one) != name:
        return None
    if not isinstance(other, gast.Assign) or other is not nest[-1][1].body[0]:
        return None
    return _Tape(made, filled, emptied, tuple(nest))


def _is_independent(function: Function, body: list[gast.stmt], found: _Tape) -> bool:
    """Whether the iterations are pure and depend on their counters alone."""
    loop = body[found.filled]
    inner = [s for one, _ in found.nest for s in one.body[:-1]]
    local = bound_in([loop])
    if not all(
        isinstance(s, gast.Assign)
        and written(s) is None
        and is_pure(s.value, function.references)
        for s in inner
    ):
        return False
    seen: set[str] = set()
    for one, _ in found.nest:
        for statement in (one, *one.body[:-1]):
            header = isinstance(statement, gast.For)
            read = names_in(statement.iter) if header else reads(statement)
            if any(name in local and name not in seen for name in read):
                return False  # carried from one iteration to the next
            seen.update(binds(statement))
    outside = [*body[: found.filled], *body[found.filled + 1 :]]
    if local & read_in(outside) or local & set(function.joined):
        return False
    saved = set(names_in(found.push.value.args[0]))
    headers = {name for one, _ in found.nest for name in names_in(one.iter)}
    needed = (read_in(inner) | saved | headers) - local
    between = [*body[found.filled + 1 : found.emptied], body[found.emptied]]
    classes = memory_in(function).classes
    written_there = {classes.get(n, n) for s in between for n in _changed(s)}
    touched = any(classes.get(name, name) in written_there for name in needed)
    return not bound_in(between) & needed and not touched


def _moved(body: list[gast.stmt], found: _Tape) -> list[gast.stmt]:
    renamed: dict[str, gast.expr] = {
        one.target.id: build.name(other.target.id) for one, other in found.nest
    }

    def level(depth: int) -> gast.For:
        """Return the emptying loop with the computations of the filling one."""
        one, other = found.nest[depth]
        inner = [
            map_statement(statement, lambda node: substitute(node, renamed))
            for statement in one.body[:-1]
        ]
        if depth + 1 == len(found.nest):
            inner += [*_copies(found, renamed), *other.body[1:]]
        else:
            within = found.nest[depth + 1][1]
            inner += [level(depth + 1) if s is within else s for s in other.body]
        return build.loop(other.target.id, other.iter, inner, other.lineno)

    return [
        level(0) if place == found.emptied else statement
        for place, statement in enumerate(body)
        if place not in (found.made, found.filled)
    ]


def _copies(found: _Tape, renamed: dict[str, gast.expr]) -> list[gast.stmt]:
    """Return copies of the saved values to the names that they were popped into."""
    value = substitute(found.push.value.args[0], renamed)
    target = found.pop.targets[0]
    targets = target.elts if isinstance(target, gast.Tuple) else [target]
    values = value.elts if isinstance(target, gast.Tuple) else [value]
    return [
        build.assign(one.id, item, found.pop.lineno)
        for one, item in zip(targets, values)
    ]
