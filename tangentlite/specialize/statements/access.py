"""Names from outside the function, and attributes."""

from __future__ import annotations

import builtins
import difflib
import math
import sys
import types

import gast
import numpy as np

from tangentlite import errors, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import is_mixed, name_result, of_any_rank
from tangentlite.ir import build
from tangentlite.ir.names import TEMPORARY
from tangentlite.kinds.kind import ListOf, Opaque, Scalar, is_numeric, shape_of
from tangentlite.operations import implements
from tangentlite.specialize.builtins import library_calls
from tangentlite.specialize.exceptions import context_managers
from tangentlite.specialize.functions import closures, lru_cache
from tangentlite.specialize.outside import module_variables, outside, outside_attributes
from tangentlite.specialize.state import paths
from tangentlite.specialize.state.frame import Frame
from tangentlite.values.alternatives import optional, select
from tangentlite.values.array_methods import OF_NUMBERS
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.callable_values import (
    UNBOUND,
    Chosen,
    LocalFunction,
    Method,
    Partial,
    Super,
    Unbound,
    atoms,
    is_function,
)
from tangentlite.values.containers import container_writes, tuples
from tangentlite.values.heap import Box, Cell, Instance
from tangentlite.values.iterables import Range
from tangentlite.values.iterators import ranges
from tangentlite.values.literals import literal
from tangentlite.values.objects import attributes, instances, type_questions
from tangentlite.values.text import flags


@implements(operations.read_name)
def read_name(b: Builder, node: gast.Name) -> object:
    """Return what a name stands for: a variable, a captured value, a global."""
    if node.id == "__debug__":
        return literal(True)
    plain = None if b.unbound else b.frame.plain(node.id)
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
        template = b.sources[frame.source].generated
        if unbound and b.emit is name_result and not (frame.certain or template):
            # The backward half may not need the value, but Python would raise here.
            b.add(build.effect(unbound.node, b.line))
        if isinstance(value, Atom) and isinstance(value.kind, ListOf):
            return Atom(value.node, b.kinds.get(value.name, value.kind))
        return value
    if node.id in frame.local_names or node.id.startswith("d["):
        raise _unbound(b, node)
    if b.binds:
        captured = node.id in frame.cells and not is_global
        owner = frame.cells.by_name[node.id] if captured else _module_of(frame)
        found = module_variables.bound(b, owner, node.id)
        if found is not None and isinstance(found.items[0], Unbound):
            raise _unbound(b, node)
        if found is not None:
            return container_writes.as_used(b, optional.variable(b, found.items[0]))
    for place in (frame.cells, frame.globals, vars(builtins)):
        if node.id in place and not (is_global and place is frame.cells):
            value = place[node.id]
            ours = place is vars(builtins) or b.sources[frame.source].generated
            if not ours:
                b.references.guard(place, node.id, value)
            if _decorates(b, value):
                return Known(value.primal)
            return outside.value_of(b, value, node.id)
    raise b.error(f"name {node.id!r} is not defined.", "", node)


def _unbound_in(b: Builder, value: object) -> Atom | None:
    """Return what may have no value where a variable holds it.

    What attributes of objects hold is another matter, if the objects are there.
    """
    if not b.unbound:
        return None
    for part in ownership.direct(value):
        there = part not in b.made_on_paths and part not in b.heap.joined
        if isinstance(part, Cell) and there:
            continue
        for atom in atoms(part):
            if atom.name in b.unbound and atom.name not in b.certain:
                return atom
    return None


@implements(operations.bind_name)
def bind(b: Builder, name: str, value: object) -> None:
    """Bind a variable, of the function around if the name is not the function's own."""
    value = container_writes.as_held(b, value)
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
    """Whether a function, or one around whose comprehension it is, declares a name."""
    while frame is not None and name not in frame.local_names:
        if name in frame.facts.globals:
            return True
        frame = frame.outer
    return False


def _module_of(frame: Frame) -> types.ModuleType | None:
    """Return the module whose variables are the globals of a function."""
    module = sys.modules.get(str(frame.globals.get("__name__")))
    return module if getattr(module, "__dict__", None) is frame.globals else None


def _decorates(b: Builder, value: object) -> bool:
    """Whether a name holds the derivative of the function in which it stands.

    Under `@tl.grad` a function that calls itself means itself, as when it was written.
    """
    if not hasattr(value, "generated_for_kinds"):
        return False
    return any(frame.function is value.primal for frame in b.frames)


def _frame_of(frame: Frame, name: str) -> Frame:
    """Return the innermost function around whose variable a name is."""
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


