"""Optional values, absent on some paths: tests by a flag, and checked uses."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Items
from functools import partial

import gast

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.operations import implements
from tangentlite.rules.registry import rule_of
from tangentlite.specialize.state import paths, restart
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Known, Maybe, Sequence, Value
from tangentlite.values.callable_values import NONE, UNBOUND
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal


@implements(operations.present)
def present(b: Builder, value: Value, error: type = TypeError) -> Value:
    """Return a value without its None; emit a check that raises where it is None.

    Behind the check all variables of the function that hold the value are not None.
    """
    if not isinstance(value, Maybe):
        return value
    others = () if error is TypeError else (b.references.function(error),)
    return _required(b, value, error, runtime.require_value, _name(b, value), *others)


def variable(b: Builder, value: Value) -> Value:
    """Return the value of a variable; emit a check that raises where it is unbound.

    A derivative may save a variable that is unbound; it tests before it uses it.
    """
    if not isinstance(value, Maybe) or value.absent != UNBOUND:
        return value
    if b.source.is_derivative:
        return value.value
    name = _name(b, value)
    return _required(b, value, UnboundLocalError, runtime.require_bound, name)


def attribute(b: Builder, owner: Instance, name: str, value: Value) -> Value:
    """Return an attribute of an object; emit a check that raises where it is unset."""
    if not isinstance(value, Maybe) or value.absent != UNBOUND:
        return value
    names = [gast.Constant(text, None) for text in (owner.type.__name__, name)]
    return _required(b, value, AttributeError, runtime.require_attribute, *names)


def _name(b: Builder, value: Maybe) -> gast.expr:
    base = b.bases.get(str(value.flag.name), "").removeprefix("no_")
    return gast.Constant(base or "a value", None)


def _required(
    b: Builder, value: Maybe, error: type, function: Callable, *given: gast.expr
) -> Value:
    """Emit a call that raises where a value is absent; return the inner value."""
    if b.in_condition:
        raise restart.statements(b, "what may not be there is used in a condition.")
    if any(operations.may_catch(b, target, error) for target in b.control.tries):
        absent = "None" if value.absent == NONE else "not there"
        what = f"{error.__name__}, as a value is {absent},"
        raise paths.undecided(b, what, None)
    check = build.call(b.references.function(function), [value.flag.node, *given])
    b.add(build.effect(check, b.line))
    for name, held in b.frame.variables.items():
        if held is value:
            b.frame.variables[name] = value.value
    return value.value


def both_present(b: Builder, left: Value, right: Value) -> tuple[Value, Value]:
    """Do `present` for two operands, which may be one value."""
    if isinstance(left, Instance) or isinstance(right, Instance):
        require_something(b, [left, right], "an operand")
    first = present(b, left)
    return first, first if right is left else present(b, right)


def require_something(b: Builder, values: Iterable, what: str) -> None:
    """Raise if one of some values may be None, where None may be meant."""
    if any(isinstance(value, Maybe) for value in values):
        raise b.error(
            f"{what} may be None here, depending on values, which is not supported.",
            "Test for None first, and write the two cases.",
        )


@implements(operations.all_present)
def all_present(b: Builder, value: Value) -> Value:
    """Do `present` for an argument and all items of its tuples and lists."""
    if isinstance(value, Maybe):
        return present(b, value)
    if isinstance(value, Sequence) and any(map(_holds_optional, value.items)):
        items = tuple(all_present(b, item) for item in value.items)
        return value.with_items(items)
    return value


def returned(b: Builder, result: Value, name: str) -> Value:
    """Return the result to differentiate; emit a check that raises where it is None."""
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


def truth(value: Maybe, inner: Atom) -> Atom:
    """Return the truth of an optional value; `inner` is that of its inner value."""
    return select.one_of(value.flag, literal(False), inner)


def compare(b: Builder, ops: Items, values: Items, base: str) -> Value:
    """Return a comparison with an optional value."""
    for value, other in ((values[0], values[-1]), (values[-1], values[0])):
        if len(ops) == 1 and isinstance(value, Maybe):
            if other == NONE and _asks_for_none(ops[0], value.value):
                return _asked(b, ops[0], value.flag, base)
            if type(other) is Maybe and isinstance(ops[0], (gast.Eq, gast.NotEq)):
                return _of_both(b, ops[0], value, other, base)
            op = _question(ops[0], other)
            if op is not None and _are_plain(value, other):
                same = operations.compare(b, [op], [value.value, other], "t")
                return _asked(b, ops[0], truth(value, same), base)
    # Python evaluates no comparison behind one that fails, which may not raise.
    later = any(type(value) is Maybe for value in values[2:])
    if later or not all(isinstance(op, _ORDER) for op in ops):
        raise _refused(b)
    return operations.compare(b, ops, [present(b, value) for value in values], base)


def _of_both(
    b: Builder, op: gast.cmpop, value: Maybe, other: Maybe, base: str
) -> Value:
    """Return whether two values that may be None are both so, or equal."""
    if not _are_plain(value, other.value) or (value.absent, other.absent) != (
        NONE,
        NONE,
    ):
        raise _refused(b)
    same = operations.compare(b, [gast.Eq()], [value.value, other.value], "t")
    if_some = truth(other, same)
    return _asked(b, op, select.one_of(value.flag, other.flag, if_some), base)


def _refused(b: Builder) -> Exception:
    return b.error(
        "this comparison with a value that may be None is not supported.",
        "Test before whether it is None.",
    )


def _asks_for_none(op: gast.cmpop, value: object) -> bool:
    """Whether a comparison with None only tests whether a value is None."""
    if isinstance(op, (gast.Eq, gast.NotEq)):
        return not answers_itself(value)
    return isinstance(op, (gast.Is, gast.IsNot))


def answers_itself(value: object) -> bool:
    """Whether the class of a value defines `==` or truth in its own way."""
    array = isinstance(getattr(value, "kind", None), Array)
    return array or isinstance(value, Instance)


def _question(op: gast.cmpop, other: Value) -> gast.cmpop | None:
    """Return the comparison of the inner value: `==`, or `is` for a flag."""
    if isinstance(op, (gast.Eq, gast.NotEq)):
        return gast.Eq()
    flag = other.is_static and isinstance(other.static_value(), (bool, enum.Enum))
    return gast.Is() if isinstance(op, (gast.Is, gast.IsNot)) and flag else None


_ORDER = (gast.Lt, gast.LtE, gast.Gt, gast.GtE)


def _are_plain(*values: object) -> bool:
    """Whether values are known, numbers or opaque, the first maybe optional."""
    found = [value.value if isinstance(value, Maybe) else value for value in values[:1]]
    return all(
        isinstance(value, Known)
        or isinstance(value, Atom)
        and isinstance(value.kind, (Scalar, Opaque))
        for value in (*found, *values[1:])
    )


def _asked(b: Builder, op: gast.cmpop, equal: Atom, base: str) -> Atom:
    if isinstance(op, (gast.IsNot, gast.NotEq)):
        if equal.is_static:
            return literal(not equal.static_value())
        equal = Atom(gast.UnaryOp(gast.Not(), equal.node), equal.kind)
    if equal.is_static or equal.name is not None or b.in_condition:
        return equal
    return b.emit(b, equal.node, Scalar("bool", True), base)


def arguments_of(b: Builder, function: object, arguments: list, keywords: dict) -> list:
    """Do `present` for the arguments of a function that accepts no None."""
    rule = rule_of(function)
    require_something(b, keywords.values(), "an option")
    if rule is None and handlers.traits_of(function).none != "number":
        require_something(b, arguments, "an argument")
    if rule is not None:
        given = rule.with_parameters(arguments)
        open_ = [value for known, value in given if known.default is None]
        require_something(b, open_, "an option")
    return [present(b, value) for value in arguments]


def either(b: Builder, arguments: list, ask: Callable, base: str) -> Value:
    """Emit branches for a function that tests the class of an optional value."""
    value, *others = arguments
    if b.in_condition:
        raise restart.statements(b, "a value that may be None is asked for its class.")
    none, some = (partial(ask, [one, *others]) for one in (NONE, value.value))
    return operations.choose(b, value.flag, none, some, base)
