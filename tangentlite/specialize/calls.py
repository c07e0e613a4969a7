"""Calls: of registered functions, of the user's functions, of methods."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Mapping
from collections.abc import Sequence as Items

import gast
import numpy as np

from tangentlite import errors, runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.kinds.objects import is_users_class
from tangentlite.rules.registry import Rule, rule_of
from tangentlite.specialize import (
    branches,
    builtin_calls,
    destinations,
    inline,
    instances,
    iterators,
    local_functions,
    managers,
    methods,
    operators,
    result_kinds,
)
from tangentlite.specialize.builder import Builder, keep_nested, of_any_rank
from tangentlite.specialize.materialize import as_expression, as_list, index_argument
from tangentlite.specialize.values import (
    Atom,
    Chosen,
    Dictionary,
    Instance,
    Known,
    LocalFunction,
    Method,
    Partial,
    Sequence,
    atoms,
    is_static,
    literal,
    parts,
    static_value,
)


def call(
    b: Builder,
    callee: object,
    arguments: list,
    keywords: dict[str, object],
    node: gast.AST,
    base: str,
) -> object:
    """Emit or expand `callee(*arguments, **keywords)` and return its result."""
    if isinstance(callee, Method):
        return methods.call_method(b, callee, arguments, keywords, node, base)
    if isinstance(callee, Chosen) and b.emit is not keep_nested:
        return branches.choose(
            b,
            callee.flag,
            lambda: call(b, callee.first, arguments, keywords, node, base),
            lambda: call(b, callee.second, arguments, keywords, node, base),
            base,
        )
    if isinstance(callee, LocalFunction):
        return local_functions.call(b, callee, arguments, keywords, node)
    if isinstance(callee, Partial):
        given = {**dict(callee.keywords), **keywords}
        arguments = [*callee.arguments, *arguments]
        if isinstance(callee.function, types.FunctionType):  # of our own
            return callee.function(b, arguments, given, node, base)
        return call(b, callee.function, arguments, given, node, base)
    if isinstance(callee, Instance):
        method = instances.special(b, callee, "__call__")
        if method is not None:
            return call(b, method, arguments, keywords, node, base)
    if not isinstance(callee, Known):
        raise b.error(
            f"{operators.describe(callee)} is called, which is not supported yet.",
            "Call a module-level function.",
            node,
        )
    function = callee.value
    if _takes_all(function):
        arguments = [iterators.as_items(b, value, node) for value in arguments]
    structural = builtin_calls.handler(function)
    if structural is not None:
        return structural(b, arguments, keywords, node, base)
    if isinstance(getattr(function, "__self__", None), np.ufunc):
        if function.__name__ == "outer":
            ufunc = function.__self__
            return destinations.outer(b, ufunc, arguments, keywords, node, base)
    rule = rule_of(function)
    if rule is not None and rule.kind != "definition":
        out = destinations.destination(function, arguments, keywords)
        if out is not None:
            return destinations.written_into(
                b, function, arguments, keywords, out, node
            )
    if rule is not None and rule.kind == "definition":
        return inline.inline(b, rule.definition, arguments, keywords, node, base)
    if rule is not None:
        return call_rule(b, function, arguments, keywords, base, callee.text)
    if hasattr(function, "generated_for_kinds"):
        return inline.inline_derivative(b, function, arguments, keywords, node, base)
    if getattr(function, "__tangentlite_static__", False):
        return _call_now(b, function, arguments, keywords, node)
    if managers.is_of_generator(function):
        inner = Known(function.__wrapped__)
        made = call(b, inner, arguments, keywords, node, base)
        return managers.of_generator(b, made, node)
    if isinstance(function, types.FunctionType):
        return inline.inline(b, function, arguments, keywords, node, base)
    if isinstance(function, types.MethodType) and isinstance(function.__self__, type):
        owner, method = Known(function.__self__), Known(function.__func__)
        return call(b, method, [owner, *arguments], keywords, node, base)
    if isinstance(function, type) and issubclass(function, BaseException):
        return _exception(b, callee, arguments, keywords)
    if isinstance(function, functools._lru_cache_wrapper):
        inner = Known(function.__wrapped__)
        return call(b, inner, arguments, keywords, node, base)
    if is_users_class(function):
        return instances.construct(b, function, arguments, keywords, node, base)
    raise missing_rule(b, function, node)


def _takes_all(function: object) -> bool:
    """Whether a function takes all items of an iterator that it is given."""
    if isinstance(function, (types.FunctionType, type)):
        return function in _WHOLE
    return function not in iterators.HANDLERS


# Classes that take all that an iterator gives.
_WHOLE = (list, tuple, dict, set)


def _exception(b: Builder, callee: Known, arguments: list, keywords: dict) -> Atom:
    """Return an exception, which is made where it is raised."""
    values = [as_expression(b, value) for value in arguments]
    named = [(key, as_expression(b, value)) for key, value in keywords.items()]
    function = b.references.function(callee.value, callee.text)
    return Atom(build.call(function, values, named), Opaque(callee.value))


def _call_now(b: Builder, function, arguments: list, keywords: dict, node) -> Known:
    """Call `tl.grad` and its like, inside differentiated code, while it is walked."""
    if not all(is_static(value) for value in (*arguments, *keywords.values())):
        raise b.error(
            f"tl.{function.__name__} needs a function that is known here.",
            "Name a module-level function.",
            node,
        )
    known = {key: static_value(value) for key, value in keywords.items()}
    return Known(function(*(static_value(value) for value in arguments), **known))


def is_users(function: object) -> bool:
    """Whether an object is a Python function that no rule and no handler covers."""
    return (
        isinstance(function, types.FunctionType)
        and builtin_calls.handler(function) is None
        and rule_of(function) is None
    )


def missing_rule(b: Builder, function: object, node: gast.AST) -> Exception:
    """Say which template to write for a function without source and rule."""
    name = getattr(function, "__name__", type(function).__name__)
    spelled = _spelled(function, name)
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc) and name == "at":
        return _missing_at(b, owner, spelled, node)
    try:
        parameters = [
            p.name
            for p in inspect.signature(function).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        parameters = ["x"]
    listed = ", ".join(parameters) or "x"
    first = parameters[0] if parameters else "x"
    template = (
        f"Register its derivative, for example\n"
        f"    @tl.elementwise({spelled})\n"
        f"    def {name}(y, {listed}):\n"
        f"        d[{first}] = d[y] * ...\n"
        f"or declare that it has none: tl.constant({spelled})."
    )
    error = b.error(f"{spelled} has no derivative rule.", template, node)
    return errors.MissingRuleError(str(error))


def _missing_at(b: Builder, ufunc: np.ufunc, spelled: str, node) -> Exception:
    """Say what to write for an update in place that has no rule."""
    operands = ", ".join(["y[i]", "v"][: ufunc.nin])
    update = f"y[i] = {_spelled(ufunc, ufunc.__name__)}({operands})"
    advice = f"Write {update} if no index repeats, or a loop over the indices."
    error = b.error(f"{spelled} is not supported yet.", advice, node)
    return errors.MissingRuleError(str(error))


def _spelled(function: object, name: str) -> str:
    """Return the dotted name of a function that has no rule."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc):
        return f"{_spelled(owner, owner.__name__)}.{name}"
    module = getattr(function, "__module__", None) or ""
    if getattr(np, name, None) is function:
        module = "np"
    return f"{module}.{name}" if module not in ("", "builtins") else name


