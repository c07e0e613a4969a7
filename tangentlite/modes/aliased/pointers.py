"""Pointers: names that see each other's writes, and the shadow of each of them.

An array that has no other live name while it is written has an adjoint that flows from
statement to statement like that of a number. Where several names share the memory of an
array while it is written, each of them is a *pointer*: it has a *shadow* made like it,
from the shadow of what it is a view or a copy of, so that what one of them adds to the
adjoint the others see. In forward mode the shadow holds the tangent.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.indexing import is_advanced
from tangentlite.builder.memory import contiguity
from tangentlite.builder.memory.aliasing import aliases_of
from tangentlite.ir import build
from tangentlite.ir.rewrite import Block, binds, names_in, statements, substitute
from tangentlite.kinds.kind import ListOf, Opaque, Scalar, like, rank
from tangentlite.kinds.objects import libraries
from tangentlite.modes.rules.operation import value_of
from tangentlite.rules.call_effects import effects_of
from tangentlite.specialize.functions.recursion.core_functions import Callee, names_of
from tangentlite.values.base import Atom, Value


def written_arguments(b: Builder, result: Value) -> frozenset[str]:
    """Return the arrays from outside that a program writes.

    Raises if it writes others than arguments and captured data, or if a recursive
    function writes its arguments.
    """
    given = b.outside.given() | b.references.reads.keys()
    found = aliases_of(b, b.block, result, given)
    _check_rebound(b, found.rebound)
    for name, statement in found.reached.items():
        if name not in given:
            b.line = statement.lineno
            raise b.error(
                f"this statement writes into {name}, which belongs to a class or a "
                "function; that is not supported yet.",
                "Pass it as an argument, or copy it first: a = a.copy().",
            )
    for callee in b.functions.callees.values():
        _check_callee(b, callee)
    return frozenset(found.reached)


def _check_rebound(b: Builder, seen: Mapping[gast.stmt, str]) -> None:
    """Raise if others see whether a statement binds a number or writes an array."""
    for statement, name in seen.items():
        b.line = statement.lineno
        variable = b.base_of(next(iter(binds(statement))))
        others = {b.base_of(name), b.base_of(b.memory.rebound[statement])}
        other = next(iter(sorted(others - {variable, "t"})), None)
        held = f"what {other} holds" if other else "what it was taken from"
        raise b.error(
            f"{variable} is a number on one path and an array on another, and "
            f"{held} is read later, so that it matters here whether this statement "
            "writes.",
            f"Start with an array, np.zeros(...), or give {variable} a value of "
            f"its own: {variable} = {variable} + 0.0.",
        )


def _check_callee(b: Builder, callee: Callee) -> None:
    names = set(names_of(callee))
    assert callee.result is not None, "it has been walked"
    found = aliases_of(b, callee.block, callee.result, names)
    _check_rebound(b, found.rebound)
    for name, statement in found.reached.items():
        b.line = statement.lineno
        raise b.error(
            f"this statement writes into memory of {b.base_of(name)} in a function "
            "that calls itself, which is not supported yet.",
            "Copy it first: a = a.copy().",
        )


def pointers_in(b: Builder, block: Block, result: Value) -> frozenset[str]:
    """Return the names of a block that see each other's writes."""
    found = aliases_of(b, block, result, set())
    for name, statement in found.pointers.items():
        if isinstance(b.kinds.get(name), (ListOf, Opaque)):
            b.line = statement.lineno
            raise b.error(
                "this statement writes into an array that a list or tuple holds as "
                "well, which is not supported yet.",
                "Copy it first: a = a.copy().",
            )
    pointers = frozenset(found.pointers)
    for node in statements(block):
        if isinstance(node, gast.Assign) and isinstance(node.value, gast.Name):
            for name in pointers.intersection(binds(node)):
                b.note_view(name, node.value.id)
    return pointers


def require_view(b: Builder, node: gast.Assign) -> None:
    """Raise if an item of a pointer of open rank may be a number instead of a view.

    What is added to the adjoint of a view is added to that of the pointer.
    """
    rhs = node.value
    if not isinstance(rhs, gast.Subscript) or rank(b.kinds[rhs.value.id]) is not None:
        return
    parts = rhs.slice.elts if isinstance(rhs.slice, gast.Tuple) else [rhs.slice]
    values = [value_of(b, part) for part in parts]
    if all(isinstance(getattr(v, "kind", None), Scalar) for v in values):
        b.line = node.lineno
        raise b.error(
            "whether this item is a number or a row, which later writes change, is "
            "known only when the program runs; that is not supported yet.",
            "Start with an array of known rank: np.zeros(...).",
        )


