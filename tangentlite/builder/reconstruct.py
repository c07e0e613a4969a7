"""The expressions of the core program that reconstruct values."""

from __future__ import annotations

import builtins
import enum
import types
from collections.abc import Iterable
from typing import NoReturn, TypeGuard

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import own_attributes
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf, Opaque, is_differentiable, join
from tangentlite.kinds.objects.number_classes import (
    is_number_for_array,
    is_of_other_class,
)
from tangentlite.kinds.objects.user_objects import (
    has_items,
    is_computed,
    is_rebuilt,
    is_record,
    lookup,
    own_new,
)
from tangentlite.operations import implements
from tangentlite.values.base import Atom, Known, Maybe, Range, Sequence, Value
from tangentlite.values.callable_values import UNBOUND, Chosen, Method, Slice
from tangentlite.values.heap import Cell, Dictionary, Instance, List
from tangentlite.values.iterables import View
from tangentlite.values.structure import atoms, parts

as_expression = operations.as_expression


@implements(operations.as_atom)
def as_atom(b: Builder, value: Value) -> Atom:
    """Return a value as one atom; a tuple becomes a display in place."""
    if isinstance(value, Atom):
        return value
    return Atom(as_expression(b, value), Opaque(None))


@implements(operations.as_call)
def as_call(
    b: Builder, callee: gast.expr, arguments: Iterable, keywords: dict
) -> gast.expr:
    """Return a call with some values as its arguments."""
    values = [undifferentiated(b, value) for value in arguments]
    named = [(key, undifferentiated(b, value)) for key, value in keywords.items()]
    return build.call(callee, values, named)


def undifferentiated(b: Builder, value: Value) -> gast.expr:
    """Return the expression of an argument that is not differentiated: may be None."""
    if isinstance(value, Maybe):
        if value.absent == UNBOUND:
            what = "an attribute that is shown, or kept, is set on some paths only."
            raise b.error(what, "Set it on all paths.")
        other = as_expression(b, value.value)
        return gast.IfExp(value.flag.node, build.constant(None), other)
    if isinstance(value, (View, Slice)):
        return operations.as_object(b, value)
    if isinstance(value, Cell) and (
        value in b.outside.shared or value in b.outside.origins or value.is_at_run_time
    ):
        return as_expression(b, value)
    if _is_display(value):
        return build.display(
            [undifferentiated(b, item) for item in value.items], value.type
        )
    if type(value) is Dictionary and value.shown is dict:
        return mapping(
            b, value.keys, [undifferentiated(b, item) for item in value.items]
        )
    return as_expression(b, value)


@operations.as_expression.of(Atom)
def of_atom(b: Builder, value: Atom) -> gast.expr:
    """Return its name or literal, or the name outside of what is shared."""
    return b.outside.shared.get(value.name, value.node)


@operations.as_expression.of(Known)
def of_known(b: Builder, value: Known) -> gast.expr:
    """Return a literal, or the name by which generated code reaches an object."""
    return _known(b, value)


@operations.as_expression.of(Sequence)
def of_tuple(b: Builder, value: Sequence) -> gast.expr:
    """Return a display, or the call that makes a named tuple."""
    return _object(b, value) if is_record(value.type) else _display(b, value)


@operations.as_expression.of(List)
def of_list(b: Builder, value: List) -> gast.expr:
    """Return a display, or the name of a list from outside."""
    outside = _from_outside(b, value)
    return _display(b, value) if outside is None else outside


@operations.as_expression.of(Dictionary)
def of_dict(b: Builder, value: Dictionary) -> gast.expr | None:
    """Return a display, or the name of a dict from outside."""
    if (outside := _from_outside(b, value)) is not None:
        return outside
    if value.shown is not dict:
        return operations.as_object(b, value)
    return mapping(b, value.keys, [as_expression(b, item) for item in value.items])


@operations.as_expression.of(Instance)
def of_object(b: Builder, value: Instance) -> gast.expr:
    """Return the call that makes an object, or the name of one from outside."""
    outside = _from_outside(b, value)
    if outside is not None:
        return outside
    is_exception = issubclass(value.type, BaseException)
    return _exception(b, value) if is_exception else _object(b, value)


@operations.as_expression.of(Cell)
def of_cell(b: Builder, value: Cell) -> gast.expr:
    """Return the name of what is outside; refuse what has none."""
    outside = _from_outside(b, value)
    return of_others(b, value) if outside is None else outside


@operations.as_expression.of(Slice)
def of_slice(b: Builder, value: Slice) -> gast.expr:
    """Return a slice of a subscript."""
    bounds = [
        None if isinstance(part, Known) else as_expression(b, part)
        for part in value.inside
    ]
    return gast.Slice(*bounds)


