"""Calls of functions that have a rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from typing import Any

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import (
    bind_options,
    fold_template_calls,
    formulas,
    list_arguments,
)
from tangentlite.builder.inference import certain_errors, result_kinds
from tangentlite.builder.inference.entrywise import elementwise_kind
from tangentlite.builder.inference.result_kinds import sample
from tangentlite.builder.naming import base_name, of_any_rank
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Opaque,
    Scalar,
    Structure,
    is_differentiable,
    is_numeric,
    shape_of,
)
from tangentlite.kinds.objects import libraries
from tangentlite.kinds.objects.user_objects import is_record, made_of
from tangentlite.operations import implements
from tangentlite.rules.registry import Rule, required_rule_of
from tangentlite.values.base import Atom, Range, Sequence, Value, required_atom
from tangentlite.values.heap import Dictionary, Instance, List
from tangentlite.values.structure import atoms, parts


@implements(operations.call_rule)
def call_rule(
    b: Builder,
    function: Callable,
    arguments: Items[Value],
    keywords: Mapping[str, Value],
    base: str,
    text: str | None = None,
) -> Value:
    """Emit a call of a registered function; its result has the kind it shows."""
    arguments = [_plain(operands.as_stored(b, value)) for value in arguments]
    arguments = [operations.all_present(b, value) for value in arguments]
    keywords = {key: operations.present(b, value) for key, value in keywords.items()}
    rule = required_rule_of(function)
    if rule.writes:
        raise b.error(
            f"{getattr(function, '__name__', function)} writes, which is not supported "
            "yet here.",
            "Write with y[...] = value.",
        )
    if any(
        isinstance(part, (Dictionary, Instance)) for v in arguments for part in parts(v)
    ):
        raise b.error(
            f"{getattr(function, '__name__', function)} takes no dict and no object.",
            "Pass the arrays in it.",
        )
    if rule.kind != "constant" and any(map(_is_text, arguments)):
        raise b.error(
            f"{getattr(function, '__name__', function)} makes numbers of text that is "
            "made of computed values, through which no derivative passes.",
            "Use the values themselves.",
        )
    _check_arguments(b, rule, function, arguments, keywords)
    if b.source.generated:
        arguments, keywords = fold_template_calls.without_defaults(
            rule, arguments, keywords
        )
        chosen = fold_template_calls.of_literals(rule, function, arguments)
        if chosen is not None:
            return chosen
    if rule.kind != "constant":
        arguments, keywords = as_arrays(b, rule, arguments, keywords)
    if function in (runtime.zeros_like_items, runtime.ones_like_items):
        return _list_like(b, function, arguments[0], base)
    value = _emitted(b, rule, function, arguments, keywords, base, text)
    if rule.kind == "formula" and rule.definition is not None:
        return formulas.with_formula(
            b, rule.definition, value, arguments, keywords, base
        )
    return value


def _emitted(
    b: Builder,
    rule: Rule,
    function: Callable,
    arguments: Items[Value],
    keywords: Mapping[str, Value],
    base: str,
    text: str | None,
) -> Atom | Sequence:
    kind = _result_kind(b, rule, function, arguments, keywords)
    require_numbers(b, kind)
    callee = b.references.function(function, text)
    shown = (
        operations.as_expression if rule.kind == "constant" else operations.as_operand
    )
    rhs = build.call(
        callee,
        [operations.index_argument(b, shown(b, argument)) for argument in arguments],
        [(key, shown(b, value)) for key, value in keywords.items()],
    )
    if isinstance(kind, tuple):
        return results(b, rhs, kind, not rule.may_view, base)
    atom = b.emit(b, rhs, kind, base)
    if rule.kind != "elementwise" and shape_of(kind):
        # That of arguments which may be numbers has so many axes all the same.
        b.memory.numbers.discard(str(atom.name))
    _note_memory(b, rule, atom, arguments, keywords)
    return atom


def _is_text(value: Value) -> bool:
    """Whether a value is, or holds, text that is made at run time."""
    kinds: list[Any] = [atom.kind for atom in atoms(value)]
    kinds += [kind.item for kind in kinds if isinstance(kind, ListOf)]
    return any(isinstance(kind, Opaque) and kind.type is str for kind in kinds)


def _plain(value: Value) -> Value:
    """Return a value in which named tuples are tuples."""
    if not isinstance(value, Sequence) or not any(map(_is_record, parts(value))):
        return value
    items = tuple(map(_plain, value.items))
    return Sequence(items) if _is_record(value) else value.with_items(items)


def _is_record(value: Value) -> bool:
    return is_record(getattr(value, "type", None))


def _check_arguments(
    b: Builder,
    rule: Rule,
    function: Callable,
    arguments: Items[Value],
    keywords: Mapping[str, Value],
) -> None:
    """Refuse arguments that a rule does not know."""
    name = getattr(function, "__name__", str(function))
    if isinstance(function, np.ufunc) and "where" in keywords:
        raise b.error(
            f"{name} with where= and without out= leaves entries as they come.",
            "Give it out=np.zeros_like(x), or select with np.where.",
        )
    if rule.signature is None or bind_options.are_all(rule, arguments, keywords):
        return
    bind_options.require_known(b, rule, function, arguments, keywords)
    try:
        rule.signature.bind(*arguments, **keywords)
    except TypeError as error:
        name = libraries.called(function)
        raise b.error(f"{name}: {error}.", "Check the call.") from None


def _list_like(b: Builder, function: Callable, items: Value, base: str) -> Atom:
    """Emit a list of zeros or ones as long as a list."""
    callee = b.references.function(function)
    is_static = isinstance(items, Sequence)
    whole = operations.as_list(b, items, base) if is_static else required_atom(items)
    rhs = build.call(callee, [operations.as_expression(b, whole)])
    atom = operands.emit_owned(b, rhs, b.kinds[str(whole.name)], base)
    b.memory.lists.add(str(atom.name))
    return atom


def as_arrays(
    b: Builder, rule: Rule, arguments: Items[Value], keywords: Mapping[str, Value]
) -> tuple[Items[Value], Mapping[str, Value]]:
    """Return arguments with arrays for lists of numbers, if a function takes arrays."""
    if rule.kind == "elementwise":
        own = rule.signature.parameters if rule.signature else {}
        return [array_of(b, value) for value in arguments], {
            key: array_of(b, value) if key in own else value
            for key, value in keywords.items()
        }
    if np.concatenate in rule.functions:
        return [_of_arrays(b, arguments[0]), *arguments[1:]], keywords
    return with_arrays(b, rule, arguments, keywords)


def _of_arrays(b: Builder, items: Value) -> Value:
    """Return a list or tuple in which lists and tuples are arrays."""
    if not isinstance(items, Sequence):
        return items

    def whole(item: Value) -> Value:
        nested = isinstance(item, Sequence)
        return _made_array(b, item) if nested else as_array(b, item)

    return items.with_items(tuple(map(whole, items.items)))


def as_array(b: Builder, value: Value) -> Value:
    """Return an array of the numbers or arrays in a list; integers may be a shape."""
    return list_arguments.as_array(value, lambda items: _made_array(b, items))


def with_arrays(
    b: Builder, rule: Rule, arguments: Items[Value], keywords: Mapping[str, Value]
) -> tuple[list[Value], Mapping[str, Value]]:
    """Return arguments in which lists of numbers are arrays, if a rule takes none."""
    if rule.takes_lists or rule.is_ours or rule.kind == "draw":
        return list(arguments), keywords
    return list_arguments.as_given(
        rule, arguments, keywords, lambda items: _made_array(b, items)
    )


def _made_array(b: Builder, items: Value) -> Value:
    if isinstance(items, Range):
        bounds = [items.start, items.stop, items.step]
        return call_rule(b, np.arange, bounds, {}, "t")
    made = call_rule(b, np.array, [items], {}, "t")
    if isinstance(made, Atom) and made.kind == Array(None, None):
        required_sizes.pass_on(b, str(made.name))  # to the operation that takes it
    return made


def array_of(b: Builder, value: Value) -> Value:
    """Return the array of a list or range, other values as they are."""
    is_list = isinstance(value, (Sequence, List)) and any(True for _ in atoms(value))
    if is_list or isinstance(value, Range):
        return _made_array(b, value)
    return as_array(b, value)


def _result_kind(
    b: Builder,
    rule: Rule,
    function: Callable,
    arguments: Items[Value],
    keywords: Mapping[str, Value],
) -> Any:
    """Return the kind of the result, or a tuple of those of several results."""
    if rule.kind == "elementwise" and not keywords:
        kinds = [kind for value in arguments if is_numeric(kind := value.kind)]
        if len(kinds) == len(arguments):
            return elementwise_kind(b, function, kinds)
    samples = [_sampled(b, argument) for argument in arguments]
    named = {key: _sampled(b, value) for key, value in keywords.items()}
    found = result_kinds.call_kind(b, function, samples, named)
    if found == Array(None, None):  # no trial has shown that it works
        error = certain_errors.error_of(function, samples, named)
        if error is not None and not b.primal:
            operations.raise_at_once(b, error)
        required_sizes.unknown(b)
    several = isinstance(found, Opaque) and found.type in (tuple, list)
    every = [*samples, *named.values()]
    if several and not rule.stops and any(map(is_differentiable, every)):
        # They would be taken for what has no derivative.
        what = f"how many results {libraries.called(function)} has is not known here."
        raise b.error(what, "Write its options as constants, or a call for each case.")
    return found


def _sampled(b: Builder, value: Value) -> object:
    """Do `sample` for a value and its items, without shapes of what may be numbers."""
    if isinstance(value, Sequence):
        return made_of(value.type, [_sampled(b, item) for item in value.items])
    return sample(of_any_rank(b, value))


def require_numbers(b: Builder, kind: object) -> None:
    """Refuse arrays of objects, of records and of numbers longer than 64 bits."""
    dtype = getattr(kind, "dtype", None)
    refused = ("void", "object", "longdouble", "clongdouble", "float128", "complex256")
    if dtype is not None and dtype.startswith(refused):
        raise b.error(
            f"arrays of {dtype} are not supported.",
            "Use float64, or another dtype of numbers; an array for each field.",
        )


def results(
    b: Builder, rhs: gast.expr, kinds: tuple, are_fresh: bool, base: str
) -> Sequence:
    """Emit a call with several results, and read them from the tuple."""
    type_ = type(kinds)
    whole = b.emit(b, rhs, _structure(kinds), "t")
    targets = b.frame.targets
    bases = targets if len(targets) == len(kinds) else (base,) * len(kinds)
    items: list[Value] = []
    for position, kind in enumerate(kinds):
        require_numbers(b, kind)
        node = build.subscript(whole.node, build.constant(position))
        if isinstance(kind, tuple):  # chebfit returns a list beside the coefficients
            inner = results(b, node, kind, are_fresh, base)
            items.append(Sequence(inner.items, list))
            continue
        is_owned = isinstance(kind, Array) and are_fresh
        emit = operands.emit_owned if is_owned else b.emit
        items.append(emit(b, node, kind, base_name(bases[position])))
    return Sequence(tuple(items), type_)


def _structure(kinds: tuple) -> Structure:
    held = [_structure(kind) if isinstance(kind, tuple) else kind for kind in kinds]
    return Structure(type(kinds), tuple(range(len(kinds))), tuple(held))


def _note_memory(
    b: Builder,
    rule: Rule,
    atom: Atom,
    arguments: Items[Value],
    keywords: Mapping[str, Value],
) -> None:
    """Record whether a result is a fresh array or may share memory with an argument."""
    if atom.name is None or not isinstance(atom.kind, Array):
        return
    of_one = np.einsum in rule.functions and _is_of_one(arguments)
    if not rule.may_view or np.einsum in rule.functions and not of_one:
        b.memory.owned.add(atom.name)
        return
    given = [(known.name, value) for known, value in rule.with_parameters(arguments)]
    for parameter, value in (*given, *keywords.items()):
        for item in atoms(value) if parameter in rule.may_view else ():
            converts = np.asarray in rule.functions and _is_converted(item, atom)
            if not converts and not isinstance(item.kind, Scalar):
                b.note_view(atom.name, item.name)
            elif np.asarray in rule.functions:
                b.memory.owned.add(atom.name)


def _is_of_one(arguments: Items[Value]) -> bool:
    """Whether np.einsum is of one array, of which the result may be a view.

    Behind an array its indices may follow, and behind those the result's.
    """
    first = arguments[0]
    by_text = first.is_static and isinstance(first.static_value(), str)
    return len(arguments) <= 2 if by_text else len(arguments) <= 3


def _is_converted(given: Atom, made: Atom) -> bool:
    """Whether np.asarray has made a new array, as it is of another dtype."""
    before, after = (getattr(atom.kind, "dtype", None) for atom in (given, made))
    return None not in (before, after) and before != after
