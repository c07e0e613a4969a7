"""Numbers and arrays that functions take, in tuples, lists, dicts and objects, too."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from tangentlite.api.inside.implicit import within
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.defined_classes import definition_of
from tangentlite.kinds.objects.user_objects import is_record
from tangentlite.values.structure import is_container, keys_of, required_items


class Taken:
    """Numbers and arrays that functions take, with a name for each.

    Of tuples, lists, dicts and objects these are what they hold; a function puts them
    together again.
    """

    def __init__(self, b: Any, node: Any) -> None:
        self.b, self.node = b, node
        self.places: list[str] = []
        self.values: list[Any] = []
        self._held: dict[str, Any] = {}
        self._around: list[Any] = []

    def text_of(self, value: Any, base: str) -> str:
        """Return the text of a value in terms of the names; it is taken with them."""
        if is_container(value):
            return self._of_container(value, base)
        if value.is_static and _is_constant(value.static_value()):
            return repr(value.static_value())
        if value.is_static and value.kind is None:
            return self._named(value.static_value())
        if value.kind is None:
            what = f"{value.describe()}, which a function for a solver takes, is not"
            raise self.b.error(f"{what} supported.", "Pass numbers.", self.node)
        self.places.append(f"{base}{len(self.places)}")
        self.values.append(value)
        return self.places[-1]

    def _of_container(self, value: Any, base: str) -> str:
        if any(value is one for one in self._around):
            what = f"{value.describe()}, which holds itself, is not supported here."
            raise self.b.error(what, "Pass what the function reads.", self.node)
        self._around.append(value)
        kind = getattr(value, "shown", value.type)
        if getattr(kind, "is_result", False):
            return self._of_result(value, kind, base)
        texts = [self.text_of(item, base) for item in required_items(value)]
        self._around.pop()
        joined = "".join(f"{text}, " for text in texts)
        if kind is tuple or kind is list:
            return f"({joined})" if kind is tuple else f"[{joined}]"
        keys = keys_of(value)
        if kind is dict:
            names = (repr(k) if _is_constant(k) else self._named(k) for k in keys)
            return f"{{{', '.join(map(': '.join, zip(names, texts)))}}}"
        if is_record(kind):
            return f"{self._named(kind)}({joined})"
        definition = definition_of(kind)
        if not getattr(value, "keys_differ", True) and definition is not None:
            made_again = _made_again(definition, dict(zip(keys, texts)))
            if made_again:
                return f"{self._named(kind)}{made_again}"
            what = f"{value.describe()}, which a function for a solver reads, cannot be"
            instead = f"Make the {kind.__name__} inside of that function."
            raise self.b.error(f"{what} handed on.", instead, self.node)
        if not getattr(value, "keys_differ", True):  # it is an object
            return f"{self._named(maker(kind, keys))}({joined})"
        what = f"{value.describe()}, which a function for a solver takes, is not"
        raise self.b.error(f"{what} supported.", "Pass numbers.", self.node)

    def _of_result(self, value: Any, kind: type, base: str) -> str:
        """Return a solver's result without its messages, which are made at run time."""
        pairs = zip(keys_of(value), required_items(value))
        parts = {key: item for key, item in pairs if not _is_message(item)}
        joined = ", ".join(self.text_of(item, base) for item in parts.values())
        self._around.pop()
        return f"{self._named(maker(kind, tuple(parts)))}({joined})"

    def _named(self, value: object) -> str:
        name = f"_held_{len(self._held)}"
        self._held[name] = value
        return name

    def function(
        self, function: Callable, count: int, texts: list[str]
    ) -> tuple[Callable, tuple[str, ...]]:
        """Return a function of the names in some texts alone, and these names."""
        used = set(re.findall(r"\b[pc]\d+\b|\b_held_\d+\b", " ".join(texts)))
        own = tuple(place for place in self.places if place in used)
        if list(own) == texts:
            return function, own
        held = tuple(item for item in self._held.items() if item[0] in used)
        return _of_parts(function, count, own, tuple(texts), held), own


def _is_constant(value: object) -> bool:
    """Whether a value decides what a program does, and has a literal."""
    return value is None or isinstance(value, (bool, int, str))


def _is_message(value: Any) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Opaque) and kind.type is str


def _made_again(definition: type, texts: dict[str, str]) -> str:
    """Return how an object of a library is made of its attributes, behind its class.

    Splines have a method for it, in SciPy as in the definition; another definition may
    say which attributes the parameters are.
    """
    if hasattr(definition, "construct_fast"):
        return f".construct_fast({', '.join(map('='.join, texts.items()))})"
    parameters: dict[str, str] = getattr(definition, "made_again", {})
    if not parameters or not texts.keys() <= set(parameters.values()):
        return ""
    given = (f"{name}={texts[attribute]}" for name, attribute in parameters.items())
    return f"({', '.join(given)})"


@functools.lru_cache(maxsize=256)
def _of_parts(
    function: Callable,
    count: int,
    own: tuple[str, ...],
    texts: tuple[str, ...],
    held: tuple[tuple[str, Any], ...],
) -> Callable:
    """Return a function that puts together what another one takes."""
    name = getattr(function, "__name__", "function")
    title = name if name.isidentifier() else "function"
    first = [f"_x{k}" for k in range(count)]
    lines = [
        f"def {title}({', '.join([*first, *own])}):",
        f"    return _own({', '.join([*first, *texts])})",
    ]
    made = within(title, lines, function, {"_own": function, **dict(held)})[title]
    made.keeps_cells = True
    return made


@functools.lru_cache(maxsize=256)
def maker(cls: type, names: tuple[str, ...]) -> Callable:
    """Return a function that makes an object with some attributes."""
    given = [f"_x{k}" for k in range(len(names))]
    lines = [
        f"def made({', '.join(given)}):",
        "    _self = object.__new__(_cls)",
        *(f"    object.__setattr__(_self, {n!r}, {x})" for n, x in zip(names, given)),
        "    return _self",
    ]
    return within("made", lines, made_of, {"_cls": cls})["made"]


def made_of(*given: Any) -> None:
    """Stand for a user's function where there is none: it names this module."""
