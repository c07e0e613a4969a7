"""What a Python variable can stand for while a function is specialised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Kind, Scalar


@dataclass(frozen=True)
class Atom:
    """A run-time value: a name or literal of the core program, and its kind."""

    node: gast.expr
    kind: Kind

    @property
    def name(self) -> str | None:
        """The name, None for a literal."""
        return self.node.id if isinstance(self.node, gast.Name) else None


@dataclass(frozen=True)
class Known:
    """An object known now: a function, a module, a dtype, None, a string."""

    value: object
    text: str | None = None  # how the user's module reaches it


@dataclass(frozen=True)
class Sequence:
    """A tuple or list whose items are told apart by position."""

    items: tuple
    type: type = tuple


@dataclass(frozen=True)
class Dictionary:
    """A dict with known keys."""

    keys: tuple
    items: tuple

    @property
    def type(self) -> type:
        """The type of the value when the program runs."""
        return dict


@dataclass(frozen=True)
class Method:
    """An attribute of a run-time value that is about to be called."""

    owner: object
    name: str


@dataclass(frozen=True, eq=False)
class LocalFunction:
    """A function defined inside the walked one; it sees the variables of `frame`.

    Two that one definition makes in one frame are the same, if defaults are: what
    they read is looked up when they are called.
    """

    tree: gast.FunctionDef
    definition: gast.AST
    frame: object
    defaults: tuple
    keyword_defaults: tuple

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LocalFunction)
            and self.definition is other.definition
            and self.frame is other.frame
            and self.defaults == other.defaults
            and self.keyword_defaults == other.keyword_defaults
        )

    def __hash__(self) -> int:
        return hash(id(self.definition))


@dataclass(frozen=True)
class Chosen:
    """One of two functions: the first where a flag is true when the program runs."""

    flag: Atom
    first: object
    second: object


@dataclass(frozen=True)
class Range:
    """`range(start, stop, step)`, and reversed."""

    start: Atom
    stop: Atom
    step: Atom


@dataclass(frozen=True)
class Zip:
    """`zip(...)`."""

    parts: tuple


@dataclass(frozen=True)
class Enumerate:
    """`enumerate(items, start)`."""

    items: object
    start: Atom


@dataclass(frozen=True)
class Reversed:
    """`reversed(items)`."""

    items: object


@dataclass(frozen=True)
class View:
    """`d.items()` and the like: what `owner` holds, for use where it stands."""

    owner: Dictionary
    items: tuple


@dataclass(frozen=True)
class Slice:
    """A slice in a subscript."""

    start: object
    stop: object
    step: object


@dataclass(frozen=True)
class Unbound:
    """A variable that may have no value here."""


UNBOUND = Unbound()
NONE = Known(None)


def with_items(value: Sequence | Dictionary, items: tuple) -> Sequence | Dictionary:
    """Return a container with other items."""
    return replace(value, items=items)


def parts(value: object) -> Iterator[object]:
    """Yield a value, and what it holds if it is a container, outer before inner."""
    yield value
    if isinstance(value, (Sequence, Dictionary)):
        for item in value.items:
            yield from parts(item)


def held_in(value: object) -> Iterator[object]:
    """Yield the lists and dicts that a value is, holds or iterates over."""
    if isinstance(value, (Enumerate, Reversed)):
        yield from held_in(value.items)
    elif isinstance(value, Zip):
        for part in value.parts:
            yield from held_in(part)
    elif isinstance(value, View):
        yield value.owner
    else:
        for part in parts(value):
            if isinstance(part, (Sequence, Dictionary)) and part.type is not tuple:
                yield part


def same_structure(a: object, b: object) -> bool:
    """Whether two values are containers of one type, with the same keys.

    >>> same_structure(Sequence((1, 2)), Sequence((3, 4)))
    True
    """
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return a.type is b.type and len(a.items) == len(b.items)
    both = isinstance(a, Dictionary) and isinstance(b, Dictionary)
    return both and a.keys == b.keys


def literal(value: object) -> Atom | Known | Sequence:
    """The value of a literal.

    >>> literal(2).kind.value
    2
    """
    if type(value) in (tuple, list):
        return Sequence(tuple(literal(item) for item in value), type(value))
    for type_, dtype in _NUMBERS:
        if type(value) is type_:
            return Atom(build.constant(value), Scalar(dtype, True, value))
    return Known(value)


_NUMBERS = (
    (bool, "bool"),
    (int, "int64"),
    (float, "float64"),
    (complex, "complex128"),
)


def is_static(value: object) -> bool:
    """Whether a value is a literal or a known object."""
    if isinstance(value, Atom):
        return isinstance(value.kind, Scalar) and value.kind.value is not None
    if isinstance(value, (Sequence, Dictionary)):
        return all(is_static(item) for item in value.items)
    return isinstance(value, Known)


def static_value(value: object) -> object:
    """Return the Python object of a static value."""
    if isinstance(value, Atom):
        return value.kind.value
    if isinstance(value, Sequence):
        return value.type(static_value(item) for item in value.items)
    if isinstance(value, Dictionary):
        return dict(zip(value.keys, map(static_value, value.items)))
    return value.value


def is_function(value: object) -> bool:
    """Whether a value can be called."""
    known = isinstance(value, Known) and callable(value.value)
    return known or isinstance(value, (LocalFunction, Chosen))


def atoms(value: object) -> Iterator[Atom]:
    """Yield the atoms that a value is made of."""
    if isinstance(value, Atom):
        yield value
    elif isinstance(value, Chosen):
        for part in (value.flag, value.first, value.second):
            yield from atoms(part)
    elif isinstance(value, (Sequence, Dictionary)):
        for item in value.items:
            yield from atoms(item)
    elif isinstance(value, (Method, Enumerate, Reversed)):
        yield from atoms(value.owner if isinstance(value, Method) else value.items)
    elif isinstance(value, Zip):
        for part in value.parts:
            yield from atoms(part)
    elif isinstance(value, (Range, Slice)):
        for part in (value.start, value.stop, value.step):
            yield from atoms(part)
