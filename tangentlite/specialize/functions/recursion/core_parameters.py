"""Parameters of core functions, and the arguments that a call passes for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import is_of_open_kind
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar, without_value
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import Partial
from tangentlite.values.heap import Cell
from tangentlite.values.structure import atoms, is_made_of_others, parts


def parameter(
    b: Builder,
    variable: str,
    value: Value,
    loose: bool,
    around: tuple = (),
    sized: bool = False,
) -> Value:
    """Return the value of a parameter: fresh names for all that is not known.

    Arrays have sizes of their own, or those of the call if it is `sized`.
    """
    if isinstance(value, Cell):
        if value in around:
            raise b.error(
                f"{variable} holds itself, and is given to a function that calls "
                "itself or is called often; that is not supported.",
                "Give it what is needed alone.",
            )
        around = (*around, value)
    inner = partial(parameter, b, loose=loose, around=around, sized=sized)
    if is_made_of_others(value):
        items = tuple(inner(variable, v) for v in value.items)
        return value.with_items(items)
    if isinstance(value, Partial):
        return replace(
            value,
            function=inner(variable, value.function),
            arguments=tuple(inner(variable, v) for v in value.arguments),
            keywords=tuple((k, inner(k, v)) for k, v in value.keywords),
        )
    if not isinstance(value, Atom) or (value.is_static and not loose):
        return value
    kind = without_value(value.kind)
    name = b.fresh(variable if variable.isidentifier() else "t", kind)
    if isinstance(kind, Scalar):
        # One variant is for literals and variables of the caller.
        kind = Scalar(kind.dtype, None if kind.dtype != "int64" else True)
    if isinstance(kind, Array) and kind.shape is not None and not sized:
        dims = [(axis, b.sizes.find(dim)) for axis, dim in enumerate(kind.shape)]
        shape = tuple(
            1 if dim == 1 else Symbol(f"{name}.{axis}", 0, not b.sizes.may_be_one(dim))
            for axis, dim in dims
        )
        kind = Array(kind.dtype, shape)
    b.kinds[name] = kind
    if may_differ(b, value):
        (b.memory.mixed if isinstance(kind, Scalar) else b.memory.numbers).add(name)
    return Atom(build.name(name), kind)


def may_differ(b: Builder, value: Atom) -> bool:
    """Whether an argument may be of another class than its parameter's kind says."""
    if isinstance(value.kind, Scalar):
        of_numpy = value.kind.dtype == "int64" and value.kind.weak is not True
        return of_numpy or is_of_open_kind(b, value)
    return value.name in b.memory.numbers


def arguments(value: Value, loose: bool) -> Iterator[Atom]:
    """Yield the atoms in an argument that a call passes at run time.

    They are those that `parameter` replaces, and others with a name.
    """
    if isinstance(value, Atom):
        if loose or not value.is_static:
            yield value
    elif is_made_of_others(value) or isinstance(value, Partial):
        held = value.inside if isinstance(value, Partial) else value.held
        for item in held:
            yield from arguments(item, loose)
    else:
        yield from (atom for atom in atoms(value) if not atom.is_static)


def require_known_lengths(b: Builder, title: str, bound: Mapping, why: str) -> None:
    """Raise if an argument holds a list of any length, which cannot be passed."""
    for name, value in bound.items():
        if any(isinstance(part, Cell) and part.is_at_run_time for part in parts(value)):
            raise b.error(
                f"{title} is a function of its own here, as {why}, and {name} is a "
                "list whose length is known only when the program runs; that is not "
                "supported.",
                "Give it an array, with masks like v[v < p] and np.concatenate; to "
                "sort there are np.sort and sorted().",
            )