@operations.as_expression.of(Range)
def of_range(b: Builder, value: Range) -> gast.expr:
    """Return a call of `range`."""
    return build.call("range", range_arguments(value))


@operations.as_expression.of(Chosen)
def of_choice(b: Builder, value: Chosen) -> gast.expr:
    """Return text, or a member of an enumeration, that a flag chooses."""
    if value.flag_type is None:
        return of_others(b, value)
    return operands.flag_atom(b, value).node


@operations.as_expression.of(Method)
def of_method(b: Builder, value: Method) -> gast.expr:
    """Return the attribute of a run-time value."""
    if not isinstance(value.owner, Atom):
        return of_others(b, value)
    return build.attribute(value.owner.node, value.name)


@operations.as_expression.otherwise
def of_others(b: Builder, value: Value) -> NoReturn:
    """Refuse what exists only while the function is walked."""
    raise b.error(
        f"{value.describe()} cannot be used as a value here.",
        "Call it or iterate over it where it is made.",
    )


def _is_display(value: Value) -> TypeGuard[Sequence]:
    """Whether a value is a plain tuple or list."""
    plain = getattr(value, "type", None) in (tuple, list)
    return plain and type(value) in (Sequence, List)


def _display(b: Builder, value: Sequence) -> gast.expr:
    items = [as_expression(b, item) for item in value.items]
    return build.display(items, value.type)


def _from_outside(b: Builder, value: Cell) -> gast.expr | None:
    """Return the name of what is shared, run-time, or from outside and not changed."""
    if value in b.outside.shared:
        return b.outside.shared[value]
    if value.is_at_run_time:
        return value.contents.node
    if value in b.outside.origins:
        # A list or dict from outside gets its new contents at the end of the program.
        if isinstance(value, Instance):
            _require_unchanged(b, value)
        if isinstance(value, Instance) or value.contents == value.first:
            return b.outside.origins[value]
    return None


@implements(operations.as_operand)
def as_operand(b: Builder, value: Value) -> gast.expr:
    """Return the expression of an operand that may be active: lists by their items.

    The name that a list has outside, in an attribute of an object, has no derivative.
    """
    at_run_time = isinstance(value, List) and value.is_at_run_time
    if _is_display(value) and not at_run_time:
        if any(is_differentiable(atom.kind) for atom in atoms(value)):
            items = [as_operand(b, item) for item in value.items]
            return build.display(items, value.type)
    return as_expression(b, value)


def _require_unchanged(b: Builder, value: Instance) -> None:
    """Raise if an object from outside is changed: its name reaches the old state."""
    if b.source.is_derivative:
        return  # its primal was tested
    copies = [copy for _, copy in b.outside.copied]
    for part in parts(value):
        changed = isinstance(part, Cell) and part.contents != part.first
        if (changed and part in b.outside.origins) or part in copies:
            raise b.error(
                f"an object of the class {value.type.__name__}, which the function has "
                "changed, is used as a whole; that is not supported.",
                "Use, or print, its attributes.",
            )


def mapping(b: Builder, keys: Iterable[object], items: list) -> gast.expr:
    """Return a dict display."""
    return build.mapping([_key(b, key) for key in keys], items)


def item(b: Builder, owner: gast.expr, type_: type, key: object) -> gast.expr:
    """Return a read of an item of a container, by its key, or of an attribute."""
    if has_items(type_):
        return build.subscript(owner, _key(b, key))
    if not is_record(type_) and is_computed(type_, str(key)):  # a descriptor hides it
        return build.subscript(build.attribute(owner, "__dict__"), build.constant(key))
    return build.attribute(owner, str(key))


def _key(b: Builder, key: object) -> gast.expr:
    if isinstance(key, tuple):
        return build.display([_key(b, part) for part in key], tuple)
    return _known(b, Known(key)) if isinstance(key, enum.Enum) else build.constant(key)


def _object(b: Builder, value: Sequence | Instance) -> gast.expr:
    """Return the expression of a new object, as a result or gradient."""
    if (made := operations.as_object(b, value)) is not None:
        return made
    try:
        callee = b.references.function(value.type, value.type.__qualname__)
    except LookupError:
        raise b.error(
            f"objects of the class {value.type.__qualname__} cannot be made in "
            "generated code.",
            "Define the class at the top of the file.",
        ) from None
    if isinstance(value, Instance):
        own_attributes.require_all_own(b, value, value.keys)
    items = [as_expression(b, item) for item in value.items]
    if isinstance(value, Sequence):
        if own_new(value.type) is None:
            return build.call(callee, items)
        make = value.type._make  # type: ignore[attr-defined]
        maker = b.references.member(callee, "_make", make)
        return build.call(maker, [build.display(items, tuple)])
    named = list(zip(value.keys, items))
    if is_rebuilt(value.type):
        return build.call(callee, [], named)
    maker = b.references.function(runtime.record)
    return build.call(maker, [callee], named)


