"""Where a function that is checked stands, and calls with rules of the user's."""

from __future__ import annotations

import dis
import os
import types
from collections.abc import Callable, Iterator
from typing import Any

from tangentlite.rules.registry import rule_of


def source_note(f: Callable) -> str:
    """Return a sentence with the places of a function and of calls with own rules.

    It is empty for a function that stands in no file and uses no rule of the user's.
    """
    code = getattr(f, "__code__", None)
    place = "" if code is None else _place(code, code.co_firstlineno)
    rules = dict.fromkeys(
        f"{name} at {where}" if where else name for name, where in own_rules(f)
    )
    parts = [f"The function is {f.__name__} at {place}"] if place else []
    if rules:
        parts.append(f"rules of your own: {', '.join(rules)}")
    text = "; ".join(parts)
    return text[:1].upper() + text[1:]


def own_rules(f: Callable, known: set[int] | None = None) -> Iterator[tuple[str, str]]:
    """Yield functions with rules of the user's that a function calls, and where."""
    known = set() if known is None else known
    if id(f) in known or not isinstance(f, types.FunctionType):
        return
    known.add(id(f))
    if _has_own_rule(f):
        yield f.__name__, ""
    if rule_of(f) is not None:
        return
    for name, other in _read(f):
        if _has_own_rule(other):
            yield from ((other.__name__, where) for where in _lines(f.__code__, name))
        elif callable(other) and not isinstance(other, type):
            yield from own_rules(other, known)


def _has_own_rule(f: object) -> bool:
    rule = rule_of(f) if isinstance(f, types.FunctionType) else None
    return rule is not None and not rule.comes_with_us and not rule.is_ours


def _read(f: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names that a function reads from outside, with their objects."""
    found: dict[str, object] = {n: f.__globals__.get(n) for n in f.__code__.co_names}
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or ()):
        if cell != _EMPTY:
            found[name] = cell.cell_contents
    for name, value in found.items():
        if callable(value):
            yield name, value


def _lines(code: types.CodeType, name: str) -> Iterator[str]:
    """Yield where a name is read in a function's code, and in those that it defines."""
    line = code.co_firstlineno
    found = []
    for instruction in dis.get_instructions(code):
        place = instruction.positions
        line = place.lineno if place is not None and place.lineno else line
        is_read = instruction.opname.startswith("LOAD_")
        if is_read and instruction.argval == name:
            found.append(_place(code, line))
    yield from dict.fromkeys(found or [""])


def _place(code: types.CodeType, line: int) -> str:
    """Return a file and a line, nothing for code that is in no file."""
    if not os.path.isfile(code.co_filename):
        return ""
    path = os.path.relpath(code.co_filename)
    return f"{code.co_filename if path.startswith('..') else path}:{line}"


_EMPTY = types.CellType()
