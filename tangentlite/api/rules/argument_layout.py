"""What a call is given, put together from numbers and arrays, as text."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tangentlite import runtime
from tangentlite.kinds.objects.user_objects import is_record, is_users_class
from tangentlite.values.callable_values import is_function
from tangentlite.values.structure import is_container, keys_of

# Stands for a leaf in a text; no text of Python has it.
_PLACE = re.compile("\0([0-9]+)\0")
# Stands around a number or an array that is constant.
_CONSTANT = re.compile("\1(.*?)\1")


@dataclass(frozen=True)
class Leaf:
    """A number or an array: its name, and where it is in an argument.

    The steps are the texts of functions of the gradient of the argument; a leaf that a
    function captures has none, as no gradient belongs to it.
    """

    name: str
    argument: str
    steps: tuple[str, ...] | None


@dataclass(frozen=True)
class Layout:
    """Arguments by name, each as a text of its leaves and of objects that are held."""

    arguments: tuple[tuple[str, str], ...]
    leaves: tuple[Leaf, ...]
    held: Mapping[str, object] = field(compare=False, default_factory=dict)
    identities: tuple[int, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the leaves."""
        return [leaf.name for leaf in self.leaves]

    def texts(
        self,
        chosen: list[str],
        leaf: Callable[[str], str] = str,
        constant: Callable[[str], str] = str,
    ) -> str:
        """Return the text of some arguments, each with a comma behind it.

        `leaf` and `constant` give what stands for a leaf and for a constant number.
        """
        known = dict(self.arguments)
        whole = "".join(f"{known[name]}, " for name in chosen)
        whole = _CONSTANT.sub(lambda found: constant(found[1]), whole)
        return _PLACE.sub(lambda found: leaf(self.leaves[int(found[1])].name), whole)

    def tangents(self, chosen: list[str], leaf: Callable[[str], str]) -> str:
        """Return the text of tangents; what is constant does not move."""
        return self.texts(chosen, leaf, lambda x: f"_resting({x})")


def plain(names: list[str]) -> Layout:
    """Return the layout of arguments that are passed as they are.

    Templates have private names of their own.
    """
    leaves = tuple(Leaf(f"{n}_" if n[0] == "_" else n, n, ()) for n in names)
    texts = tuple((name, f"\0{k}\0") for k, name in enumerate(names))
    return Layout(texts, leaves)


def is_plain(b: Any, value: Any) -> bool:
    """Whether a rule takes a value as it is: a number, an array, or what has a name."""
    if value.kind is not None:
        return True
    if is_container(value) or not value.is_static:
        return False
    known = value.static_value()
    if isinstance(known, types.FunctionType):
        try:
            b.references.function(known, value.text)
        except LookupError:
            return False
    return True


def laid_out(b: Any, given: Mapping[str, Any], node: Any) -> tuple[Layout, list]:
    """Return the layout of arguments, and the values of its leaves."""
    parting = _Parting(b, node)
    texts = tuple(
        (name, parting.text(value, name, (), ())) for name, value in given.items()
    )
    held = parting.held
    identities = tuple(map(id, held.values()))
    return Layout(texts, tuple(parting.leaves), held, identities), parting.values


