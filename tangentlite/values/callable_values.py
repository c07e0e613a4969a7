"""What a Python variable can stand for while a function is specialised."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import gast

from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.heap import Instance

if TYPE_CHECKING:
    from tangentlite.specialize.state.frame import Frame


@dataclass(frozen=True)
class Method(Value):
    """An attribute of a run-time value that is about to be called."""

    owner: Value
    name: str

    @property
    def inside(self) -> tuple:
        """Whose attribute it is."""
        return (self.owner,)

    def describe(self) -> str:
        """Say its name."""
        return f"the method {self.name!r}"


@dataclass(frozen=True)
class Partial(Value):
    """A function with its first arguments, as a method of an object is."""

    function: Any  # a value, or a function of the walk
    arguments: tuple
    keywords: tuple = ()
    # its class when the program runs, if that is known
    shown: type | None = None

    @property
    def inside(self) -> tuple:
        """The function and its arguments."""
        known = (self.function,) if isinstance(self.function, Value) else ()
        return (*known, *self.arguments, *(v for _, v in self.keywords))

    @property
    def phi_parts(self) -> tuple:
        """The arguments, those by keyword with their names."""
        return (*(("", argument) for argument in self.arguments), *self.keywords)

    def with_phi_parts(self, parts: tuple) -> Partial:
        """Return the function with phis as arguments."""
        count = len(self.arguments)
        named = tuple((k, part) for (k, _), part in zip(self.keywords, parts[count:]))
        return replace(self, arguments=parts[:count], keywords=named)

    def describe(self) -> str:
        """Say that it can be called."""
        return "a function"


@dataclass(frozen=True)
class WeakReference(Partial):
    """A weak reference: calling it gives what it refers to."""

    def describe(self) -> str:
        """Say what it is."""
        return "a weak reference"


@dataclass(frozen=True)
class Super(Value):
    """`super()`: an object, whose attributes are those of the classes behind one."""

    behind: type
    owner: Value

    @property
    def inside(self) -> tuple:
        """The object."""
        return (self.owner,)


@dataclass(frozen=True, eq=False)
class LocalFunction(Value):
    """A function defined inside the walked one; it sees the variables of `frame`.

    Two that one definition makes in one frame are the same, if defaults are: what
    they read is looked up when they are called.
    """

    tree: gast.FunctionDef
    definition: gast.AST
    frame: Frame
    defaults: tuple
    keyword_defaults: tuple
    attributes: Instance | None = None
    # what it shows the parameters of, by `functools.wraps`
    wrapped: Value | None = None

    @property
    def held(self) -> tuple:
        """Its attributes, if something has set some."""
        return () if self.attributes is None else (self.attributes,)

    @property
    def phi_parts(self) -> tuple:
        """The defaults, and what it wraps."""
        wrapped = () if self.wrapped is None else (self.wrapped,)
        whole = (*self.defaults, *self.keyword_defaults, *wrapped)
        return tuple(("", part) for part in whole)

    def with_phi_parts(self, parts: tuple) -> LocalFunction:
        """Return the function with phis as defaults."""
        count = len(self.defaults)
        whole = count + len(self.keyword_defaults)
        return replace(
            self,
            defaults=parts[:count],
            keyword_defaults=parts[count:whole],
            wrapped=parts[whole] if parts[whole:] else None,
        )

    def describe(self) -> str:
        """Say that it can be called."""
        return "a function"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LocalFunction)
            and self.definition is other.definition
            and self.frame is other.frame
            and self.defaults == other.defaults
            and self.keyword_defaults == other.keyword_defaults
            and self.wrapped == other.wrapped
            and (self.attributes is other.attributes or not _are_set(self, other))
        )

    def __hash__(self) -> int:
        return hash(id(self.definition))


def _are_set(*functions: LocalFunction) -> bool:
    """Whether one of some functions has attributes."""
    return any(f.attributes is not None and f.attributes.keys for f in functions)


@dataclass(frozen=True)
class LocalDerivative(Value):
    """A derivative of a function that is defined in the program.

    The `steps` are what made it: `tl.grad` and its like, with their keywords.
    """

    function: Value
    steps: tuple[tuple[Any, tuple], ...]

    @property
    def inside(self) -> tuple:
        """The function."""
        return (self.function,)

    @property
    def phi_parts(self) -> tuple:
        """The function."""
        return (("", self.function),)

    def with_phi_parts(self, parts: tuple) -> LocalDerivative:
        """Return the derivative of a function that is made of phis."""
        return replace(self, function=parts[0])

    def describe(self) -> str:
        """Say that it can be called."""
        return "a derivative"


@dataclass(frozen=True)
class Chosen(Value):
    """One of two functions, or of two known things.

    It is the first where a flag is true when the program runs.
    """

    flag: Atom
    first: Value
    second: Value

    @property
    def inside(self) -> tuple:
        """The flag and both."""
        return self.flag, self.first, self.second

    @property
    def phi_parts(self) -> tuple:
        """Both."""
        return ("", self.first), ("", self.second)

    def with_phi_parts(self, parts: tuple) -> Chosen:
        """Return one of two that are made of phis."""
        first, second = parts
        return replace(self, first=first, second=second)

    @property
    def flag_type(self) -> type | None:
        """Str or an enumeration, if both are such."""
        found = self.first.flag_type
        return found if found is self.second.flag_type else None

    def describe(self) -> str:
        """Say what the two are."""
        one, other = self.first.describe(), self.second.describe()
        if is_function(self):
            return "a function"
        return f"what is {one} or {other}, depending on values"


@dataclass(frozen=True)
class Slice(Value):
    """A slice in a subscript."""

    start: Value
    stop: Value
    step: Value

    @property
    def inside(self) -> tuple:
        """Its bounds and step."""
        return self.start, self.stop, self.step


@dataclass(frozen=True)
class Unbound(Value):
    """A variable that may have no value here."""


UNBOUND = Unbound()
NONE = Known(None)


def derived(function: Value, step: tuple) -> LocalDerivative:
    """Return a derivative of a function, or of what is a derivative itself."""
    if isinstance(function, LocalDerivative):
        return LocalDerivative(function.function, (*function.steps, step))
    return LocalDerivative(function, (step,))


def wrapping(function: Value, wrapped: Value) -> Value:
    """Return a function of the program that shows the parameters of another one."""
    if isinstance(function, LocalFunction):
        return replace(function, wrapped=wrapped)
    return function


def is_function(value: object) -> bool:
    """Whether a value can be called."""
    if isinstance(value, Chosen):
        return is_function(value.first) and is_function(value.second)
    known = isinstance(value, Known) and callable(value.value)
    return known or isinstance(value, (LocalFunction, LocalDerivative, Partial))
