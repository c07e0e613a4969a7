"""Random draws: once and in order, differentiable by location and scale."""

from __future__ import annotations

import random
import types
from collections.abc import Callable
from typing import Any, TypeGuard

import gast
import numpy as np

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import formulas
from tangentlite.builder.inference import result_kinds
from tangentlite.builder.inference.entrywise import broadcast_shape
from tangentlite.builder.inference.result_kinds import sample
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque, Scalar, is_differentiable
from tangentlite.rules.registry import Draw, Rule, rule_of
from tangentlite.specialize.library import heaps_and_bisection
from tangentlite.values.base import Known, Maybe, Range, Value
from tangentlite.values.callable_values import NONE, Atom
from tangentlite.values.structure import is_container

FAMILIES = (np.random.Generator, np.random.RandomState)
GENERATORS: tuple[type, ...] = (*FAMILIES, random.Random)

# The dtypes of draws by methods of `random.Random`, one number each time.
_OF_PYTHON = {
    "random": "float64",
    "uniform": "float64",
    "gauss": "float64",
    "normalvariate": "float64",
    "expovariate": "float64",
    "triangular": "float64",
    "betavariate": "float64",
    "gammavariate": "float64",
    "lognormvariate": "float64",
    "randint": "int64",
    "randrange": "int64",
}


def is_draw(function: object) -> TypeGuard[types.MethodType]:
    """Whether a function is a method of a generator: `np.random.normal` is."""
    owner = getattr(function, "__self__", None)
    return isinstance(function, types.MethodType) and isinstance(owner, FAMILIES)


@operations.call_method.of(Opaque, holding=GENERATORS)
def draw(b: Builder, owner: Atom, name: str, arguments, keywords, node, base: str):
    """Emit a draw of a generator; a class of the user's may draw in another way."""
    family = owner.kind.type if isinstance(owner.kind, Opaque) else None
    if family is None or family not in GENERATORS:
        rest = name, arguments, keywords, node, base
        return operations.call_method.of_others(b, owner, *rest)
    if name == "seed" and hasattr(family, "seed"):
        return _seeded(b, build.attribute(owner.node, name), arguments, keywords)
    if family is random.Random:
        return _draw_one(b, owner, name, arguments, keywords, node, base)
    rule = _rule(b, family, name, node)
    if (definition := _definition(b, rule)) is not None:
        given = [owner, *arguments]
        return operations.inline(b, definition, given, keywords, node, base)
    b.report.has_effects = b.report.has_effects or owner.name not in b.definitions
    callee = build.attribute(owner.node, name)
    return _drawn(b, rule, name, callee, (arguments, keywords), node, base)


def draw_by(
    b: Builder,
    method: types.MethodType,
    text: str | None,
    arguments: list,
    keywords: dict,
    node: gast.AST,
    base: str,
) -> Value:
    """Emit a draw by a method that has a name of its own, as `np.random.normal`."""
    name = method.__name__
    is_global = getattr(np.random, name, None) == method
    rule = _rule(b, type(method.__self__), name, node)
    b.report.has_effects = True
    if (definition := _definition(b, rule)) is not None:
        if not is_global:
            raise b.error(
                f"{name} of a generator is called by a name of its own, which is not "
                "supported.",
                f"Call it as a method: rng.{name}(...).",
                node,
            )
        given = [Known(np.random, "np.random"), *arguments]
        return operations.inline(b, definition, given, keywords, node, base)
    if is_global:
        named = build.name(f"{b.references.alias('numpy', None, 'np')}.random.{name}")
    else:
        named = b.references.function(method, text)
    b.references.objects[named.id] = method
    return _drawn(b, rule, name, named, (arguments, keywords), node, base)


def _rule(b: Builder, family: type, name: str, node) -> Rule:
    rule = rule_of(getattr(family, name, None))
    if rule is None:
        raise b.error(
            f"the method {name!r} of a random generator is not supported.",
            "Call it outside of the function.",
            node,
        )
    return rule


def _definition(b: Builder, rule: Rule) -> Callable | None:
    """Return the definition of a draw in Python, None inside of it and for others."""
    inside = rule.kind != "definition" or b.frame.function is rule.definition
    return None if inside else rule.definition


