"""The cache of generated code that closures of one code object share.

A newly made closure has new cells, but the code of an earlier one. The text that was
generated for that one is bound to the new cells if its guards hold for them: the kinds
of captured data, the code of captured functions.
"""

from __future__ import annotations

import types
import weakref
from collections.abc import Container, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from tangentlite.calls.generated.dispatch import MAX_KEPT
from tangentlite.calls.generated.guards import holds
from tangentlite.calls.kept.fingerprints import is_of_module
from tangentlite.emit.loadable import Binder
from tangentlite.emit.variant import Generated
from tangentlite.kinds.objects.guard_facts import InThisProcess
from tangentlite.kinds.sizes.equal_axes import are_equal
from tangentlite.modes.assemble import Request
from tangentlite.options import Options
from tangentlite.process.locks import shared_lock
from tangentlite.rules.registry import refusal_of, rule_of
from tangentlite.specialize.functions.calls_in_conditions import is_walked
from tangentlite.specialize.functions.inlining import Cells
from tangentlite.specialize.outside.known_arguments import known_values
from tangentlite.values.base import Known

# The depth to which captured functions of captured functions are followed.
MAX_DEPTH = 4

Path = tuple[str, ...]


@dataclass(frozen=True)
class _Entry:
    """A generated derivative, with names of cells in place of the cells.

    A path identifies a function: `()` is the primal, `('x',)` the value of its captured
    variable x, `('<x>',)` the argument x. The primal is of a module with the `names`.
    """

    names: dict[str, object]
    key: tuple
    made: Generated  # without the parts that belong to one function
    guards: tuple[tuple[Path | None, str, object, object], ...]
    cells: Mapping[str, tuple[Path, str] | types.CellType]


_ENTRIES: weakref.WeakKeyDictionary[types.CodeType, list[_Entry]] = (
    weakref.WeakKeyDictionary()
)
_CHANGING = shared_lock()
# With how many codes the next one looks for modules that are gone.
_FEW = 32
_SWEEP_AT = [_FEW]


def find(
    request: Request,
    kinds: Mapping,
    extra: Mapping,
    options: Options,
    values: Mapping[str, object],
) -> Generated | None:
    """Return the derivative of a function of the same code, bound to this one."""
    root = _root(request)
    known = _functions(root, kinds)
    if known is None or not is_of_module(root.__globals__):
        return None
    functions, same = known
    key = (*_key(request, kinds, extra, options), same)
    for entry in tuple(_ENTRIES.get(root.__code__, ())):
        loops = entry.made.loops
        if loops is not None and not loops.suits(values):
            continue
        if entry.key == key and are_equal(entry.made.equal, values):
            bound = _bound(entry, functions, kinds)
            if bound is not None:
                return bound
    return None


def keep(
    request: Request,
    kinds: Mapping,
    extra: Mapping,
    options: Options,
    generated: Generated,
) -> None:
    """Store a derivative for other functions of the same code, if it is for them."""
    facts = [fact for _, _, fact, _ in generated.guards]
    if any(isinstance(one, InThisProcess) and one.of_one_closure for one in facts):
        return
    root = _root(request)
    known = _functions(root, kinds)
    if known is None or not is_of_module(root.__globals__):
        return
    functions, same = known
    attributes = {id(vars(function)) for function in functions.values()}
    if any(id(guard[3]) in attributes for guard in generated.guards):
        return  # another function of the same code has attributes of its own
    paths = {id(function): path for path, function in functions.items()}
    places = {
        id(cell): (path, name)
        for path, function in functions.items()
        for name, cell in Cells(function).by_name.items()
    }
    # Functions with a path have the right code, by which they are found.
    others = [guard for guard in generated.guards if id(guard[3]) not in paths]
    guards = tuple(_guard(guard, paths) for guard in others)
    cells = {n: places.get(id(c), c) for n, c in generated.cells.items()}
    key = (*_key(request, kinds, extra, options), same)
    own: dict[str, Any] = {"function": None, "guards": (), "cells": {}, "values": {}}
    entry = _Entry(root.__globals__, key, replace(generated, **own), guards, cells)
    with _CHANGING:
        entries = _ENTRIES.setdefault(root.__code__, [])
        entries.append(entry)
        del entries[:-MAX_KEPT]
        if len(_ENTRIES) >= _SWEEP_AT[0]:
            _sweep()


def _sweep() -> None:
    """Drop the entries of modules that are gone.

    An entry refers to the names of its module, and those to the code that it is kept
    for, so that it would never go by itself.
    """
    for code, entries in list(_ENTRIES.items()):
        if not any(is_of_module(entry.names) for entry in entries):
            _ENTRIES.pop(code, None)
    _SWEEP_AT[0] = 2 * len(_ENTRIES) + _FEW


def forget(generated: Generated) -> None:
    """Drop a derivative that does not hold for the present captured values."""
    with _CHANGING:
        for entries in _ENTRIES.values():
            entries[:] = [one for one in entries if one.made.text != generated.text]


def clear() -> None:
    """Drop all generated code."""
    with _CHANGING:
        _ENTRIES.clear()
        _SWEEP_AT[0] = _FEW


