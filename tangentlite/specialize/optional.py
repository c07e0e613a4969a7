"""What is None on some paths: asked by a flag, and used where it is something."""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Items
from dataclasses import replace
from functools import partial

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.rules.registry import rule_of
from tangentlite.specialize import (
    branches,
    catching,
    comparisons,
    joins,
    logs,
    needs,
    rule_calls,
    selected,
    widening,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Instance
from tangentlite.specialize.literals import literal
from tangentlite.specialize.naming import keep_nested
from tangentlite.specialize.ownership import Holder
from tangentlite.specialize.records import Atom, Known, Maybe, Sequence
from tangentlite.specialize.values import (
    NONE,
    UNBOUND,
    Unbound,
    is_static,
    static_value,
    with_items,
)


def present(b: Builder, value: object, error: type = TypeError) -> object:
    """Return what a value is where it is not None; it raises where it is None.

    Behind this all variables of the function that hold the value are not None.
    """
    if not isinstance(value, Maybe):
        return value
    if b.emit is keep_nested:
        what = "a value that may be None is used in a condition."
        raise needs.statements(b, what)
    if any(catching.may_catch(b, target, error) for target in b.tries):
        what = f"{error.__name__}, as a value is None,"
        raise catching.undecided(b, what, None)
    callee = b.references.function(runtime.require_value)
    name = b.bases.get(str(value.flag.name), "").removeprefix("no_") or "a value"
    given = [value.flag.node, gast.Constant(name, None)]
    if error is not TypeError:
        given.append(b.references.function(error))
    check = build.call(callee, given)
    b.add(build.effect(check, b.line))
    for variable, held in b.frame.variables.items():
        if held is value:
            b.frame.variables[variable] = value.value
    return value.value


def both_present(b: Builder, left: object, right: object) -> tuple[object, object]:
    """Return two operands where they are not None, which may be one value."""
    if isinstance(left, Instance) or isinstance(right, Instance):
        require_something(b, [left, right], "an operand")
    first = present(b, left)
    return first, first if right is left else present(b, right)


def require_something(b: Builder, values: Iterable, what: str) -> None:
    """Raise if one of some values may be None, where None may have a meaning."""
    if any(isinstance(value, Maybe) for value in values):
        raise b.error(
            f"{what} may be None here, depending on values, which is not supported.",
            "Test for None first, and write the two cases.",
        )


def all_present(b: Builder, value: object) -> object:
    """Return an argument in which nothing may be None, nor in its tuples and lists."""
    if isinstance(value, Maybe):
        return present(b, value)
    if isinstance(value, Sequence) and any(map(_holds_optional, value.items)):
        items = tuple(all_present(b, item) for item in value.items)
        return with_items(value, items)
    return value


def returned(b: Builder, result: object, name: str) -> object:
    """Return what is differentiated; it raises where that is None."""
    if isinstance(result, Maybe):
        callee = b.references.function(runtime.no_result)
        call = build.call(callee, [gast.Constant(name, None)])
        b.add(build.branch(result.flag.node, [build.effect(call, b.line)], [], b.line))
        return result.value
    return all_present(b, result)


def _holds_optional(value: object) -> bool:
    if isinstance(value, Sequence):
        return any(map(_holds_optional, value.items))
    return isinstance(value, Maybe)


def arguments_of(b: Builder, function: object, arguments: list, keywords: dict) -> list:
    """Return arguments where they are not None, of a function that takes no None."""
    rule = rule_of(function)
    require_something(b, keywords.values(), "an option")
    if rule is None and function not in TAKING_NUMBERS:
        require_something(b, arguments, "an argument")
    if rule is not None and rule.signature is not None:
        named = zip(arguments, rule.signature.parameters.values())
        open_ = [value for value, known in named if known.default is None]
        require_something(b, open_, "an option")
    return [present(b, value) for value in arguments]


def either(b: Builder, arguments: list, ask: Callable, base: str) -> object:
    """Return what a function that asks for a class says of what may be None."""
    value, *others = arguments
    if b.emit is keep_nested:
        raise needs.statements(b, "a value that may be None is asked for its class.")
    none, some = (partial(ask, [one, *others]) for one in (NONE, value.value))
    return branches.choose(b, value.flag, none, some, base)


# Functions that say what an object is, and those that keep it, or show it, as it is.
ASKING = (isinstance, type, callable, hasattr)
TAKING_NUMBERS = (
    abs, bool, complex, divmod, float, int, len, max, min, pow, range, round, sum,
)  # fmt: skip
KEEPING = (
    runtime.formatted, runtime.refill, *logs.HANDLERS, print, str, repr, format, bool,
    setattr, getattr, next, dict, functools.reduce,
    object.__setattr__, dataclasses.replace, functools.partial,
)  # fmt: skip


def truth(value: Maybe, inner: Atom) -> Atom:
    """Return whether a value is true, which `inner` says where it is not None."""
    return selected.one_of(value.flag, literal(False), inner)


def compare(b: Builder, ops: Items, values: Items, base: str) -> object:
    """Return a comparison with what may be None."""
    for value, other in ((values[0], values[-1]), (values[-1], values[0])):
        if len(ops) == 1 and isinstance(value, Maybe):
            if other == NONE and _asks_for_none(ops[0], value.value):
                return _asked(b, ops[0], value.flag, base)
            op = _question(ops[0], other)
            if op is not None and _are_plain(value, other):
                same = comparisons.compare(b, [op], [value.value, other], "t")
                return _asked(b, ops[0], truth(value, same), base)
    if len(ops) > 1 or not isinstance(ops[0], _ORDER):
        raise b.error(
            "this comparison with a value that may be None is not supported.",
            "Test before whether it is None.",
        )
    return comparisons.compare(b, ops, [present(b, value) for value in values], base)


def _asks_for_none(op: gast.cmpop, value: object) -> bool:
    """Whether a comparison with None asks only whether a value is None."""
    if isinstance(op, (gast.Eq, gast.NotEq)):
        return not answers_itself(value)
    return isinstance(op, (gast.Is, gast.IsNot))


def answers_itself(value: object) -> bool:
    """Whether a value says what it is equal to and whether it is true."""
    array = isinstance(getattr(value, "kind", None), Array)
    return array or isinstance(value, Instance)


def _question(op: gast.cmpop, other: object) -> gast.cmpop | None:
    """Return what is asked of a value that is not None: `==`, or `is` of a flag."""
    if isinstance(op, (gast.Eq, gast.NotEq)):
        return gast.Eq()
    flag = is_static(other) and isinstance(static_value(other), (bool, enum.Enum))
    return gast.Is() if isinstance(op, (gast.Is, gast.IsNot)) and flag else None


_ORDER = (gast.Lt, gast.LtE, gast.Gt, gast.GtE)


def _are_plain(*values: object) -> bool:
    """Whether values are compared as a whole, and where nothing is in them, too."""
    found = [value.value if isinstance(value, Maybe) else value for value in values[:1]]
    return all(
        isinstance(value, Known)
        or isinstance(value, Atom)
        and isinstance(value.kind, (Scalar, Opaque))
        for value in (*found, *values[1:])
    )


def _asked(b: Builder, op: gast.cmpop, equal: Atom, base: str) -> Atom:
    if isinstance(op, (gast.IsNot, gast.NotEq)):
        if is_static(equal):
            return literal(not static_value(equal))
        equal = Atom(gast.UnaryOp(gast.Not(), equal.node), equal.kind)
    if is_static(equal) or equal.name is not None or b.emit is keep_nested:
        return equal
    return b.emit(b, equal.node, Scalar("bool", True), base)


def merged(
    b: Builder, base: str, first: object, second: object, join: Callable
) -> Maybe:
    """Return names for what is None on one of two paths, or on parts of them.

    What is not None on both, `join` gives one value.
    """
    for value, other in ((first, second), (second, first)):
        if isinstance(other, Maybe) and _is_name(value) and other.value == value:
            return other  # it was found not to be None on that path
    found = [where_present(value) for value in (first, second)]
    inner = [value for value in found if not isinstance(value, Unbound)]
    if len(inner) == 2:
        value = join(*inner)
    else:  # a name of its own, which has some value where it is None
        value = joins.merged(b, base, inner[0], _of_any_size(inner[0]))
    return Maybe(flag(b, base), value)


def flag(b: Builder, base: str) -> Atom:
    """Return a new name that says whether something is None."""
    name = b.fresh(f"no_{base}", Scalar("bool", True))
    b.joined.add(name)
    b.bases[name] = f"no_{base}"
    return Atom(build.name(name), b.kinds[name])


def widened(b: Builder, base: str, target: object, value: object) -> object:
    """Return the target of a loop's variable, which can hold a value and None, too."""
    if not isinstance(target, Maybe):
        join = partial(joins.merged, b, base)
        made = merged(b, base, target, value, join)
        return widening.of_any_iteration(b, made)
    inner = widening.widened(b, base, target.value, where_present(value))
    return target if inner is target.value else replace(target, value=inner)


def are_optional(first: object, second: object) -> bool:
    """Whether one of two values may be None, or is None and the other one is not."""
    values = (first, second)
    some = any(isinstance(value, Maybe) or value == NONE for value in values)
    bound = not any(isinstance(value, Unbound) for value in values)
    return some and bound and (first != second or isinstance(first, Maybe))


def where_present(value: object) -> object:
    """Return what a value is where it is not None."""
    if isinstance(value, Maybe):
        return value.value
    return UNBOUND if value == NONE else value


def _is_name(value: object) -> bool:
    return isinstance(value, Atom) and value.name is not None


def _of_any_size(value: object) -> object:
    """Return a value like another one whose arrays are empty, as where it is None."""
    if type(value) is Sequence:
        return with_items(value, tuple(map(_of_any_size, value.items)))
    if isinstance(value, Atom) and isinstance(value.kind, Array) and value.kind.shape:
        empty = Array(value.kind.dtype, (0,) * len(value.kind.shape))
        return Atom(value.node, empty)
    return value


def copy(b: Builder, holder: Holder, target: Maybe, value: object) -> None:
    """Emit the assignments that give a merged variable its value on one path."""
    if value == NONE:
        b.add(build.assign(target.flag.name, build.constant(True), b.line))
        fill(b, holder, target.value)
    elif isinstance(value, Maybe):
        joins.copy_into(b, holder, target.flag, value.flag)
        joins.copy_into(b, holder, target.value, value.value)
    else:
        b.add(build.assign(target.flag.name, build.constant(False), b.line))
        joins.copy_into(b, holder, target.value, value)


def fill(b: Builder, holder: Holder, target: object) -> None:
    """Emit values that nobody reads for names of what is None."""
    if type(target) is Sequence:
        for item in target.items:
            fill(b, holder, item)
    elif isinstance(target, Maybe):
        joins.copy_into(b, holder, target, NONE)
    elif isinstance(target, Atom) and target.name is not None:
        joins.copy_into(b, holder, target, _filler(b, target))


def _filler(b: Builder, target: Atom) -> object:
    kind = b.kinds[str(target.name)]
    if isinstance(kind, ListOf):
        return Atom(build.display([], list), kind)
    if isinstance(kind, Opaque) and type(kind.type) is enum.EnumType:
        return Known(next(iter(kind.type)))
    if isinstance(kind, Opaque) and kind.type is str:
        return Known("")
    if not isinstance(kind, (Scalar, Array)):
        return NONE  # which is, in generated code, a variable without a value
    dtype = np.dtype(kind.dtype)
    if isinstance(kind, Scalar) or not kind.shape:
        return literal(np.zeros((), dtype).item())
    shape = Sequence((literal(0),) * len(kind.shape))
    keywords = {} if dtype.name == "float64" else {"dtype": Known(dtype.type)}
    return rule_calls.call_rule(b, np.zeros, [shape], keywords, "t")