def _drawn(b: Builder, rule: Rule, name: str, callee, given: tuple, node, base: str):
    arguments, keywords = given
    drawn = rule.draw or _OF_PLACES[name]
    named = _bound(b, drawn, name, arguments, keywords, node)
    call = operations.as_call(b, callee, arguments, keywords)
    value = b.emit(b, call, _kind(b, drawn, name, named, node), base)
    b.memory.owned.add(str(value.name))
    moves = any(formulas.may_be_active(argument) for argument in named.values())
    if not moves or not is_differentiable(value.kind):
        return value
    if rule.definition is not None:
        return formulas.with_formula(
            b, rule.definition, value, [value, *arguments], keywords, base
        )
    text = (
        f"{name} has no derivative with respect to the parameters of its distribution"
    )
    return formulas.without(b, value, text, list(named.values()), base)


def _bound(b: Builder, drawn: Draw, name: str, arguments, keywords, node) -> dict:
    named = dict(zip(drawn.parameters, arguments)) | dict(keywords)
    if len(arguments) > len(drawn.parameters) or set(named) - {*drawn.parameters}:
        raise b.error(
            f"{name} takes {', '.join(drawn.parameters)} here.",
            "Leave out the others.",
            node,
        )
    return named


def _kind(b: Builder, drawn: Draw, name: str, named: dict, node):
    """Return the kind of a draw: of its size, or as the parameters broadcast."""
    dtype = _dtype(b, drawn, name, named, node)
    size = named.get("size", NONE)
    event: tuple = ()
    if drawn.event:
        held = _kind_of(b, named[drawn.event]).shape
        if held is None:
            return Array(dtype, None)
        event = held[-1:]
    if size != NONE:
        shape = result_kinds.call_kind(b, np.zeros, [sample(size)], {}).shape
    else:
        shape = _shape(b, drawn, named)
    if shape is None:
        return Array(dtype, None)
    if shape == () and not event:
        return Scalar(dtype, None)
    return Array(dtype, (*shape, *event))


def _shape(b: Builder, drawn: Draw, named: dict) -> tuple | None:
    """Return the shape of a draw without a size."""
    if drawn in _OF_PLACES.values():
        if "x" not in named:  # a choice of one
            return ()
        kind = _kind_of(b, named["x"])
        if isinstance(kind, Array):
            return kind.shape
        return result_kinds.call_kind(b, np.zeros, [kind], {}).shape
    kinds = []
    for key, value in named.items():
        if key in _FLAGS:
            continue
        kind = _kind_of(b, value)
        if key == drawn.event:
            kind = Array(kind.dtype, kind.shape[:-1])
        kinds.append(kind)
    return broadcast_shape(b, kinds) if kinds else ()


# No parameters of a distribution, or, as `cov`, without effect on the shape.
_FLAGS = ("size", "dtype", "cov", "endpoint", "method", "tol", "check_valid")
# Draws of the definitions in templates/draws.py: places in the argument.
_OF_PLACES = {
    "choice": Draw(("a", "size", "replace", "p", "axis", "shuffle"), "int64"),
    "permutation": Draw(("x",), "int64"),
    "permuted": Draw(("x", "axis"), "int64"),
}


def _kind_of(b: Builder, value: Any) -> Any:
    """Return the kind of a parameter, of a list that of its array."""
    if is_container(value):
        value = operations.call_rule(b, np.array, [value], {}, "t")
    return value.kind


def _dtype(b: Builder, drawn: Draw, name: str, named: dict, node) -> str:
    if "dtype" not in named or named["dtype"] == NONE:
        return drawn.dtype
    given = named["dtype"]
    if not given.is_static:
        raise b.error(f"the dtype of {name} must be known.", "Write it down.", node)
    return np.dtype(given.static_value()).name


def _require_fixed(b: Builder, name: str, given: list, node) -> None:
    """Refuse a distribution with computed parameters."""
    for value in given:
        dtype = str(getattr(getattr(value, "kind", None), "dtype", ""))
        moves = isinstance(value, (Atom, Maybe)) and not dtype.startswith("int")
        if moves and not value.is_static:
            raise b.error(
                f"{name} draws from a distribution that depends on what is computed, "
                "which has no derivative here.",
                "Scale a standard one: loc + scale * rng.standard_normal(size).",
                node,
            )


