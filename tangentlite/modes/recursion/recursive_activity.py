"""Activity across calls of recursive functions, and the names of their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Items
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from tangentlite.analysis.activity import active_names
from tangentlite.builder.builder import Builder
from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import Array, ListOf, is_differentiable
from tangentlite.modes.aliased import pointers
from tangentlite.specialize.functions.recursion.core_functions import Callee, names_of
from tangentlite.values.base import Atom, Value
from tangentlite.values.structure import atoms

if TYPE_CHECKING:
    from tangentlite.ir.function import Function
    from tangentlite.modes.reverse.sweep import Sweep


@dataclass(frozen=True)
class Pair:
    """The functions that a recursive function is differentiated by in reverse mode.

    `active` are the positions of the parameters that may carry a derivative in some
    call; `results` those of the results. `forward` is the function itself if `backward`
    runs it again instead of reading saved values.
    """

    forward: str
    backward: str
    active: tuple[int, ...]
    results: tuple[int, ...]


Pairs = Mapping[Callee, Pair]


@dataclass(frozen=True)
class Strategy:
    """A way to differentiate recursive functions in reverse mode."""

    # of the positions of active parameters
    named: Callable[[Builder, Mapping[Callee, set[int]]], Pairs]
    reverse_call: Callable[[Sweep, gast.Assign, Callee], list[gast.stmt]]
    # with whether the backward sweep may run several times
    functions_of: Callable[[Builder, Pairs, bool], list[Function]]


def callee_of(b: Builder, node: gast.stmt) -> Callee | None:
    """Return the recursive function that a statement calls, if it calls one."""
    if not isinstance(node, gast.Assign) or not isinstance(node.value, gast.Call):
        return None
    function = node.value.func
    found = b.references.objects.get(getattr(function, "id", ""))
    return found if isinstance(found, Callee) else None


def active_parameters(
    b: Builder, block: Items[gast.stmt], active: frozenset[str]
) -> dict[Callee, set[int]]:
    """Return which parameters of recursive functions carry derivatives in any call."""
    found: dict[Callee, set[int]] = {}
    pending: list[tuple[Items[gast.stmt], frozenset[str]]] = [(block, active)]
    while pending:
        body, names = pending.pop()
        for callee, position in _active_arguments(b, body, names):
            if position not in found.setdefault(callee, set()):
                found[callee].add(position)
                pending.append((callee.block, active_in(b, callee, found[callee])))
    return found


def _active_arguments(
    b: Builder, block: Items[gast.stmt], active: frozenset[str]
) -> Iterator[tuple[Callee, int]]:
    for statement in statements(block):
        callee = callee_of(b, statement)
        if callee is not None and active & set(binds(statement)):
            for position, argument in enumerate(statement.value.args):
                if isinstance(argument, gast.Name) and argument.id in active:
                    yield callee, position


def results_of(callee: Callee) -> list[Atom]:
    """Return the run-time values that a recursive function returns."""
    return list(atoms(_result(callee)))


def _result(callee: Callee) -> Value:
    assert callee.result is not None, "it has been walked"
    return callee.result


def active_in(b: Builder, callee: Callee, positions: Iterable[int]) -> frozenset[str]:
    """Return the names in a recursive function that carry derivatives."""
    names = names_of(callee)
    inputs = [names[position] for position in sorted(positions)]
    outputs = [a.name for a in results_of(callee) if a.name is not None]
    pointing = pointers_of(b, callee)
    links = pointers.links(b, callee.block, pointing)
    objects = b.references.objects
    return active_names(callee.block, inputs, outputs, b.kinds, objects, links)


def pointers_of(b: Builder, callee: Callee) -> frozenset[str]:
    """Return the names in a recursive function that see each other's writes."""
    return pointers.pointers_in(b, callee.block, _result(callee))


def active_results(b: Builder, callee: Callee, positions: Iterable[int]) -> list[int]:
    """Return the positions of the results that carry derivatives."""
    active = active_in(b, callee, positions)
    return [k for k, atom in enumerate(results_of(callee)) if atom.name in active]


def is_shared(b: Builder, callee: Callee, position: int) -> bool:
    """Whether the adjoint of a parameter is an argument that is added to in place.

    That of an array that the function writes is new: the call overwrote its argument.
    """
    kind = b.kinds[names_of(callee)[position]]
    whole = isinstance(kind, Array) and kind.shape is not None
    return isinstance(kind, ListOf) or (whole and position not in callee.written)


def array_arguments(b: Builder, node: gast.stmt) -> Iterator[str]:
    """Yield the arrays to whose adjoints a recursive call adds in place."""
    callee = callee_of(b, node)
    if callee is None:
        return
    for position, argument in enumerate(node.value.args):
        name = getattr(argument, "id", None)
        if name is not None and is_shared(b, callee, position):
            if is_differentiable(b.kinds[name]):
                yield name