def texts() -> list[Binder]:
    """Return the texts of all entries."""
    with _CHANGING:
        return [one.made.bind for entries in _ENTRIES.values() for one in entries]


def drop(dropped: Container[int]) -> None:
    """Drop the entries of texts, by their identities."""
    with _CHANGING:
        for entries in _ENTRIES.values():
            entries[:] = [one for one in entries if id(one.made.bind) not in dropped]


def _root(request: Request) -> types.FunctionType:
    primal: Any = request.primal
    while not isinstance(primal, types.FunctionType):
        primal = primal.request.primal
    return primal


def _key(request: Request, kinds: Mapping, extra: Mapping, options: Options) -> tuple:
    chain = []
    primal: Any = request
    while isinstance(primal, Request):
        others = [one.name for one in fields(primal) if one.name != "primal"]
        chain.append(tuple(getattr(primal, name) for name in others))
        primal = getattr(primal.primal, "request", primal.primal)
    place = id(primal.__globals__)
    own = tuple((name, _of_code(kind)) for name, kind in kinds.items())
    return tuple(chain), place, options, own, tuple(extra.items())


def _of_code(kind: object) -> object:
    """Return the key of a kind; a function as an argument is identified by its code."""
    if isinstance(kind, Known) and isinstance(kind.value, types.FunctionType):
        return _code_of(kind.value)
    return kind


def _functions(
    root: types.FunctionType, kinds: Mapping
) -> tuple[dict[Path, types.FunctionType], tuple] | None:
    """Return the functions that one captures, and which paths lead to the same one.

    None if they are nested too deeply or not all found, or if one has a rule of the
    user's, which may be another one for each function of the same code.
    """
    pending: list[tuple[Path, object]] = [((), root)]
    pending += [
        ((f"<{name}>",), kind.value)
        for name, kind in kinds.items()
        if isinstance(kind, Known)
    ]
    found: dict[Path, types.FunctionType] = {}
    first: dict[int, Path] = {}
    same = []
    for path, function in pending:
        if not isinstance(function, types.FunctionType):
            continue
        rule = rule_of(function)
        if len(path) > MAX_DEPTH or rule is not None and not rule.comes_with_us:
            return None
        same.append((path, first.setdefault(id(function), path)))
        if same[-1][1] == path:
            found[path] = function
            held = Cells(function).items()
            pending.extend(((*path, name), value) for name, value in held)
            named = (function.__kwdefaults__ or {}).values()
            own = [*(function.__defaults__ or ()), *named]
            if any(isinstance(value, types.FunctionType) for value in own):
                return None  # defaults have no path
    return found, tuple(same)


def _guard(guard: tuple, paths: Mapping[int, Path]) -> tuple:
    _, name, fact, namespace = guard
    if isinstance(namespace, Cells):
        path = paths.get(id(namespace.function))
        if path is not None:
            if isinstance(fact, types.FunctionType):
                fact = _code_of(fact)
            return path, name, fact, None
    return None, name, fact, namespace


def _bound(
    entry: _Entry, functions: Mapping[Path, types.FunctionType], kinds: Mapping
) -> Generated | None:
    """Return an entry bound to other functions, None if a guard fails."""
    guards = []
    for path, name, fact, namespace in entry.guards:
        if path is not None:
            if path not in functions:
                return None
            captured = namespace = Cells(functions[path])
            if isinstance(fact, _Code):
                value = captured.get(name)
                if not isinstance(value, types.FunctionType) or _code_of(value) != fact:
                    return None
                fact = value
        guard = (id(namespace), name, fact, namespace)
        if not holds(guard):
            return None
        guards.append(guard)
    cells = {}
    for name, place in entry.cells.items():
        if isinstance(place, types.CellType):
            cells[name] = place
        else:
            path, variable = place
            if path not in functions:
                return None
            cells[name] = Cells(functions[path]).by_name[variable]
    made, function = entry.made, entry.made.bind(cells)
    values = known_values(kinds, asked=made.asked)
    return replace(
        made, function=function, guards=tuple(guards), cells=cells, values=values
    )


@dataclass(frozen=True)
class _Code:
    """The identity of a definition, which all functions that it makes share."""

    code: types.CodeType
    place: _Same
    defaults: tuple


@dataclass(frozen=True, eq=False)
class _Same:
    """An object compared by identity; the reference keeps its address in use."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _code_of(function: types.FunctionType) -> _Code:
    """Return the identity of a definition; of what is not walked it is the function.

    Functions of a library, which have rules of their own, may be made by one decorator,
    and have its code.
    """
    shares = is_walked(function) and refusal_of(function) is None
    place = function.__globals__ if shares else function
    return _Code(function.__code__, _Same(place), _defaults(function))


def _defaults(function: types.FunctionType) -> tuple:
    """Return a key of defaults: numbers and strings by value, others by identity."""
    named = (function.__kwdefaults__ or {}).items()
    values = [*enumerate(function.__defaults__ or ()), *named]
    return tuple((place, type(value), _value(value)) for place, value in values)


def _value(value: object) -> object:
    plain = value is None or type(value) in (bool, int, float, complex, str)
    return repr(value) if plain else _Same(value)
