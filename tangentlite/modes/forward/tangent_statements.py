"""Forward mode: each statement is followed by that of its tangent."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from collections.abc import Sequence as Items

import gast

from tangentlite import runtime
from tangentlite.analysis.activity import active_names
from tangentlite.analysis.statement_effects import written
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import derived
from tangentlite.ir.rewrite import binds, bound_in, leaves_loop
from tangentlite.kinds.kind import Array, ListOf, Scalar, Structure, is_numeric, like
from tangentlite.modes.aliased import (
    constant_paths,
    pointer_tangents,
    pointers,
    renamed_writes,
    unaliased_outputs,
)
from tangentlite.modes.forward import tangent_expressions
from tangentlite.modes.forward.tangent_facts import Facts
from tangentlite.modes.lists import list_tangents
from tangentlite.modes.recursion import tangent_functions
from tangentlite.modes.recursion.recursive_activity import active_parameters, callee_of
from tangentlite.modes.rules import several_results, unbroadcast
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms, is_container


def forward_program(
    b: Builder, result: Value, tangents: Mapping[str, Atom], series: bool = False
) -> tuple[list[gast.stmt], Value, list[Function]]:
    """Return a program with its tangents, the result's tangent, and its callees.

    `tangents` maps the arguments to differentiate to the values of their tangents, or
    of their `series`.
    """
    pointing = pointers.pointers_in(b, b.block, result)
    active = _active(b, b.block, result, tangents, pointing)
    active_in_calls = active_parameters(b, b.block, active)
    title = "_jet" if series else "_jvp"
    jvps = tangent_functions.named(b, active_in_calls, title)

    def program(
        block: Items[gast.stmt], outcome: Value, known: Mapping[str, Atom]
    ) -> tuple[list[gast.stmt], Value]:
        pointing = pointers.pointers_in(b, block, outcome)
        reached = _active(b, block, outcome, known, pointing)
        buffers = renamed_writes.written_names(block, b.kinds)
        facts = Facts(b, block, reached)
        t = Tangents(b, reached, buffers, jvps, facts, series)
        pointer_tangents.shadow(t, pointing)
        with b.alongside(block) as body:
            for name, value in known.items():
                t.bind(name, value)
            pointer_tangents.start(t, block)
            t.start(bound_in(block))
            t.block(block)
            tangent = t.of_result(outcome)
        return body, tangent

    body, tangent = program(b.block, result, tangents)
    return (
        body,
        tangent,
        tangent_functions.functions_of(
            b, jvps, program, "_series" if series else "_dot"
        ),
    )


def _active(
    b: Builder,
    block: Items[gast.stmt],
    result: Value,
    inputs: Iterable[str],
    pointing: frozenset[str],
) -> frozenset[str]:
    outputs = [atom.name for atom in atoms(result) if atom.name is not None]
    links = pointers.links(b, block, pointing)
    return active_names(block, inputs, outputs, b.kinds, b.references.objects, links)


class Tangents:
    """The tangent of each active name, while a program is walked forwards."""

    def __init__(
        self,
        b: Builder,
        active: frozenset[str],
        buffers: frozenset[str],
        jvps: tangent_functions.Jvps,
        facts: Facts,
        series: bool = False,
        depth: int = 0,
    ) -> None:
        self.b = b
        self.series = series
        self.depth = depth  # how many rules in one another are followed
        self.jvps = jvps
        self.facts = facts
        self._returned: set[str] = set()  # arrays that are tangents of results
        self.active = active
        self._buffers = buffers
        self.known: dict[str, Atom] = {}
        self.shadows: Mapping[str, Atom] = {}

    def bind(self, name: str, value: Atom) -> None:
        """Set the tangent of a name; that of a written array is a new array."""
        owner = self.atom(name)
        if name in self._buffers and isinstance(owner.kind, Array):
            value = unbroadcast.own_copy(self.b, value, owner, self.base(name))
            self.facts.written[str(value.name)] = name
        if name in self.b.memory.numbers and value.name is not None:
            self.b.memory.numbers.add(value.name)
        self.known[name] = value

    def start(self, made: Container[str]) -> None:
        """Emit zeros as tangents of written arrays from outside that have none."""
        for name in sorted((self._buffers & self.active) - set(self.known)):
            if name not in made:
                self.known[name] = self.zeros(self.atom(name))
                self.facts.written[str(self.known[name].name)] = name

    def atom(self, name: str) -> Atom:
        """Return a name of the primal as a value."""
        return Atom(build.name(name), self.b.kinds[name])

    def base(self, name: str) -> str:
        """Return the base of the names of a value's tangent."""
        return derived(name, "_series" if self.series else "_dot")

    def of_result(self, result: Value) -> Value:
        """Return the tangent of a function's result, zeros where it is constant."""
        if is_container(result):
            return result.with_items(tuple(map(self.of_result, result.items)))
        if isinstance(result, Atom) and is_numeric(result.kind):
            whole = self.full(result)
            if not isinstance(result.kind, Array):
                return unbroadcast.typed_literal(self.b, whole, result)
            return unaliased_outputs.own(self.b, whole, result, "t_dot", self._returned)
        if isinstance(result, Atom) and isinstance(result.kind, ListOf):
            return self.known.get(str(result.name)) or self.zeros(result)
        return NONE

    def full(self, value: Atom) -> Atom:
        """Return the tangent of a value in its shape, zeros where there is none."""
        if (known := self.known.get(value.name or "")) is None:
            return unbroadcast.zeros(self.b, value, "t_dot")
        return unbroadcast.materialize(self.b, known, value)

    def followed(
        self, block: Items[gast.stmt], known: Mapping[str, Atom], outputs: Items[Atom]
    ) -> list[Atom | None]:
        """Emit a block of a rule and its tangents, and return those of its outputs."""
        b, result = self.b, Sequence(tuple(outputs))
        pointing = pointers.pointers_in(b, block, result)
        active = _active(b, block, result, known, pointing)
        buffers = renamed_writes.written_names(block, b.kinds)
        facts = Facts(b, block, active)
        jvps, depth = self.jvps, self.depth + 1
        inner = Tangents(b, active, buffers, jvps, facts, self.series, depth)
        pointer_tangents.shadow(inner, pointing)
        inner.known.update(known)
        pointer_tangents.start(inner, block)
        inner.start(bound_in(block))
        inner.block(block)
        return [inner.known.get(str(output.name)) for output in outputs]

    def block(self, block: Items[gast.stmt]) -> None:
        """Emit a block and its tangents."""
        for statement in block:
            self.b.line = statement.lineno
            self.facts.enter(statement)
            self._statement(statement)
            self.facts.leave(statement)

    def _statement(self, node: gast.stmt) -> None:
        if leaves_loop(node):
            self.b.add(node)  # it assigns no active name
        elif isinstance(node, gast.If):
            self._branch(node)
        elif isinstance(node, (gast.For, gast.While)):
            self._loop(node)
        elif (changed := written(node)) is not None and changed in self.active:
            self._write(node, changed)
        elif self.active & set(binds(node)) and (callee := callee_of(self.b, node)):
            tangent_functions.call(self, node, callee)
        else:
            self.b.add(node)
            if isinstance(node, gast.Assign):
                self._assign(node)

    def _assign(self, node: gast.Assign) -> None:
        b = self.b
        names = [name for name in binds(node) if name in self.active]
        if not names:
            return
        name = names[0]
        constant_paths.note(self, name, node)
        if isinstance(b.kinds[name], Structure):
            several_results.tangents(self, name, node.value)
            return
        if name in self.shadows:
            pointer_tangents.point(self, node, name)
            return
        tangent = tangent_expressions.tangent_of(
            self, name, self.facts.with_condition(node)
        )
        if name in b.phis.joined:
            if tangent is None:
                number = name in b.memory.numbers and self._is_number(node.value)
                tangent = literal(0.0) if number else self.zeros(self.atom(name))
            self._move(name, tangent, node.value)
        elif tangent is not None:
            self.bind(name, tangent)
        elif name in self._buffers or isinstance(b.kinds[name], ListOf):
            self.known[name] = self.zeros(self.atom(name))
            self.facts.written[str(self.known[name].name)] = name

    def zeros(self, owner: Atom) -> Atom:
        """Emit a tangent of zero."""
        if isinstance(owner.kind, ListOf):
            callee = self.b.references.function(runtime.zeros_like_items)
            rhs = build.call(callee, [owner.node])
            return self.b.emit(self.b, rhs, owner.kind, self.base(str(owner.name)))
        return unbroadcast.zeros(self.b, owner, self.base(str(owner.name)))

    def _move(self, name: str, tangent: Atom, source: gast.expr) -> None:
        """Assign the tangent of a phi."""
        b, owner = self.b, self.atom(name)
        if name not in self.known:
            self.known[name] = self._phi(name)
        target = self.known[name]
        if is_numeric(owner.kind):
            # A copy of an unbound variable must stay a copy: it is not executed.
            copied = getattr(source, "id", "")
            stays = copied in b.phis.unbound or self._is_number(source)
            whole = tangent if stays else unbroadcast.materialize(b, tangent, owner)
            own = whole is tangent and copied in self._buffers
            tangent = whole
            if name in self._buffers and not own:
                tangent = unbroadcast.own_copy(b, tangent, owner, self.base(name))
        b.add(build.assign(str(target.name), tangent.node, b.line))

    def _is_number(self, source: gast.expr) -> bool:
        """Whether what is assigned is a number and no 0-d array."""
        kind = self.b.kinds.get(getattr(source, "id", ""))
        return isinstance(source, gast.Constant) or isinstance(kind, Scalar)

    def _phi(self, name: str) -> Atom:
        """Return a fresh name for the tangent of a phi."""
        kind = like(self.b.kinds[name])
        fresh = self.b.fresh(self.base(name), kind)
        self.facts.phis[fresh] = name
        if name in self.b.memory.numbers:
            self.b.memory.numbers.add(fresh)
        if name in self._buffers:
            self.facts.written[fresh] = name
        return Atom(build.name(fresh), kind)

    def _write(self, node: gast.stmt, owner: str) -> None:
        b = self.b
        if isinstance(b.kinds[owner], ListOf):
            list_tangents.write(self, node, owner)
            return
        target = self.known[owner]
        value, make = renamed_writes.written_value(b, node)
        b.add(node)
        name = value.name if isinstance(value, Atom) else None
        tangent = self.known.get(name or "")
        if tangent is None and isinstance(node, gast.Assign):
            b.add(make(target.node, build.constant(0.0)))
        elif tangent is not None:
            b.add(make(target.node, tangent.node))
            constant_paths.note_write(self, owner)

    def _branch(self, node: gast.If) -> None:
        b = self.b
        self._prepare([node])
        before = dict(self.known)
        bodies = []
        for block in (node.body, node.orelse):
            self.known = dict(before)
            with b.alongside(block) as body:
                self.block(block)
            bodies.append(body)
        self.known = before
        b.line = node.lineno
        b.add(build.branch(node.test, bodies[0], bodies[1], node.lineno))

    def _loop(self, node: gast.For | gast.While) -> None:
        b = self.b
        self._prepare([node])
        before = dict(self.known)
        leaves = any(leaves_loop(statement) for statement in node.body)
        with b.alongside([] if leaves else node.body) as body:
            self.block(node.body)
        self.known = before
        b.line = node.lineno
        if isinstance(node, gast.For):
            b.add(build.loop(node.target.id, node.iter, body, node.lineno))
        else:
            b.add(build.repeat(node.test, body, node.lineno))

    def _prepare(self, block: Items[gast.stmt]) -> None:
        """Name the tangents of the phis that a branch or loop assigns."""
        for name in sorted(bound_in(block) & self.b.phis.joined & self.active):
            if name not in self.known:
                self.known[name] = self._phi(name)