@implements(operations.read_attribute)
def read_attribute(b: Builder, owner: object, name: str, base: str) -> object:
    """Return `owner.name`."""
    owner = operations.present(b, owner, AttributeError)
    if isinstance(owner, context_managers.Manager):
        return context_managers.read(b, owner, name)
    if isinstance(owner, Super):
        return attributes.of_super(b, owner, name)
    if name == "__class__" and not isinstance(owner, Instance):
        return type_questions.class_of(b, owner, base)
    if instances.has_class(owner):
        return operations.read_own_attribute(b, owner, name, base)
    if isinstance(owner, Partial) and owner.function is lru_cache.call_cached:
        found = library_calls.attribute_of_cached(b, owner, name)
        return Method(owner, name) if found is None else found
    if isinstance(owner, LocalFunction):
        found = closures.read(b, owner, name)
        if found is not UNBOUND:
            return found
        return operations.read_own_attribute(b, closures.owner_of(owner), name, base)
    if isinstance(owner, Chosen) and not is_function(owner):
        return select.of_each(
            b, owner, lambda way: read_attribute(b, way, name, base), base
        )
    if isinstance(owner, Known):
        if (found := module_variables.bound(b, owner.value, name)) is not None:
            return container_writes.as_used(b, found.items[0])
        return outside_attributes.known_attribute(b, owner, name)
    if isinstance(owner, Range) and name in ("start", "stop", "step"):
        return ranges.bound(b, owner, name)
    if isinstance(owner, Atom) and is_numeric(owner.kind):
        return _array_attribute(b, owner, name, base)
    if isinstance(owner, Atom) and isinstance(owner.kind, Opaque):
        kind = Opaque(None)
        if owner.kind.type is np.finfo:  # of a dtype that is known at run time only
            kind = Scalar(None, False)
        if flags.type_of_flag(owner) not in (None, str):
            return flags.attribute(b, owner, name, base)
        if owner.kind.type is not None and callable(
            getattr(owner.kind.type, name, None)
        ):
            return Method(owner, name)
        return b.emit(b, build.attribute(owner.node, name), kind, base)
    return Method(owner, name)


def _require_of_both(b: Builder, name: str) -> None:
    """Raise what Python raises for an attribute that its and NumPy's numbers lack.

    Of which of the two a number is is not known where only one of them has it.
    """
    if not any(operations.may_catch(b, target, AttributeError) for target in b.tries):
        return
    if not hasattr(float, name) and not hasattr(np.float64, name):
        error = AttributeError(f"'float' object has no attribute {name!r}")
        raise operations.certain_error(b, error, "Check the name.", None)
    if not hasattr(float, name):
        raise paths.undecided(b, "AttributeError", None)


def _array_attribute(b: Builder, owner: Atom, name: str, base: str) -> object:
    owner = of_any_rank(b, owner)
    kind = owner.kind
    shape = shape_of(kind)
    if isinstance(kind, Scalar) and not kind.weak and kind.dtype == "float64":
        _require_of_both(b, name)
    if owner.name in b.numbers and not hasattr(float, name):
        if any(operations.may_catch(b, target, AttributeError) for target in b.tries):
            raise paths.undecided(b, "AttributeError", None)
    if name == "size" and owner.name in b.numbers:
        return operations.call_rule(b, np.size, [owner], {}, base)
    if name == "ndim" and shape is not None:
        return literal(len(shape))
    if name == "shape" and shape is not None:
        return shape_value(b, owner)
    if name == "size":
        if shape == ():
            return literal(1)
        sizes = None if shape is None else [b.sizes.find(dim) for dim in shape]
        if b.exact and sizes and all(isinstance(size, int) for size in sizes):
            return literal(math.prod(sizes))
        size = sizes[0] if sizes and len(sizes) == 1 else None
        rhs = build.attribute(owner.node, "size")
        return b.emit(b, rhs, Scalar("int64", True, None, size), base)
    if name == "dtype":
        if kind.dtype is not None and not is_mixed(b, owner):
            return Known(np.dtype(kind.dtype))
        return b.emit(b, build.attribute(owner.node, name), Opaque(None), base)
    if name in ("itemsize", "nbytes"):
        rhs = build.attribute(owner.node, name)
        return b.emit(b, rhs, Scalar("int64", True), base)
    if name == "shape":
        return tuples.shape(b, owner, base)
    if name == "ndim":
        rhs = build.call(b.references.function(np.ndim), [owner.node])
        return b.emit(b, rhs, Scalar("int64", True), base)
    if name == "strides":
        raise b.error(
            "the strides of an array are not supported: the derivative's arrays may "
            "have others.",
            "Use slices or np.lib.stride_tricks.sliding_window_view(x, n) in place of "
            "as_strided.",
        )
    if name in _PROPERTIES:
        return operations.call(b, Known(_PROPERTIES[name]), [owner], {}, None, base)
    of_python = isinstance(kind, Scalar) and kind.weak is not False
    if hasattr(np.ndarray, name) or of_python and name in OF_NUMBERS:
        return Method(owner, name)
    if of_python and any(hasattr(type_, name) for type_ in (int, float, complex)):
        what = f"{name!r} of a number is not supported."
        raise b.error(what, "Compute it outside of the function.")
    what = "a number has" if isinstance(kind, Scalar) else "arrays have"
    close = difflib.get_close_matches(name, dir(np.ndarray), n=1)
    instead = f"Did you mean {close[0]!r}?" if close else "Check the name."
    raise b.error(f"{what} no attribute {name!r}.", instead)


_PROPERTIES = {
    "T": np.transpose,
    "mT": np.matrix_transpose,
    "real": np.real,
    "imag": np.imag,
}


def shape_value(b: Builder, owner: Atom) -> Sequence:
    """Return `owner.shape` as a tuple of sizes, each read when it is used."""
    shape = shape_of(owner.kind)
    sizes = []
    for axis, dim in enumerate(shape):
        found = b.sizes.find(dim)
        if isinstance(found, int):
            sizes.append(literal(found))
            continue
        whole = build.attribute(owner.node, "shape")
        rhs = build.subscript(whole, build.constant(axis))
        sizes.append(b.emit(b, rhs, Scalar("int64", True, None, found), TEMPORARY))
    return Sequence(tuple(sizes))
