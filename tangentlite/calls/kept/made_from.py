"""What a derivative was made from, as a digest that all machines agree upon."""

from __future__ import annotations

import hashlib
import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tangentlite.emit.module.data import data_text
from tangentlite.emit.text.bare_text import program_of
from tangentlite.emit.variant import Generated
from tangentlite.kinds.objects.guard_facts import FACTS, Code

_RULES = "tangentlite.templates."


def made_from(generated: Generated) -> dict[str, str]:
    """Return digests of all that a derivative was made from, by dotted names.

    That is the source of functions, those of rules included, and the values of
    constants. No path, time, version of Python, layout, annotation or comment counts.
    """
    parts: dict[str, set[str]] = {}
    for name, text in _parts(generated):
        parts.setdefault(name, set()).add(text)
    return {name: _digest("\n".join(sorted(parts[name]))) for name in sorted(parts)}


def digest_of_all(parts: Mapping[str, str]) -> str:
    """Return one digest of what `made_from` returns.

    >>> digest_of_all({'mod.f': '51a0', 'mod.K': '77d2'})
    '21780d743a8d'
    """
    return _digest("\n".join(f"{name} {parts[name]}" for name in sorted(parts)))


def is_rule(name: str) -> bool:
    """Whether a part is a rule that comes with this package."""
    return name.startswith(_RULES)


def _parts(generated: Generated) -> Iterator[tuple[str, str]]:
    """Yield names and what is digested."""
    for source in generated.bind.loadable.sources:
        if source.name.endswith("<lambda>"):  # its lines are those of the file
            continue
        if not _is_own(source.name) or is_rule(source.name):
            yield source.name, program_of("\n".join(source.lines))
    for _, name, fact, namespace in generated.guards:
        if isinstance(fact, Code):
            yield from _of_function(namespace)
        elif not isinstance(fact, FACTS) and name in namespace:
            yield from _of_value(_place(namespace, name), namespace[name])
    for name, cell in generated.cells.items():
        yield from _of_value(name, cell.cell_contents)


def _is_own(name: str) -> bool:
    return name.startswith("tangentlite.")


def _place(namespace: Mapping[str, object], name: str) -> str:
    """Return a dotted name in the globals of a module, or in a class."""
    module = namespace.get("__name__", namespace.get("__module__")) or ""
    return ".".join(filter(None, (str(module), _class_of(namespace), name)))


def _class_of(namespace: Mapping[str, object]) -> str:
    """Return the name of the class of which this is the namespace, if that is told."""
    if "__name__" in namespace:  # it is a module
        return ""
    owner = getattr(namespace.get("__dict__"), "__objclass__", None)
    methods = (held for held in namespace.values() if callable(held))
    named = [owner, *methods]
    found = next((one for one in named if hasattr(one, "__qualname__")), None)
    title = getattr(found, "__qualname__", "")
    return title if found is owner else title.rpartition(".")[0]


def _of_function(function: Any) -> Iterator[tuple[str, str]]:
    name = f"{function.__module__}.{function.__qualname__}"
    if _is_own(name):
        return
    try:
        yield name, program_of(inspect.getsource(function.__code__))
    except (OSError, TypeError):  # made by a program, as methods of dataclasses are
        pass
    held, code = function.__defaults__ or (), function.__code__
    places = code.co_varnames[: code.co_argcount][code.co_argcount - len(held) :]
    named = (function.__kwdefaults__ or {}).items()
    for parameter, value in [*zip(places, held), *sorted(named)]:
        yield from _of_value(f"{name}({parameter}=)", value)


def _of_value(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the value of a constant; a function or class is what its name says."""
    if _is_own(name) or isinstance(value, types.ModuleType):
        return
    if callable(value):
        called = getattr(value, "__qualname__", type(value).__qualname__)
        yield name, f"{getattr(value, '__module__', None)}.{called}"
        return
    text = data_text(value, lambda wanted: getattr(wanted, "__name__", None))
    if text is None and isinstance(value, np.ndarray) and value.dtype != object:
        text = f"{value.dtype} {value.shape} {_digest(value.tobytes().hex())}"
    if text is None:
        text = type(value).__qualname__
    yield name, text


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