def call_rule(
    b: Builder,
    function: object,
    arguments: Items,
    keywords: Mapping[str, object],
    base: str,
    text: str | None = None,
) -> object:
    """Emit a call of a registered function; its result has the kind it shows."""
    rule = rule_of(function)
    if rule.random or rule.writes:
        raise b.error(
            f"{getattr(function, '__name__', function)} draws or writes, which is not "
            "supported yet here.",
            "Make the draw outside and pass it in; write with y[...] = value.",
        )
    if any(
        isinstance(part, (Dictionary, Instance)) for v in arguments for part in parts(v)
    ):
        raise b.error(
            f"{getattr(function, '__name__', function)} takes no dict and no object.",
            "Pass the arrays in it.",
        )
    _check_arguments(b, rule, function, arguments, keywords)
    chosen = _decided(b, rule, function, arguments)
    if chosen is not None:
        return chosen
    if rule.kind != "constant":
        arguments, keywords = as_arrays(b, rule, arguments, keywords)
    if function in (runtime.zeros_like_items, runtime.ones_like_items):
        return _list_like(b, function, arguments[0], base)
    kind = _result_kind(b, rule, function, arguments, keywords)
    callee = b.references.function(function, text)
    rhs = build.call(
        callee,
        [index_argument(b, as_expression(b, argument)) for argument in arguments],
        [(key, as_expression(b, value)) for key, value in keywords.items()],
    )
    if isinstance(kind, tuple):
        return _results(b, rhs, kind, base)
    atom = b.emit(b, rhs, kind, base)
    _note_memory(b, rule, atom, arguments, keywords)
    return atom


