"""What values are, in a user's words."""

from __future__ import annotations

from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.values.base import Atom, Known, Maybe
from tangentlite.values.callable_values import Chosen, Method, is_container, is_function
from tangentlite.values.iterables import Stream, View


def describe(value: object) -> str:
    """Say what a value is."""
    if isinstance(value, Known):
        return "None" if value.value is None else repr(value.value)[:60]
    if is_container(value):
        return f"a {value.type.__name__}"
    if isinstance(value, Atom):
        return _run_time(value.kind)
    if isinstance(value, Maybe):
        return f"{describe(value.value)} or None, depending on values"
    if is_function(value):
        return "a function"
    if isinstance(value, Chosen):
        one, other = describe(value.first), describe(value.second)
        return f"what is {one} or {other}, depending on values"
    if isinstance(value, Method):
        return f"the method {value.name!r}"
    if isinstance(value, View):
        return f"the {value.what}() of a dict"
    if isinstance(value, Stream):
        return "an iterator"
    return f"a {type(value).__name__.lower()} object"


def _run_time(kind: object) -> str:
    if isinstance(kind, Scalar):
        return f"a number ({kind.dtype})"
    if isinstance(kind, Array):
        return "an array"
    if isinstance(kind, ListOf):
        return "a list whose length is known only when the program runs"
    if isinstance(kind, Opaque) and kind.type is not None:
        return f"an object of type {kind.type.__name__}"
    return "an object whose type is known only when the program runs"