def links(
    b: Builder, block: Block, pointers: Container[str]
) -> Iterator[tuple[str, str]]:
    """Yield each pointer with the one that it is a view or a copy of."""
    for node in statements(block):
        if isinstance(node, gast.Assign) and binds(node):
            name = binds(node)[0]
            if name in pointers:
                source = definition(b, node, pointers).source
                if source is not None:
                    yield name, source


@dataclass(frozen=True)
class Definition:
    """How a pointer is made: from which other one, and whether it is surely a view.

    Without a source it is a new array.
    """

    source: str | None = None
    certain: bool = True


def definition(b: Builder, node: gast.Assign, pointers: Container[str]) -> Definition:
    """Return how a statement makes a pointer."""
    rhs = node.value
    if isinstance(rhs, gast.Name):
        return Definition(rhs.id if rhs.id in pointers else None)
    if isinstance(rhs, gast.Subscript) and isinstance(rhs.value, gast.Name):
        owner = rhs.value.id
        copies = owner not in pointers or is_advanced(value_of(b, rhs.slice))
        return Definition(None if copies else owner)
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return Definition()
    views: Container[str] = b.memory.views.get(binds(node)[0], ())
    sources = [n for n in names_in(rhs) if n in views and n in pointers]
    if not sources:
        return Definition()
    function = b.references.objects.get(rhs.func.id)
    first = isinstance(rhs.args[0], gast.Name) and rhs.args[0].id == sources[0]
    view = "" if function is runtime.hooked else effects_of(function).view
    if function is runtime.valued and first and not b.memory.views.get(sources[0]):
        return Definition()  # nothing else reads or writes the function's own result
    if not view or len(sources) > 1 or not first:
        b.line = node.lineno
        of_formula = function in (None, runtime.valued)
        name = "this function" if of_formula else libraries.called(function)
        advice = "Copy the result: np.copy(...)."
        if function is np.imag:
            advice += " Or write and read z.imag[...], without a name of its own."
        raise b.error(
            f"the result of {name} may share memory with an array that is written "
            "while both are in use, which is not supported yet.",
            advice,
        )
    in_rows = not rhs.keywords and contiguity.is_contiguous(b, sources[0])
    certain = view == "always" or in_rows  # another order= may copy
    return Definition(sources[0], certain)


def shadow(
    b: Builder, node: gast.Assign, made: Definition, shadows: Shadows
) -> gast.Assign:
    """Return the statement that makes the shadow of a pointer, from that of its source.

    Before, for pointers y and v: `v = y[:2]`. After: `v_bar = y_bar[:2]`.
    """
    target = str(shadows[binds(node)[0]].name)
    name = str(made.source)
    b.note_view(target, shadows[name].name)
    rhs = substitute(node.value, {name: shadows[name].node})
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
        if b.references.objects.get(rhs.func.id) is np.diagonal:
            callee = b.references.function(runtime.diagonal_to_write)
            rhs = gast.Call(callee, rhs.args, rhs.keywords)
    return build.assign(target, rhs, node.lineno)


def zeros(b: Builder, name: str, shadow: Atom, line: int) -> gast.Assign:
    """Return the statement that makes the shadow of a new array.

    Where the strides of an array matter its shadow has the same ones, which no pass may
    replace by zeros of the same shape.
    """
    made: Callable = np.zeros_like
    if name in b.memory.laid_out and not _has_one_layout(b, name):
        made = runtime.zeros_as_it_lies
    rhs = build.call(b.references.function(made), [build.name(name)])
    return build.assign(str(shadow.name), rhs, line)


def _has_one_layout(b: Builder, name: str) -> bool:
    """Whether an array is made here and has one axis, so that its stride is known."""
    shape = getattr(b.kinds.get(name), "shape", None)
    return shape is not None and len(shape) == 1 and not _is_from_outside(b, name)


def _is_from_outside(b: Builder, name: str) -> bool:
    """Whether an array is an argument, or a copy with the strides of one."""
    rhs = b.definitions.get(name)
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return rhs is None
    made = b.references.objects.get(rhs.func.id)
    return made in contiguity.AS_IT_LIES


Shadows = Mapping[str, Atom]


def named(b: Builder, pointers: Iterable[str], base: Callable[[str], str]) -> Shadows:
    """Name the shadows of pointers."""
    shadows = {}
    for name in sorted(pointers):
        kind = like(b.kinds[name])
        fresh = b.fresh(base(name), kind)
        if name in b.phis.joined:
            b.phis.joined.add(fresh)
        if name in b.phis.unbound:
            b.phis.unbound.add(fresh)
        shadows[name] = Atom(build.name(fresh), kind)
    return shadows