class _Parting:
    """Takes values apart, outer before inner."""

    def __init__(self, b: Any, node: Any) -> None:
        self.b, self.node = b, node
        self.leaves: list[Leaf] = []
        self.values: list[Any] = []
        self.held: dict[str, object] = {}
        self._argument = ""

    def text(
        self, value: Any, name: str, steps: tuple[str, ...] | None, around: tuple
    ) -> str:
        """Return the text of a value, whose leaves are named after it."""
        if not around:
            self._argument = name
        if is_container(value) and not getattr(value, "is_at_run_time", False):
            if any(value is one for one in around):
                raise self._refusal(f"{name} holds itself", "Pass what it holds")
            return self._container(value, name, steps, (*around, value))
        if value.kind is not None and not value.is_static:
            return self._leaf(value, name, steps)
        if value.is_static:
            text = self._object(value.static_value())
            return (
                f"\1{text}\1" if value.kind is not None and steps is not None else text
            )
        if is_function(value):
            return self._function(value, name, (*around, value))
        what = f"{name} is {value.describe()}, which no rule takes"
        raise self._refusal(what, "Pass a number, an array, or what holds these")

    def _container(self, value: Any, name: str, steps: Any, around: tuple) -> str:
        shown = getattr(value, "shown", value.type)
        keys, count = keys_of(value), len(value.items)
        is_object = not issubclass(shown, (tuple, list, dict))
        texts = []
        for key, item in zip(keys, value.items):
            step = f"_part({{}}, {key!r}, {count}, {is_object or is_record(shown)}, "
            inner = None if steps is None else (*steps, step)
            texts.append(self.text(item, f"{name}_{key}", inner, around))
        if shown is dict:
            pairs = (f"{self._object(k)}: {text}" for k, text in zip(keys, texts))
            return f"{{{', '.join(pairs)}}}"
        joined = "".join(f"{text}, " for text in texts)
        if shown in (tuple, list):
            return f"({joined})" if shown is tuple else f"[{joined}]"
        if is_record(shown):
            return f"{self._object(shown)}({joined})"
        if not is_object or not is_users_class(shown):
            what = f"{name} is a {shown.__name__}, which no rule takes"
            raise self._refusal(what, "Pass a tuple, a list, a dict or an object")
        named = ", ".join(f"{key}={text}" for key, text in zip(keys, texts))
        return f"{self._object(runtime.record)}({self._object(shown)}, {named})"

    def _function(self, value: Any, name: str, around: tuple) -> str:
        """Return the text of a function of the program, with what it captures."""
        from tangentlite import operations
        from tangentlite.specialize.functions.of_python.python_functions import (
            as_python,
        )

        count = len(operations.parameters_of(self.b, value, self.node))
        inside = getattr(value, "function", None)
        if is_function(inside) and hasattr(value, "arguments"):
            return self._partial(inside, value, name, count, around)
        function, captured = as_python(self.b, value, count, self.node)
        if not captured:
            return self._object(function)
        own = [f"_{k}" for k in range(count)]
        parts = [self.text(v, k, None, around) for k, v in captured.items()]
        called = f"{self._object(function)}({', '.join([*own, *parts])})"
        return f"(lambda {', '.join(own)}: {called})"

    def _partial(
        self, inside: Any, value: Any, name: str, count: int, around: tuple
    ) -> str:
        own = [f"_{k}" for k in range(count)]
        function = self.text(inside, name, None, around)
        parts = [
            self.text(v, f"{name}_{k}", None, around)
            for k, v in enumerate(value.arguments)
        ]
        named = [f"{k}={self.text(v, k, None, around)}" for k, v in value.keywords]
        given = ", ".join([*parts, *own, *named])
        return f"(lambda {', '.join(own)}: {function}({given}))"

    def _leaf(self, value: Any, name: str, steps: Any) -> str:
        taken = {leaf.name for leaf in self.leaves}
        self.leaves.append(Leaf(_fresh(name, taken), self._argument, steps))
        self.values.append(value)
        return f"\0{len(self.leaves) - 1}\0"

    def _object(self, value: object) -> str:
        if value is None or type(value) in (bool, int, str):
            return repr(value)
        for name, known in self.held.items():
            if known is value:
                return name
        name = f"_held{len(self.held)}"
        self.held[name] = value
        return name

    def _refusal(self, what: str, instead: str) -> Exception:
        return self.b.error(f"{what}.", f"{instead}.", self.node)


def _fresh(name: str, taken: set[str]) -> str:
    base = re.sub(r"\W", "_", name)
    found, count = base, 0
    while found in taken:
        count += 1
        found = f"{base}_{count}"
    return found


def gradients(layout: Layout, active: list[str], title: str) -> Iterator[str]:
    """Yield a line for each leaf of the active arguments: its part of a gradient."""
    for leaf in layout.leaves:
        if leaf.argument not in active or leaf.steps is None:
            continue
        shown = leaf.name if leaf.steps else leaf.argument
        message = f"the gradient of {title} by {shown} has another shape"
        message = f"_bwd, {message!r}"
        found = f"_gradients[{active.index(leaf.argument)}]"
        for step in leaf.steps:
            found = f"{step.format(found)}{message})"
        yield f"    d[{leaf.name}] = _fitting({found}, {leaf.name}, {message})"