def _of_python(b: Builder, owner: Atom, name: str, arguments, keywords, kind, base):
    b.report.has_effects = b.report.has_effects or owner.name not in b.definitions
    callee = build.attribute(owner.node, name)
    return b.emit(b, operations.as_call(b, callee, arguments, keywords), kind, base)


def _draw_one(b: Builder, owner: Atom, name: str, arguments, keywords, node, base: str):
    """Emit a draw from a generator of Python's."""
    if name == "choice" and len(arguments) == 1:
        count = operations.length(b, arguments[0])
        place = _of_python(
            b, owner, "randrange", [count], {}, Scalar("int64", True), "k"
        )
        if isinstance(arguments[0], Range):
            return operations.item_at(b, arguments[0], place, base)
        return operations.read_item(b, arguments[0], place, base)
    if name == "shuffle" and len(arguments) == 1:
        given = [owner, *arguments]
        return operations.inline(b, heaps_and_bisection.shuffled, given, {}, node, base)
    if name not in _OF_PYTHON:
        listed = ", ".join([*_OF_PYTHON, "choice", "shuffle"])
        what = f"the method {name!r} of a random generator is not supported."
        raise b.error(what, f"These are: {listed}.", node)
    _require_fixed(b, name, [*arguments, *keywords.values()], node)
    kind = Scalar(_OF_PYTHON[name], True)
    return _of_python(b, owner, name, arguments, keywords, kind, base)


def _of_module(name: str) -> Callable:
    """Return the handler of `random.gauss(mu, sigma)`, and the like."""

    def drawn(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        module = build.name(b.references.alias("random", None, "random"))
        b.references.member(module, name, getattr(random, name))
        owner = Atom(module, Opaque(random.Random))
        return _draw_one(b, owner, name, arguments, keywords, node, base)

    return drawn


_MODULE_DRAWS = (*_OF_PYTHON, "choice", "shuffle")
handlers.calls({getattr(random, name): _of_module(name) for name in _MODULE_DRAWS})


@handlers.builtin(random.Random)
def made_of_python(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Emit `random.Random(seed)`."""
    _require_fixed(b, "random.Random", [*arguments, *keywords.values()], node)
    callee = b.references.function(random.Random)
    return _made(b, callee, random.Random, arguments, keywords, base)


def _maker(function: Callable, type_: type) -> Callable:
    """Return the handler of `np.random.default_rng(seed)`, and the like."""

    def made(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
        alias = b.references.alias("numpy", None, "np")
        callee = build.name(f"{alias}.random.{function.__name__}")
        b.references.objects[callee.id] = function
        return _made(b, callee, type_, arguments, keywords, base)

    return made


def _made(b: Builder, callee, type_: type, arguments, keywords, base: str) -> Atom:
    made = operations.as_call(b, callee, arguments, keywords)
    return b.emit(b, made, Opaque(type_), base)


@handlers.builtin(np.random.seed)
def _seed(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Emit `np.random.seed(seed)`."""
    callee = build.name(f"{b.references.alias('numpy', None, 'np')}.random.seed")
    b.references.objects[callee.id] = np.random.seed
    return _seeded(b, callee, arguments, keywords)


@handlers.builtin(random.seed)
def _seed_of_python(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Emit `random.seed(seed)`."""
    module = build.name(b.references.alias("random", None, "random"))
    callee = b.references.member(module, "seed", random.seed)
    return _seeded(b, callee, arguments, keywords)


def _seeded(b: Builder, callee: gast.expr, arguments: list, keywords: dict) -> Value:
    b.report.has_effects = True
    b.add(
        build.at(gast.Expr(operations.as_call(b, callee, arguments, keywords)), b.line)
    )
    return NONE


@handlers.builtin(runtime.no_derivative)
def _no_derivative(b: Builder, arguments: list, keywords: dict, node, base: str):
    why, *others = arguments
    return formulas.undifferentiated(b, str(why.static_value()), others)


_TYPES = (
    np.random.Generator, np.random.RandomState, np.random.SeedSequence,
    np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.Philox,
    np.random.SFC64,
)  # fmt: skip
handlers.calls(
    {
        np.random.default_rng: _maker(np.random.default_rng, np.random.Generator),
        **{type_: _maker(type_, type_) for type_ in _TYPES},
    }
)
