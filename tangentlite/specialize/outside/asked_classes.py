"""Class tests of arguments that decided branches, which saved modules repeat.

The argument is a number, an array or a list of them; for None, text or an object the
answer would differ. Calls dispatch on kinds; saved modules do not, so they test again.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from tangentlite.kinds.kind import is_numeric
from tangentlite.values.base import Atom, Known
from tangentlite.values.structure import atoms

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder

# Classes (None for that of None), and whether the value is of one of them.
Answer = tuple[tuple, bool]


def note(b: Builder, value: object, classes: object, answer: bool) -> None:
    """Record that a value is, or is not, of one of some classes.

    A number is of no class of the user's.
    """
    if not isinstance(value, Atom) or value.name is None:
        return
    every = tuple(_flat(classes))
    if all(cls is None or cls.__module__ in ("builtins", "numpy") for cls in every):
        _note(b, value.name, (every, answer))
    elif is_numeric(value.kind):
        _note(b, value.name, (_NUMBERS, True))


_NUMBERS = (int, float, complex, np.generic, np.ndarray)


def note_types(b: Builder, value: object, found: Iterable[type] | None) -> None:
    """Record that a value is of one of some classes."""
    if isinstance(value, Atom) and value.name is not None and found:
        _note(b, value.name, (tuple(found), True))


def note_other(b: Builder, value: object, other: object) -> None:
    """Record that a value does not have the class of a known one."""
    if isinstance(other, Known):
        note(b, value, type(other.value), False)


def _note(b: Builder, name: str, answer: Answer) -> None:
    b.required.asked.setdefault(name, {})[answer] = None


def _flat(classes: Any) -> Iterable[Any]:
    if isinstance(classes, (tuple, types.UnionType)):
        each = classes if isinstance(classes, tuple) else classes.__args__
        for cls in each:
            yield from _flat(cls)
    else:
        yield None if classes is type(None) else classes


def of_arguments(b: Builder) -> Mapping[str, tuple[Answer, ...]]:
    """Return the tests of arguments, by the expressions that read them."""
    texts = {name: name for name in b.outside.inputs}
    for name, value in b.outside.held.items():  # of which copies are made
        if isinstance(value, Atom):
            texts[str(value.name)] = name
    for value in b.outside.inputs.values():
        for atom in atoms(value):
            texts.setdefault(str(atom.name), "")
    for statement in b.outside.entry:
        if isinstance(statement, gast.Assign):
            target = statement.targets[0]
            if isinstance(target, gast.Name) and texts.get(target.id) == "":
                texts[target.id] = _spelled(statement.value, texts)
    found = {texts.get(name): every for name, every in b.required.asked.items()}
    asked = {text: tuple(every) for text, every in found.items() if text}
    before = b.required.asked_before
    each = {text: (*before.get(text, ()), *asked.get(text, ())) for text in before}
    return {
        **asked,
        **{text: tuple(dict.fromkeys(every)) for text, every in each.items()},
    }


def _spelled(node: gast.expr, texts: Mapping[str, str]) -> str:
    """Return the source text of an item of an argument, "" for others."""
    if isinstance(node, gast.Name):
        return texts.get(node.id, "")
    if isinstance(node, gast.Attribute):
        owner = _spelled(node.value, texts)
        return owner and f"{owner}.{node.attr}"
    if isinstance(node, gast.Subscript) and isinstance(node.slice, gast.Constant):
        owner = _spelled(node.value, texts)
        return owner and f"{owner}[{node.slice.value!r}]"
    return ""
