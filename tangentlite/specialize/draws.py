"""Random draws: constants, made once and in order."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.specialize import (
    indexing,
    inline,
    library_lists,
    result_kinds,
    sequences,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.iterables import Range
from tangentlite.specialize.materialize import as_call
from tangentlite.specialize.records import Maybe
from tangentlite.specialize.samples import sample
from tangentlite.specialize.values import Atom, is_static

GENERATORS = (np.random.Generator, np.random.RandomState, random.Random)

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

# The dtype of what a method of `random.Random` draws, one number each time.
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


def is_generator(value: object) -> bool:
    """Whether a value is a generator of random numbers."""
    kind = getattr(value, "kind", None)
    return isinstance(kind, Opaque) and kind.type in GENERATORS


def draw(b: Builder, owner: Atom, name: str, arguments, keywords, node, base: str):
    """Emit a draw; what it depends on must be known, as it has no derivative."""
    if isinstance(owner.kind, Opaque) and owner.kind.type is random.Random:
        return _draw_one(b, owner, name, arguments, keywords, node, base)
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
    given = [v for v in (*arguments, *keywords.values()) if v is not size]
    _require_fixed(b, name, given, node)
    kind = Scalar(dtype, None if dtype == "float64" else False)
    if place is None:
        size = arguments[0]
    if size is not None:
        shape = result_kinds.call_kind(b, np.zeros, [sample(size)], {}).shape
        kind = Array(dtype, shape)
    atom = _drawn(b, owner, name, arguments, keywords, kind, base)
    b.owned.add(str(atom.name))
    return atom


def _require_fixed(b: Builder, name: str, given: list, node) -> None:
    """Refuse a distribution that depends on what is computed."""
    for value in given:
        dtype = str(getattr(getattr(value, "kind", None), "dtype", ""))
        moves = isinstance(value, (Atom, Maybe)) and not dtype.startswith("int")
        if moves and not is_static(value):
            raise b.error(
                f"{name} draws from a distribution that depends on what is computed, "
                "which has no derivative here.",
                "Scale a standard one: loc + scale * rng.standard_normal(size).",
                node,
            )


def _drawn(b: Builder, owner: Atom, name: str, arguments, keywords, kind, base: str):
    b.has_effects = b.has_effects or owner.name not in b.definitions
    callee = build.attribute(owner.node, name)
    return b.emit(b, as_call(b, callee, arguments, keywords), kind, base)


def _draw_one(b: Builder, owner: Atom, name: str, arguments, keywords, node, base: str):
    """Emit a draw from a generator of Python's."""
    if name == "choice" and len(arguments) == 1:
        count = sequences.length(b, arguments[0])
        place = _drawn(b, owner, "randrange", [count], {}, Scalar("int64", True), "k")
        if isinstance(arguments[0], Range):
            return sequences.item(b, arguments[0], place, base)
        return indexing.read_item(b, arguments[0], place, base)
    if name == "shuffle" and len(arguments) == 1:
        given = [owner, *arguments]
        return inline.inline(b, library_lists.shuffled, given, {}, node, base)
    if name not in _OF_PYTHON:
        listed = ", ".join([*_OF_PYTHON, "choice", "shuffle"])
        what = f"the method {name!r} of a random generator is not supported."
        raise b.error(what, f"These are: {listed}.", node)
    _require_fixed(b, name, [*arguments, *keywords.values()], node)
    kind = Scalar(_OF_PYTHON[name], True)
    return _drawn(b, owner, name, arguments, keywords, kind, base)


def made(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    """Emit `np.random.default_rng(seed)`."""
    callee = build.name(f"{b.references.alias('numpy', None, 'np')}.random.default_rng")
    b.references.objects[callee.id] = np.random.default_rng
    return _made(b, callee, np.random.Generator, arguments, keywords, base)


def made_of_python(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Emit `random.Random(seed)`."""
    _require_fixed(b, "random.Random", [*arguments, *keywords.values()], node)
    callee = b.references.function(random.Random)
    return _made(b, callee, random.Random, arguments, keywords, base)


def _made(b: Builder, callee, type_: type, arguments, keywords, base: str) -> Atom:
    made = as_call(b, callee, arguments, keywords)
    return b.emit(b, made, Opaque(type_), base)


HANDLERS: dict[object, Callable] = {
    np.random.default_rng: made,
    random.Random: made_of_python,
}
