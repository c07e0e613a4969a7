"""Calls of derivatives: they are generated first, and inlined like functions."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Mapping
from functools import partial
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder.arguments import value_kind
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import enforced
from tangentlite.ir.rewrite import unique
from tangentlite.kinds.kind import Array
from tangentlite.rules.binding import as_worded
from tangentlite.specialize.functions import inlining, local_derivatives
from tangentlite.specialize.functions.recursion.written_arrays import require_apart_in
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.objects import contents
from tangentlite.values.structure import atoms


def made(b: Builder, function, arguments: list, keywords: dict, node) -> Value:
    """Call `tl.grad` and its like at compile time."""
    if not all(value.is_static for value in (*arguments, *keywords.values())):
        local = local_derivatives.of(b, function, arguments, keywords, node)
        if local is not None:
            return local
        raise b.error(
            f"tl.{function.__name__} needs a function that is known here.",
            "Name a module-level function.",
            node,
        )
    known = {key: value.static_value() for key, value in keywords.items()}
    given = [value.static_value() for value in arguments]
    for value in given[:1]:
        if getattr(value, "__tangentlite_static__", False):
            name = value.__name__
            raise b.error(
                f"tl.{function.__name__} is given tl.{name}, which is no function of "
                "numbers.",
                f"Give it a function: tl.{function.__name__}(tl.{name}(f)).",
                node,
            )
    return Known(function(*given, **known))


def call(
    b: Builder,
    derivative: Any,
    arguments: list,
    keywords: dict,
    node: gast.AST,
    base: str,
) -> Value:
    """Walk the derivative of another function where it is called."""
    signature = derivative.__signature__
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError as error:
        said = as_worded(derivative.__name__, signature, arguments, keywords) or error
        raise b.error(f"{said}.", "Check the call.", node) from None
    kinds = {}
    _take_stars(b, signature, bound.arguments)
    for name, parameter in signature.parameters.items():
        value = bound.arguments.get(name)
        if value is None:
            value = inlining.default_value(b, derivative.primal, parameter, node)
            if parameter.default is not parameter.empty:
                bound.arguments[name] = value
        kinds[name] = _kind(b, value, node)
    given = dict(bound.arguments)
    generated = derivative.generated_for_kinds(kinds, (), b.assumed.exact)
    pairs: list[tuple[str, str]] = []
    if generated.writes:
        same = _same(derivative, given)
        for one, other in same:
            if {one, other} & set(generated.captured):
                raise _overlapping(b, derivative, one, other, node)
        if same:
            generated = derivative.generated_for_kinds(kinds, same, b.assumed.exact)
        pairs = _written_pairs(derivative, given)
    b.references.guards.extend(generated.guards)
    enforced.of_called(b, generated.requires, given)
    passed = _passed(signature, given)
    first, line = len(b.block), b.line
    found = operations.inline(b, generated.function, *passed, node, base)
    if pairs and len(b.block) > first:
        refuse = partial(_overlap_of, b, derivative, line, node)
        require_apart_in(b, b.block[first], pairs, refuse)
    return found


def _take_stars(b: Builder, signature: inspect.Signature, given: dict) -> None:
    """Pack the arguments of `*` and `**` parameters into one value each."""
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            given[name] = Sequence(tuple(given.get(name, ())))
        elif parameter.kind is parameter.VAR_KEYWORD:
            given[name] = contents.dictionary(b, given.get(name, {}))


def _passed(signature: inspect.Signature, given: Mapping) -> tuple[list, dict]:
    """Return the arguments of a call that passes on the values of parameters."""
    positional: list[Value] = []
    named: dict[str, Value] = {}
    styles = {name: p.kind for name, p in signature.parameters.items()}
    has_rest = any(
        styles[n] is inspect.Parameter.VAR_POSITIONAL and value.items
        for n, value in given.items()
    )
    for name, style in styles.items():
        if name not in given:
            continue
        if style is inspect.Parameter.VAR_POSITIONAL:
            positional += given[name].items
        elif style is inspect.Parameter.VAR_KEYWORD:
            named |= dict(zip(given[name].keys, given[name].items))
        elif style is inspect.Parameter.POSITIONAL_ONLY or (
            has_rest and style is inspect.Parameter.POSITIONAL_OR_KEYWORD
        ):
            positional.append(given[name])
        else:
            named[name] = given[name]
    return positional, named


def _same(derivative: Any, given: Mapping[str, Value]) -> tuple[tuple[str, str], ...]:
    """Pair arguments that are one array, as `overlap.same_arrays` does at run time."""
    first: dict[str, str] = {}
    pairs = []
    for name in unique((*derivative.request.wrt, *given)):
        value = given.get(name)
        if isinstance(value, Atom) and isinstance(value.kind, Array):
            pairs.append((name, first.setdefault(str(value.name), name)))
    return tuple((name, owner) for name, owner in pairs if name != owner)


def _written_pairs(
    derivative: Any, given: Mapping[str, Value]
) -> list[tuple[str, str]]:
    """Return pairs of arrays that a derivative whose primal writes them takes apart."""
    primal = inspect.signature(derivative.primal).parameters
    arrays = unique(
        str(atom.name)
        for name in primal
        for atom in atoms(given[name])
        if isinstance(atom.kind, Array)
    )
    return list(itertools.combinations(arrays, 2))


def _overlap_of(
    b: Builder, derivative: Any, line: int, node: gast.AST, one: str, other: str
) -> Exception:
    b.line = line
    return _overlapping(b, derivative, b.base_of(one), b.base_of(other), node)


def _overlapping(
    b: Builder, derivative: Any, one: str, other: str, node: gast.AST
) -> Exception:
    return b.error(
        f"{derivative.primal.__name__} writes into its arguments, and {one} and "
        f"{other} may share memory, which is not supported yet.",
        "Pass a copy of one: x.copy().",
        node,
    )


def _kind(b: Builder, value: Value, node: gast.AST) -> Any:
    if b.assumed.exact and isinstance(value, Atom) and value.is_static:
        return value.kind
    kind = value_kind(value)
    if kind is None:
        raise b.error("this argument is not supported yet.", "Pass an array.", node)
    return kind