def _check_arguments(b: Builder, rule: Rule, function, arguments, keywords) -> None:
    """Refuse arguments that a rule does not know."""
    name = getattr(function, "__name__", str(function))
    if rule.signature is None:
        return
    try:
        rule.signature.bind(*arguments, **keywords)
    except TypeError as error:
        raise b.error(
            f"the rule of {name} does not know these arguments ({error}).",
            "Leave out the optional arguments that it does not name.",
        ) from None


def _decided(b: Builder, rule: Rule, function, arguments: Items) -> object | None:
    """Return what a call in a template gives for literals, None if that is open."""
    if not b.sources[b.frame.source].generated or not arguments:
        return None
    if function is np.where and is_static(arguments[0]) and len(arguments) == 3:
        return arguments[1] if static_value(arguments[0]) else arguments[2]
    if rule.kind != "constant" or not all(is_static(value) for value in arguments):
        return None
    if not all(isinstance(value, Atom) for value in arguments):
        return None
    result = function(*(static_value(value) for value in arguments))
    return literal(bool(result)) if isinstance(result, np.bool_) else None


def _list_like(b: Builder, function, items: object, base: str) -> Atom:
    """Emit a list of zeros or ones as long as a list."""
    callee = b.references.function(function)
    if isinstance(items, Sequence):
        items = as_list(b, items, base)
    rhs = build.call(callee, [as_expression(b, items)])
    atom = b.emit(b, rhs, b.kinds[items.name], base)
    b.owned.add(atom.name)
    b.lists.add(atom.name)
    return atom


def as_arrays(b: Builder, rule: Rule, arguments: Items, keywords: Mapping):
    """Turn lists of numbers given to a function of arrays into arrays."""
    if rule.kind == "elementwise":
        return [_array(b, value) for value in arguments], keywords
    if _JOINING.isdisjoint(rule.functions):
        arguments = [_grown(b, value) for value in arguments]
    return arguments, keywords


# They take lists of arrays, and their rules know the adjoints of lists.
_JOINING = frozenset({
    np.array, np.asarray, np.stack, np.concatenate, np.hstack, np.vstack, np.dstack,
    np.column_stack, sum,
    runtime.zeros_like_items, runtime.ones_like_items, runtime.zeros_like_item,
})  # fmt: skip


def _grown(b: Builder, value: object) -> object:
    """Return an array of the numbers of a list that grew at run time."""
    kind = getattr(value, "kind", None)
    if isinstance(kind, ListOf) and isinstance(kind.item, (Scalar, Array)):
        return call_rule(b, np.array, [value], {}, "t")
    return value


def _array(b: Builder, value: object) -> object:
    if isinstance(value, Sequence) and any(True for _ in atoms(value)):
        return call_rule(b, np.array, [value], {}, "t")
    return value


def _result_kind(b: Builder, rule: Rule, function, arguments: Items, keywords: Mapping):
    if rule.kind == "elementwise" and not keywords:
        kinds = [getattr(argument, "kind", None) for argument in arguments]
        if all(isinstance(kind, (Scalar, Array)) for kind in kinds):
            return result_kinds.elementwise_kind(b, function, kinds)
    samples = [sample(of_any_rank(b, argument)) for argument in arguments]
    named = {key: sample(value) for key, value in keywords.items()}
    return result_kinds.call_kind(b, function, samples, named)


def sample(value: object) -> object:
    """Return what `kinds.probe` takes for a value."""
    if isinstance(value, Atom):
        return value.kind
    if isinstance(value, Known):
        return value.value
    if isinstance(value, Sequence):
        return value.type(sample(item) for item in value.items)
    return Opaque(type(value))


def _results(b: Builder, rhs: gast.expr, kinds: tuple, base: str) -> Sequence:
    whole = b.emit(b, rhs, Opaque(tuple), "t")
    items = []
    for position, kind in enumerate(kinds):
        node = build.subscript(whole.node, build.constant(position))
        items.append(b.emit(b, node, kind, base))
    return Sequence(tuple(items))


def _note_memory(b: Builder, rule: Rule, atom: Atom, arguments, keywords) -> None:
    """Record whether a result is a fresh array or may look into an argument."""
    if atom.name is None or not isinstance(atom.kind, Array):
        return
    einsum_of_several = np.einsum in rule.functions and len(arguments) > 2
    if not rule.may_view or einsum_of_several:
        b.owned.add(atom.name)
        return
    names = list(rule.signature.parameters)
    bound = {**dict(zip(names, arguments)), **keywords}
    for parameter in rule.may_view:
        for item in atoms(bound.get(parameter)):
            b.note_view(atom.name, item.name)
