"""Arguments that a recursive function writes: copied on entry, returned, stored back.

So it writes none of its arguments, and is differentiated like any other function.

Before: `def g(x): …; x[0] = 1.0` and `g(y)`. After: `def g(x_given): x =
np.copy(x_given); …; x[0] = 1.0; return x` and `t = g(y); y[...] = t`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.memory.aliasing import aliases_of, laid_out
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import Array, ListOf, Scalar, rank
from tangentlite.specialize.state.name_facts import Apart
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.structure import atoms

if TYPE_CHECKING:
    from tangentlite.specialize.functions.recursion.core_functions import Callee


def of_parameters(b: Builder, callee: Callee, result: Value) -> tuple[int, ...]:
    """Return the positions of the parameters whose memory a function writes."""
    names = [str(parameter.name) for parameter in callee.parameters]
    read_later = Sequence((result, Sequence(callee.parameters)))  # by callers
    reached = aliases_of(b, callee.block, read_later, set(names)).reached
    for name in names:
        statement = reached.get(name)
        if statement is not None and statement in b.memory.rebound:
            b.line = statement.lineno
            raise b.error(
                f"this statement writes into {b.base_of(name)}, which may be a number "
                "or an array, in a function that calls itself, which is not supported "
                "yet.",
                "Copy it first: a = np.copy(a).",
            )
    return tuple(k for k, name in enumerate(names) if name in reached)


def copy_on_entry(b: Builder, callee: Callee) -> None:
    """Let a function write copies of its arguments."""
    _require_other_results(b, callee)
    parameters, start = list(callee.parameters), []
    for position in callee.written:
        own = parameters[position]
        given = b.fresh(b.base_of(str(own.name)), own.kind)
        parameters[position] = replace(own, node=build.name(given))
        in_order = laid_out(b, callee.block)
        copy: Callable = runtime.copy_as_it_lies if in_order else np.copy
        rhs = build.call(b.references.function(copy), [build.name(given)])
        start.append(build.assign(str(own.name), rhs, callee.line))
        b.memory.owned.add(str(own.name))
    callee.parameters = tuple(parameters)
    callee.block = [*start, *callee.block]


def _require_other_results(b: Builder, callee: Callee) -> None:
    if not callee.written:
        return
    result, _ = callee.known_result.held
    for position in callee.written:
        owner = str(callee.parameters[position].name)
        for atom in atoms(result):
            if ownership.shares_memory(b, atom.name, owner):
                b.line = callee.line
                if callee.again:
                    raise b.error(
                        f"{b.base_of(owner)} is written in place, and is bound to "
                        f"another array or returned, where a checkpoint runs "
                        f"{callee.title} again; that is not supported.",
                        "Make a new array instead of writing, or write in place alone: "
                        "x[...] = y.",
                    )
                raise b.error(
                    f"{callee.title}, which calls itself, writes into "
                    f"{b.base_of(owner)} and returns what looks into it, which is not "
                    "supported yet.",
                    "Return nothing, or a copy.",
                )


def require_apart(b: Builder, callee: Callee, taken: list[Atom]) -> None:
    """Raise if an argument that a function writes may overlap with another one.

    The last statement so far is that of the call.
    """
    held = [str(a.name) for a in taken if isinstance(a.kind, (Array, ListOf))]
    pairs = []
    for position in callee.written:
        name = str(taken[position].name)
        others = [*held, *callee.outside]
        others.remove(name)
        pairs += [(name, other) for other in others]
    refuse = partial(_overlapping, b, callee, b.line)
    require_apart_in(b, b.block[-1], pairs, refuse)


def require_apart_in(
    b: Builder,
    call: gast.stmt,
    pairs: Iterable[tuple[str, str]],
    refuse: Callable[[str, str], Exception],
) -> None:
    """Raise if two names that a call takes to be apart may overlap, now or later."""
    apart = Apart(tuple(pairs), frozenset(b.memory.released), refuse)
    b.memory.apart[call] = apart
    _require(b, apart)


def require_still_apart(b: Builder) -> None:
    """Raise if names overlap by what loops told of their phis behind a call.

    Before: `for i in range(n): a, b = step(a, b)`, which takes the phis a and b to be
    apart. After the walk they may be what entered the loop: an array, and a part of it.
    """
    blocks = [b.block, *(callee.block for callee in b.functions.callees.values())]
    for statement in statements([s for block in blocks for s in block]):
        apart = b.memory.apart.get(statement)
        if apart is not None:
            _require(b, apart)


def _require(b: Builder, apart: Apart) -> None:
    for one, other in apart.pairs:
        if ownership.may_overlap(b, one, other, apart.released):
            raise apart.refuse(one, other)


def _overlapping(
    b: Builder, callee: Callee, line: int, one: str, other: str
) -> Exception:
    b.line = line
    return b.error(
        f"{callee.title}, which {_why(callee)}, writes into {b.base_of(one)}, which "
        f"may share memory with {b.base_of(other)}; that is not supported yet.",
        "Pass a copy of one: x.copy().",
    )


def _why(callee: Callee) -> str:
    return "is run again to be reversed" if callee.again else "calls itself"


def store(b: Builder, callee: Callee, taken: list[Atom], values: list[Atom]) -> None:
    """Emit the writes of returned copies into the arguments."""
    for position, value in zip(callee.written, values):
        array = taken[position]
        ownership.note_write(b, array)
        stored = build.assign(_place(b, str(array.name)), value.node, b.line)
        b.memory.stored[stored] = (array, value)
        b.add(stored)


def rebind(b: Builder) -> None:
    """Bind variables anew, behind a statement that calls, rather than write arrays.

    Before: `t = g(y); y[...] = t`, where y has no alias. After: `t = g(y)`, and the
    variable that held y holds t.
    """
    behind: list[gast.stmt] = []
    while b.block and b.block[-1] in b.memory.stored:
        statement = b.block.pop()
        array, value = b.memory.stored[statement]
        variable = _only_holder(b, array)
        if variable is None:
            behind.insert(0, statement)
        else:
            b.frame.variables[variable] = value
    b.block.extend(behind)


def _only_holder(b: Builder, array: Atom) -> str | None:
    """Return the only variable that holds an array, None if it has aliases."""
    held = [v for v, value in b.frame.variables.items() if value == array]
    if len(held) != 1 or rank(array.kind) != 1:
        return None
    return held[0] if ownership.may_rebind(b, array, held[0]) else None


def _place(b: Builder, name: str) -> gast.Subscript:
    """Return the target of a write into an array: in its base, if it is a new slice.

    Before: `v = y[:2]; v[...] = t`. After: `v = y[:2]; y[:2] = t`, so that y and v are
    no aliases if v is read no more.
    """
    rhs = b.definitions.get(name)
    if isinstance(rhs, gast.Subscript) and isinstance(rhs.value, gast.Name):
        read = {rhs.value.id, *(n.id for n in gast.walk(rhs.slice) if _is_name(n))}
        for statement in reversed(b.block):
            if name in binds(statement):
                if _is_basic(b, rhs.slice):
                    return build.subscript(rhs.value, rhs.slice)
                break
            if any(read & set(binds(inner)) for inner in statements([statement])):
                break
    return build.subscript(build.name(name), build.constant(...))


def _is_basic(b: Builder, index: gast.expr) -> bool:
    """Whether an index holds numbers and slices alone, so that it makes a view."""
    kinds = [b.kinds.get(n.id) for n in gast.walk(index) if _is_name(n)]
    numbers = all(isinstance(k, Scalar) and k.dtype != "bool" for k in kinds)
    calls = any(isinstance(n, (gast.Call, gast.List)) for n in gast.walk(index))
    return numbers and not calls


def _is_name(node: gast.AST) -> bool:
    return isinstance(node, gast.Name)
