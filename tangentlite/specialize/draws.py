"""Random draws: constants, made once and in order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.specialize import result_kinds
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.materialize import as_expression
from tangentlite.specialize.rule_calls import sample
from tangentlite.specialize.values import Atom, is_static

GENERATORS = (np.random.Generator, np.random.RandomState)

# The dtype of what a method draws, and at which place it takes the size.
_METHODS = {
    "random": ("float64", 0),
    "standard_normal": ("float64", 0),
    "standard_exponential": ("float64", 0),
    "exponential": ("float64", 1),
    "normal": ("float64", 2),
    "uniform": ("float64", 2),
    "laplace": ("float64", 2),
    "integers": ("int64", 2),
    "randint": ("int64", 2),
    "random_sample": ("float64", 0),
    "permutation": ("int64", None),
}


def is_generator(value: object) -> bool:
    """Whether a value is a generator of random numbers."""
    kind = getattr(value, "kind", None)
    return isinstance(kind, Opaque) and kind.type in GENERATORS


def draw(b: Builder, owner: Atom, name: str, arguments, keywords, node, base: str):
    """Emit a draw; what it depends on must be known, as it has no derivative."""
    if name not in _METHODS or set(keywords) - {"size", "loc", "scale", "low", "high"}:
        raise b.error(
            f"the method {name!r} of a random generator is not supported.",
            "Draw with random, normal, uniform, exponential, laplace or integers, or "
            "outside.",
            node,
        )
    dtype, place = _METHODS[name]
    size = keywords.get("size")
    if place is not None and size is None and len(arguments) > place:
        size = arguments[place]
    for value in (*arguments, *keywords.values()):
        dtype_of = str(getattr(getattr(value, "kind", None), "dtype", ""))
        moves = isinstance(value, Atom) and not dtype_of.startswith("int")
        if value is not size and moves and not is_static(value):
            raise b.error(
                f"{name} draws from a distribution that depends on what is computed, "
                "which has no derivative here.",
                "Scale a standard one: loc + scale * rng.standard_normal(size).",
                node,
            )
    kind = Scalar(dtype, None if dtype == "float64" else False)
    if place is None:
        size = arguments[0]
    if size is not None:
        shape = result_kinds.call_kind(b, np.zeros, [sample(size)], {}).shape
        kind = Array(dtype, shape)
    b.has_effects = b.has_effects or owner.name not in b.definitions
    callee = build.attribute(owner.node, name)
    values = [as_expression(b, value) for value in arguments]
    named = [(key, as_expression(b, value)) for key, value in keywords.items()]
    atom = b.emit(b, build.call(callee, values, named), kind, base)
    b.owned.add(str(atom.name))
    return atom


def made(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    """Emit `np.random.default_rng(seed)`."""
    callee = build.name(f"{b.references.alias('numpy', None, 'np')}.random.default_rng")
    b.references.objects[callee.id] = np.random.default_rng
    values = [as_expression(b, value) for value in arguments]
    named = [(key, as_expression(b, value)) for key, value in keywords.items()]
    kind = Opaque(np.random.Generator)
    return b.emit(b, build.call(callee, values, named), kind, base)


HANDLERS: dict[object, Callable] = {np.random.default_rng: made}
