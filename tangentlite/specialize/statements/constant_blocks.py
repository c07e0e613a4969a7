"""Blocks under `tl.no_grad()`: what is assigned in them is constant.

What a block writes into arrays and run-time lists is stopped where it is written, what
its variables, and lists, dicts and objects hold when it is left. A block that is walked
is a box of the heap, so that each path knows which blocks it is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in, substitute
from tangentlite.kinds.kind import Array, ListOf, Scalar, is_differentiable
from tangentlite.operations import implements
from tangentlite.specialize.exceptions.context_managers import Manager
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Box, Cell
from tangentlite.values.structure import cells_in, is_tuple


@dataclass(frozen=True, eq=False)
class Before:
    """What variables and the heap held when a block was entered."""

    variables: Mapping[str, Value]
    result: Value
    contents: Mapping[Cell, Any]
    count: int

    def held_by(self, cell: Cell) -> tuple:
        """Return what a cell held; nothing if it was not there."""
        if cell.number > self.count:
            return ()
        contents = self.contents.get(cell, cell.first)
        return contents[1] if isinstance(contents, tuple) else ()


@implements(operations.constant_block)
def manager(b: Builder) -> Manager:
    """Return the context manager of a block."""
    box = Box(b.heap, NONE)
    b.control.constants.append(box)

    def enter(b: Builder, *call: object) -> Value:
        frame, heap = b.frame, b.heap
        before = Before(
            dict(frame.variables), frame.result, dict(heap.contents), heap.count
        )
        box.put((Known(before),))
        return NONE

    def leave(b: Builder, *call: object) -> Value:
        before: Any = box.items[0].static_value()
        box.put((NONE,))
        _Stopping(b, before, box).all()
        return NONE

    return Manager(enter, leave, leave)


class _Stopping:
    """Makes constant what has been assigned since a block was entered."""

    def __init__(self, b: Builder, before: Before, box: Box) -> None:
        self.b, self.before, self.box = b, before, box
        self._done: dict[str, Atom] = {}

    def all(self) -> None:
        frame, before = self.b.frame, self.before
        for name, value in list(frame.variables.items()):
            if value is not before.variables.get(name):
                base = name if name.isidentifier() else "t"
                frame.variables[name] = self._constant(value, base)
        if frame.result is not before.result:
            frame.result = self._constant(frame.result, "t")
        held = [*frame.variables.values(), frame.result, *self.b.heap.contents]
        for cell in cells_in(held):
            if cell is not self.box:
                self._stop_contents(cell)

    def _stop_contents(self, cell: Cell) -> None:
        """Make constant what a list, dict, object or variable did not hold before."""
        if cell.is_at_run_time:  # what is written into it is stopped there
            if cell.number > self.before.count:
                whole = self._constant(cell.contents, "t")
                self.b.heap.contents[cell] = whole
            return
        before = self.before.held_by(cell)
        items = tuple(
            item if k < len(before) and item is before[k] else self._constant(item, "t")
            for k, item in enumerate(cell.items)
        )
        if any(new is not old for new, old in zip(items, cell.items)):
            cell.put(items, cell.keys)

    def _constant(self, value: Value, base: str) -> Value:
        if value.phi_parts:
            inside = (self._constant(part, base) for _, part in value.phi_parts)
            return value.with_phi_parts(tuple(inside))
        name = getattr(value, "name", None)
        if is_tuple(value):
            raise self.b.error(
                "a tuple whose items are known only when the program runs is assigned "
                "under no_grad, which is not supported.",
                "Bind its items to names, or make an array of them.",
            )
        if name is None or not isinstance(value.kind, (Scalar, Array, ListOf)):
            return value
        if name not in self._done:
            self._done[name] = stopped(self.b, value, base)
        return self._done[name]


def stopped(b: Builder, value: Value, base: str = "t") -> Atom:
    """Emit a number or an array as a constant."""
    if not is_differentiable(value.kind):
        return operations.as_atom(b, value)
    stop = Known(runtime.stop_gradient)
    return operations.call(b, stop, [value], {}, None, base)


@implements(operations.with_constants)
def with_constants(b: Builder, statement: gast.stmt) -> gast.stmt:
    """Return a statement that writes constants, if it writes into an array or list."""
    if isinstance(statement, gast.Assign):
        if not isinstance(statement.targets[0], gast.Subscript):
            return statement
    elif _adds(statement):
        b.line = statement.lineno
        what = "additions at repeated indices are not supported under no_grad."
        raise b.error(what, "Add outside of the block, or write u[i] = ... in it.")
    elif not _is_change(statement):
        return statement
    value: Any = getattr(statement, "value", None)
    inside = value.args if isinstance(statement, gast.Expr) else [value]
    names = dict.fromkeys(name for node in inside for name in names_in(node))
    atoms = [Atom(build.name(n), b.kinds[n]) for n in names if n in b.kinds]
    constants = {
        str(atom.name): stopped(b, atom).node
        for atom in atoms
        if is_differentiable(atom.kind)
    }
    if isinstance(statement, gast.Assign):
        rhs = substitute(value, constants)
        return build.assign(statement.targets[0], rhs, statement.lineno)
    arguments = [substitute(node, constants) for node in inside]
    call = gast.Call(value.func, arguments, value.keywords)
    return build.effect(call, statement.lineno)


def _adds(statement: gast.stmt) -> bool:
    """Whether a statement is `np.add.at(u, i, t)`, or another addition in place."""
    call = getattr(statement, "value", None)
    is_at = getattr(getattr(call, "func", None), "attr", "") == "at"
    return is_at or isinstance(statement, gast.AugAssign)


def _is_change(statement: gast.stmt) -> bool:
    """Whether a statement is `items.append(t)`, or changes a list likewise."""
    call = getattr(statement, "value", None)
    if not isinstance(statement, gast.Expr) or not isinstance(call, gast.Call):
        return False
    return getattr(call.func, "attr", None) in ("append", "extend", "insert")
