"""The state of a reverse sweep: adjoints by name, and how they accumulate."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from tangentlite.analysis.aliasing.memory import Memory
from tangentlite.analysis.dependence.integer_names import integers_of
from tangentlite.analysis.dependence.overwrites import Pieces
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference import result_kinds
from tangentlite.ir import build
from tangentlite.ir.names import also, derived, is_temporary, other_owner, variable_of
from tangentlite.kinds.kind import Array, Kind, like
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.rules.operation import value_of
from tangentlite.values.base import Atom
from tangentlite.values.literals import literal

if TYPE_CHECKING:
    from tangentlite.modes.recursion.recursive_activity import Pair, Strategy
    from tangentlite.specialize.functions.recursion.core_functions import Callee


@dataclass
class Sweep:
    """The adjoints known while a program is walked backwards.

    A name that is not in `adjoints` has an adjoint of zero. `accumulators` maps an
    adjoint that may be added to in place to the one name whose adjoint it is: as soon
    as a rule passes it on, it is that of another name, too. The adjoint of a pointer is
    its shadow, always.
    """

    b: Builder
    active: frozenset[str]
    memory: Memory
    pieces: Pieces
    # how recursive functions are differentiated
    recursion: Strategy
    # classes of memory in which arrays are written
    buffers: frozenset[str] = frozenset()
    shadows: Mapping[str, Atom] = field(default_factory=dict)
    adjoints: dict[str, Atom] = field(default_factory=dict)
    # the user's line of the first contribution to each adjoint
    lines: dict[str, int] = field(default_factory=dict)
    accumulators: dict[str | None, str] = field(default_factory=dict)
    lists: list[gast.stmt] = field(default_factory=list)
    loops: int = 0
    depth: int = 0
    # whether the backward sweep may run several times
    repeats: bool = False
    # the derivatives of recursive functions, and the list that their calls share
    pairs: Mapping[Callee, Pair] = field(default_factory=dict)
    stack: str = ""

    def new_lists(self) -> list[gast.stmt]:
        """Return the statements that make the lists of the tape; none inside branches.

        A list made inside a branch would be unbound where the branch is not taken.
        """
        if self.depth:
            return []
        created, self.lists = self.lists, []
        return created

    def is_overwritten_after(self, node: gast.stmt, name: str) -> bool:
        """Whether the memory that a statement reads by a name may be written later."""
        rhs = self.b.definitions.get(name)
        if _is_view(self.b, rhs):
            return self.pieces.is_overwritten_after(node, rhs)
        return self.memory.is_overwritten_after(node, name)

    def atom(self, name: str) -> Atom:
        """Return the primal value of a name."""
        return Atom(build.name(name), self.b.kinds[name])

    def base(self, name: str) -> str:
        """Return the base for the name of an adjoint."""
        return derived(name, "_bar")

    def add(self, name: str, contribution: Atom) -> None:
        """Add a contribution to the adjoint of a name."""
        b = self.b
        known = self.known(name)
        if known is None:
            self.adjoints[name] = contribution
            self.lines[name] = b.line
            self._name_after(name, contribution)
        elif self.is_exclusive(name, known):
            b.add(build.augment(str(known.name), "+", contribution.node, b.line))
        else:
            kinds = (known.kind, contribution.kind)
            kind = result_kinds.operation_kind(b, operator.add, kinds)
            self._forget_name(known)
            # in the order of the primal, whose last use is reversed first
            rhs = build.binary(contribution.node, "+", known.node)
            total = operands.emit_owned(b, rhs, kind, self.base(name))
            self.adjoints[name] = unbroadcast.cast(
                b, total, self.atom(name), self.base(name)
            )

    def _name_after(self, name: str, adjoint: Atom) -> None:
        """Let the adjoint of a temporary be named after the variable with the same."""
        bases, own = self.b.bases, str(adjoint.name)
        if own in bases and not is_temporary(variable_of(name, bases)):
            if is_temporary(variable_of(own, bases)) and not other_owner(own, bases):
                bases[own] = also(bases[own], name)

    def _forget_name(self, adjoint: Atom) -> None:
        """Undo `_name_after` for a contribution that is only a part of the adjoint."""
        bases, own = self.b.bases, str(adjoint.name)
        if owner := other_owner(own, bases):
            bases[own] = bases[own].removesuffix(also("", owner))

    def add_part(
        self, name: str, position: int, item: Atom, contribution: Atom
    ) -> None:
        """Add to the adjoint of one item of a tuple."""
        part = unbroadcast.materialize(self.b, contribution, item)
        self._add_at(part_key(name, position), part)
        self.adjoints.setdefault(name, part)

    def add_parts(self, name: str, position: int, target: str) -> None:
        """Add to the adjoint of a tuple inside a tuple, item by item."""
        prefix = f"{target}["
        for key in [key for key in self.adjoints if key.startswith(prefix)]:
            part = self.adjoints.pop(key)
            self._add_at(part_key(name, position) + key.removeprefix(target), part)
            self.adjoints.setdefault(name, part)

    def _add_at(self, key: str, part: Atom) -> None:
        b, known = self.b, self.adjoints.get(key)
        if known is not None:
            rhs = build.binary(known.node, "+", part.node)
            part = b.emit(b, rhs, part.kind, "t_bar")
        self.adjoints[key] = part

    def accumulator(self, name: str) -> Atom:
        """Return the adjoint of an array as an array that may be written in place."""
        b, owner = self.b, self.atom(name)
        known = self.known(name)
        if known is not None and self.is_exclusive(name, known):
            return known
        if known is None:
            fresh = unbroadcast.zeros(b, owner, self.base(name))
        else:
            fresh = unbroadcast.own_copy(b, known, owner, self.base(name))
        self.accumulators[fresh.name] = name
        self.adjoints[name] = fresh
        return fresh

    def take(self, name: str) -> Atom | None:
        """Remove and return the adjoint of a name: its definition is reversed."""
        return self.shadows.get(name) or self.adjoints.pop(name, None)

    def may_take(self, name: str) -> bool:
        """Whether the adjoint of an array that is wholly overwritten may be removed.

        In a loop or branch it stays in its array, to which other statements add.
        """
        return name not in self.shadows and not self.depth

    def consumed(self, name: str) -> Atom:
        """Return a pointer's shadow as the cotangent of its definition.

        If the sweep may run again, that is a copy, and the shadow becomes zero.
        """
        b, shadow = self.b, self.shadows[name]
        if not self.repeats:
            return shadow
        held = unbroadcast.own_copy(b, shadow, self.atom(name), self.base(name))
        self.clear(name)
        return held

    def clear(self, name: str) -> None:
        """Set a pointer's shadow to zero."""
        place = build.subscript(self.shadows[name].node, build.constant(...))
        self.b.add(build.assign(place, build.constant(0.0), self.b.line))

    def full(self, name: str) -> Atom:
        """Return the adjoint of a name in full shape, zeros where there is none."""
        known = self.known(name)
        if known is not None and self.is_exclusive(name, known):
            return known  # it was made in the shape of the array
        owner: Atom | None = self.atom(name)
        if name in self.b.phis.unbound:  # it may have no value
            owner = unbroadcast.parameter_like(self.b, self.atom(name))
        if owner is None:
            return known or literal(0.0)
        if known is None:
            value = unbroadcast.zeros(self.b, owner, self.base(name))
        else:
            line, self.b.line = self.b.line, self.lines.get(name, self.b.line)
            value = unbroadcast.materialize(self.b, known, owner, self.base(name))
            self.b.line = line
        value = unbroadcast.typed_literal(self.b, value, owner)
        return unbroadcast.zero_dimensional(self.b, value, owner, self.base(name))

    def fresh_phi(self, name: str) -> str:
        """Return a fresh name for an adjoint that several paths assign."""
        fresh = self.b.fresh(self.base(name), self.phi_kind(name))
        if name in self.b.memory.numbers:
            self.b.memory.numbers.add(fresh)
        return fresh

    def phi_kind(self, name: str) -> Kind:
        """Return the kind of an adjoint that several paths assign.

        Of an array that may have no value it may be the number 0.0.
        """
        kind = self.b.kinds[name]
        if isinstance(kind, Array) and not self.stays_array(name):
            return Array(kind.dtype, None)
        return like(kind)

    def stays_array(self, name: str) -> bool:
        """Whether the adjoint of an array is an array on all paths."""
        unbound = name in self.b.phis.unbound
        return (
            not unbound
            or unbroadcast.parameter_like(self.b, self.atom(name)) is not None
        )

    def is_exclusive(self, name: str, value: Atom) -> bool:
        """Whether an array is the adjoint of one name only and may be added to."""
        if name in self.shadows:
            return value == self.shadows[name]
        return value.name is not None and self.accumulators.get(value.name) == name

    def is_buffer(self, name: str) -> bool:
        """Whether a name holds an array that elements are written into."""
        array = isinstance(self.b.kinds.get(name), Array)
        return array and self.memory.place(name) in self.buffers

    @property
    def shadow_names(self) -> frozenset[str]:
        """The names of the shadows."""
        return frozenset(str(shadow.name) for shadow in self.shadows.values())

    def known(self, name: str) -> Atom | None:
        """Return the adjoint of a name so far, None for zero."""
        return self.shadows.get(name) or self.adjoints.get(name)


def part_key(name: str, position: int) -> str:
    """Return the key of the derivative of one of several results."""
    return f"{name}[{position}]"


def _is_view(b: Builder, rhs: gast.expr | None) -> bool:
    """Whether an expression is a view of an array; an advanced index copies."""
    if not isinstance(rhs, gast.Subscript) or not isinstance(rhs.value, gast.Name):
        return False
    return not indexing.is_advanced(value_of(b, rhs.slice))


def pieces_of(b: Builder, memory: Memory) -> Pieces:
    """Return the dependence analysis of the elements that a block reads and writes."""
    return Pieces(memory, integers_of(b.kinds, b.definitions.get))