def _exception(b: Builder, value: Instance) -> gast.expr:
    """Return the expression of an exception: the call that has made it."""
    arguments, keywords = value.made_of or ((), ())
    if not keywords and lookup(value.type, "__init__", None) in _INIT_OF_PYTHON:
        arguments = value.as_dict()["args"].items
    elif value.made_of is None:
        made = (
            f"which call has made a {value.type.__name__} is known only when it runs."
        )
        raise b.error(made, "Use its attributes.")
    named = [(key, as_expression(b, item)) for key, item in keywords]
    try:
        callee = b.references.function(value.type)
    except LookupError:
        raise b.error(
            f"{value.type.__name__}, which is defined in the function, leaves it.",
            "Define the class at the top of the file.",
        ) from None
    return build.call(callee, [as_expression(b, item) for item in arguments], named)


# They put their arguments into `args`, whichever class extends them.
_INIT_OF_PYTHON = [
    vars(cls)["__init__"]
    for cls in vars(builtins).values()
    if isinstance(cls, type)
    and issubclass(cls, BaseException)
    and "__init__" in vars(cls)
]


def range_arguments(value: Range) -> list[gast.expr]:
    """Return the arguments of `range` as a person would write them."""
    step, start = _value(value.step), _value(value.start)
    if step == 1 and start == 0:
        return [value.stop.node]
    if step == 1:
        return [value.start.node, value.stop.node]
    return [value.start.node, value.stop.node, value.step.node]


def _value(atom: Atom) -> object:
    return getattr(atom.kind, "value", None)


def _known(b: Builder, value: Known) -> gast.expr:
    known = value.value
    if known is None or known is Ellipsis or isinstance(known, (str, bytes)):
        return gast.Constant(known, None)
    if isinstance(known, types.ModuleType) and value.text is None:
        wanted = "np" if known is np else known.__name__.rpartition(".")[2]
        alias = b.references.alias(known.__name__, None, wanted)
        b.references.objects[alias] = known
        return build.name(alias)
    if isinstance(known, np.dtype):
        callee = b.references.function(np.dtype)
        return build.call(callee, [gast.Constant(known.name, None)])
    try:
        if isinstance(known, enum.Enum) and known.name in type(known).__members__:
            owner = b.references.function(type(known), type(known).__qualname__)
            return b.references.member(owner, known.name, known)
        return b.references.function(known, value.text)
    except LookupError:
        raise b.error(
            f"{known!r} cannot be named in generated code.",
            "Bind it to a module-level name.",
        ) from None


@implements(operations.as_list)
def as_list(b: Builder, value: Sequence, base: str) -> Atom:
    """Emit a list of the core program for one whose items are known by position."""
    item = None
    parts = [as_text(b, part) if is_text(part) else part for part in value.items]
    what = "a list of items of several kinds is not changed or indexed here."
    for part in parts:
        if not isinstance(part, Atom):
            raise b.error(what, "Make an array of the items.")
        item = part.kind if item is None else join(item, part.kind, b.sizes, base)
    rhs = build.display([part.node for part in parts], list)
    atom = operands.emit_owned(b, rhs, ListOf(item), base)
    if (name := atom.name) is None:  # of constants alone
        return atom
    numbers = b.memory.numbers
    if any(p.name in b.memory.mixed or is_of_other_class(p.kind, item) for p in parts):
        b.memory.mixed.add(name)
    if any(p.name in numbers or is_number_for_array(p.kind, item) for p in parts):
        numbers.add(name)
    b.memory.lists.add(name)
    return atom


def is_list_item(value: Value) -> bool:
    """Whether a value can be an item of a list at run time."""
    if type(value) is Sequence and value.type is tuple:
        return all(map(is_list_item, value.items))
    return isinstance(value, Atom) or is_text(value)


def is_text(value: Value) -> bool:
    """Whether a value is text that is known now."""
    return isinstance(value, Known) and isinstance(value.value, str)


def as_text(b: Builder, value: Value) -> Atom:
    """Return text as an atom of the core program."""
    return Atom(as_expression(b, value), Opaque(str))


@implements(operations.index_argument)
def index_argument(b: Builder, index: gast.expr) -> gast.expr:
    """Return an index as the argument of a call, where `a:b` is `slice(a, b)`."""
    if isinstance(index, gast.Tuple):
        return build.display([index_argument(b, i) for i in index.elts], tuple)
    if not isinstance(index, gast.Slice):
        return index
    parts = [part or build.constant(None) for part in (index.lower, index.upper)]
    if index.step is not None:
        parts.append(index.step)
    return build.call(b.references.function(slice), parts)
