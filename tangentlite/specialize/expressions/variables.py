"""Names: variables of the function, of those around it and of modules."""

from __future__ import annotations

import builtins
import sys
import types

import gast

from tangentlite import errors, operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import name_result
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf
from tangentlite.operations import implements
from tangentlite.specialize.outside import module_variables, outside
from tangentlite.specialize.state.frame import Frame
from tangentlite.values.alternatives import optional
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Chosen, Unbound
from tangentlite.values.heap import Box, Cell
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents
from tangentlite.values.structure import atoms


@implements(operations.read_name)
def read_name(b: Builder, node: gast.Name) -> Value:
    """Return the value of a name: a variable, a captured value, a global."""
    if node.id == "__debug__":
        return literal(True)
    plain = None if b.phis.unbound else b.frame.plain(node.id)
    if plain is not None:
        return plain
    is_global = _is_global(b.frame, node.id)
    frame = b.frame if is_global else _frame_of(b.frame, node.id)
    if node.id in frame.variables and not is_global:
        value = frame.variables[node.id]
        if isinstance(value, Box):
            (value,) = value.items
        if isinstance(value, Unbound):
            raise _unbound(b, node)
        value = optional.variable(b, value)
        unbound = _unbound_in(b, value)
        template = b.control.sources[frame.source].generated
        if unbound and b.emit is name_result and not (frame.certain or template):
            # The backward half may not need the value, but Python would raise here.
            b.add(build.effect(unbound.node, b.line))
        if isinstance(value, Atom) and isinstance(value.kind, ListOf):
            return Atom(value.node, b.kinds.get(str(value.name), value.kind))
        return value
    if node.id in frame.local_names or node.id.startswith("d["):
        raise _unbound(b, node)
    if b.assumed.binds:
        captured = node.id in frame.cells and not is_global
        owner = frame.cells.by_name[node.id] if captured else _module_of(frame)
        found = module_variables.bound(b, owner, node.id)
        if found is not None and isinstance(found.items[0], Unbound):
            raise _unbound(b, node)
        if found is not None:
            return operands.as_used(b, optional.variable(b, found.items[0]))
    for place in (frame.cells, frame.globals, vars(builtins)):
        if node.id in place and not (is_global and place is frame.cells):
            held = place[node.id]
            ours = place is vars(builtins) or b.control.sources[frame.source].generated
            if not ours:
                b.references.guard(place, node.id, held)
            if (primal := _decorated(b, held)) is not None:
                return Known(primal)
            return outside.value_of(b, held, node.id)
    instead = "Check how it is spelled, or define it at the top of the file."
    raise b.error(f"name {node.id!r} is not defined.", instead, node)


def _unbound_in(b: Builder, value: Value) -> Atom | None:
    """Return a name in a value that may be unbound, None if there is none.

    Attributes of objects do not count, if the objects are bound; nor what a function
    that was not chosen holds.
    """
    if not b.phis.unbound:
        return None
    if isinstance(value, Chosen):
        value = value.flag
    for part in ownership.direct(value):
        there = part not in b.phis.made_on_paths and part not in b.heap.joined
        if isinstance(part, Cell) and there:
            continue
        for atom in atoms(part):
            if atom.name in b.phis.unbound and atom.name not in b.phis.certain:
                return atom
    return None


@implements(operations.bind_name)
def bind(b: Builder, name: str, value: Value) -> None:
    """Bind a variable, of the function around if the name is not the function's own."""
    value = contents.as_held(b, value)
    if _is_global(b.frame, name):
        module = _module_of(b.frame)
        if module is None:
            what = f"{name} is a global variable of no module."
            raise b.error(what, "Return the value.")
        module_variables.bind(b, module, name, value)
        return
    frame = _frame_of(b.frame, name)
    if name in frame.cells and name not in frame.local_names:
        module_variables.bind(b, frame.cells.by_name[name], name, value)
        return
    if frame is not b.frame and name not in frame.variables:
        frame = b.frame
    held = frame.variables.get(name)
    if isinstance(held, Box):
        held.put((value,))
    else:
        frame.variables[name] = value


def _is_global(frame: Frame | None, name: str) -> bool:
    """Whether a name is declared global, also around a comprehension."""
    while frame is not None and name not in frame.local_names:
        if name in frame.facts.globals:
            return True
        frame = frame.outer
    return False


def _module_of(frame: Frame) -> types.ModuleType | None:
    """Return the module of a function, None if its globals belong to none."""
    module = sys.modules.get(str(frame.globals.get("__name__")))
    return module if getattr(module, "__dict__", None) is frame.globals else None


def _decorated(b: Builder, value: object) -> object | None:
    """Return the open function whose derivative a name holds, None for other values.

    Under `@tl.grad` a function that calls itself means itself, as when it was written.
    """
    if not hasattr(type(value), "generated_for_kinds"):
        return None
    primal = getattr(value, "primal", None)
    called = any(frame.function is primal for frame in b.control.frames)
    return primal if called else None


def _frame_of(frame: Frame, name: str) -> Frame:
    """Return the innermost frame that has a variable."""
    while frame.outer is not None:
        if name in frame.variables or name in frame.local_names:
            return frame
        frame = frame.outer
    return frame


def _unbound(b: Builder, node: gast.Name) -> Exception:
    error = b.error(
        f"{node.id} has no value here: every path that binds it was skipped.",
        "Bind it before it is read.",
        node,
    )
    return errors.of_class(error, errors.UnboundVariableError)
