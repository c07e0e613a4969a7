"""The cotangent as an argument: it has the structure and the shapes of the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import gast
import numpy as np

from tangentlite import errors, runtime
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import (
    Array,
    Kind,
    ListOf,
    Scalar,
    Structure,
    is_differentiable,
    is_numeric,
    rank,
    same_shape,
    shape_of,
)
from tangentlite.kinds.sizes.dims import INTEGER, Dim, Symbol
from tangentlite.modes.inputs import check_real
from tangentlite.modes.reverse.joined_sweeps import array_of_number
from tangentlite.values.base import Atom, Known, Sequence, Value, required_atom
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Cell, Dictionary, Instance
from tangentlite.values.structure import (
    atoms,
    is_container,
    keys_of,
    plain_container,
)


def given_cotangent(
    b: Builder, result: Value, kind: Kind | Known, name: str, is_tested: bool
) -> Value:
    """Return the cotangent `name`, a parameter, as a value with a result's structure.

    What has no cotangent is None. Shapes that the `kind` leaves open are tested by the
    dispatcher, if the derivative `is_tested`, in terms of the sizes of its arguments;
    those that are not known so are tested by the generated function. Raises
    ArgumentError for another structure.
    """
    return _Given(b, name, is_tested).value(result, kind, build.name(name), name)


class _Given:
    def __init__(self, b: Builder, name: str, is_tested: bool) -> None:
        self._b = b
        self._name = name
        self._sizes = _named_sizes(b) if is_tested else None

    def value(
        self, result: Value, kind: Kind | Known, node: gast.expr, text: str
    ) -> Value:
        if not _has_cotangent(result):
            return NONE
        if isinstance(kind, Known) and kind.value is None:
            return NONE
        result = plain_container(result)
        if is_container(result):
            return self._container(result, kind, node, text)
        atom = required_atom(result)
        if isinstance(atom.kind, ListOf):
            return self._list(atom, kind, node, text)
        return self._number(atom, kind, node, text)

    def _container(
        self, result: Sequence | Cell, kind: Kind | Known, node: gast.expr, text: str
    ) -> Value:
        keys = keys_of(result)
        if isinstance(kind, ListOf) and not isinstance(result, (Dictionary, Instance)):
            self._expect_length(node, text, len(keys))
            item = kind.item
            if isinstance(item, tuple):  # a table: a list of tuples
                item = Structure(tuple, tuple(range(len(item))), item)
            given = dict.fromkeys(keys, item)
        elif isinstance(kind, Structure) and _has_keys_of(result, kind):
            given = dict(zip(kind.keys, kind.items))
        else:
            raise self._another_structure(text)
        parts = []
        for key, item in zip(keys, result.items):
            part = reconstruct.item(self._b, node, result.type, key)
            is_attribute = isinstance(key, str) and not isinstance(result, Dictionary)
            spelled = f"{text}.{key}" if is_attribute else f"{text}[{key!r}]"
            parts.append(self.value(item, given.get(key, NONE), part, spelled))
        return result.with_items(tuple(parts))

    def _list(
        self, result: Atom, kind: Kind | Known, node: gast.expr, text: str
    ) -> Atom:
        is_list = isinstance(kind, Structure) and kind.type is list
        if not (is_list or isinstance(kind, ListOf)):
            raise self._another_structure(text)
        have, want = _dtypes(kind), _dtypes(result.kind)
        if not have <= want and None not in want:
            raise errors.ArgumentError(
                f"{text} holds numbers of other dtypes than what it belongs to.\n"
                "Convert them: 2.0 instead of 2, or astype."
            )
        self._effect(runtime.require_like_items, node, result.node)
        return self._named(node, result.kind)

    def _number(
        self, result: Atom, kind: Kind | Known, node: gast.expr, text: str
    ) -> Atom:
        own, b = result.kind, self._b
        if not is_numeric(kind):
            raise errors.ArgumentError(f"{text} must be a number or an array.")
        check_real(text, kind, result)
        if not same_shape(kind, own, b.sizes):
            self._expect_shape(result, kind, node, text)
        if not isinstance(own, Array):
            given = Scalar(kind.dtype, None) if isinstance(kind, Scalar) else kind
            return self._named(node, given if rank(kind) == 0 else own)
        if own.shape == () and isinstance(kind, Scalar):
            return array_of_number(b, own, node, self._name)
        return self._named(node, Array(kind.dtype, own.shape))

    def _expect_shape(
        self, result: Atom, kind: Kind, node: gast.expr, text: str
    ) -> None:
        dims = shape_of(result.kind)
        if self._sizes is not None and dims is not None:
            sizes = [_size_text(self._b, dim, self._sizes) for dim in dims]
            if None not in sizes:
                self._b.report.expected.append((text, tuple(sizes)))
                return
        known = rank(kind), rank(result.kind)
        if None not in known and known[0] != known[1]:
            raise errors.ArgumentError(
                f"{text} has {known[0]} axes, but what it belongs to has {known[1]}.\n"
                "Give it the same shape."
            )
        shape = build.call(self._b.references.function(np.shape), [result.node])
        self._effect(runtime.require_shape, node, shape)

    def _expect_length(self, node: gast.expr, text: str, length: int) -> None:
        if self._sizes is None:
            self._effect(runtime.require_count, node, build.constant(length))
        else:
            self._b.report.expected.append((text, length))

    def _effect(self, function: Callable, *arguments: gast.expr) -> None:
        callee = self._b.references.function(function)
        call = build.call(callee, list(arguments))
        self._b.add(build.effect(call, 0))

    def _named(self, node: gast.expr, kind: Kind) -> Atom:
        """Return the cotangent itself, or a part of it by a name of its own."""
        if not isinstance(node, gast.Name):
            return self._b.emit(self._b, node, kind, self._name)
        self._b.kinds[self._name] = kind
        return Atom(node, kind)

    def _another_structure(self, text: str) -> errors.ArgumentError:
        return errors.ArgumentError(
            f"{text} has another structure than the result that it belongs to.\n"
            "Give it the same keys and lengths, None for parts that do not matter."
        )


def _has_cotangent(result: Value) -> bool:
    result = plain_container(result)
    if is_container(result):
        return any(map(_has_cotangent, result.items))
    return isinstance(result, Atom) and is_differentiable(result.kind)


def _has_keys_of(result: Sequence | Cell, kind: Structure) -> bool:
    """Whether a cotangent has the keys of all items that have one, and no others."""
    is_mapping = issubclass(kind.type, dict)
    if is_mapping != isinstance(result, Dictionary):
        return False
    keys = keys_of(result)
    needed = {key for key, item in zip(keys, result.items) if _has_cotangent(item)}
    if not isinstance(result, (Dictionary, Instance)) and len(keys) != len(kind.keys):
        return False
    return needed <= set(kind.keys) <= set(keys)


def _dtypes(kind: object) -> set[str | None]:
    """Return the dtypes of the numbers in a list."""
    if isinstance(kind, ListOf):
        return _dtypes(kind.item)
    if isinstance(kind, (Structure, tuple)):
        items = kind.items if isinstance(kind, Structure) else kind
        return {dtype for item in items for dtype in _dtypes(item)}
    return {kind.dtype} if is_numeric(kind) else set()


def _named_sizes(b: Builder) -> dict[str, str]:
    """Return the texts of sizes of arguments by the bases that stand for them."""
    found: dict[str, str] = {}
    for value in b.outside.inputs.values():
        for atom in atoms(value):
            for size, text in _sizes(atom.kind):
                root = b.sizes.find(size)
                if isinstance(root, Symbol) and not root.terms and not root.offset:
                    found.setdefault(root.base, text)
    return found


def _sizes(kind: Kind) -> Iterator[tuple[Symbol, str]]:
    if isinstance(kind, Array):
        for dim in kind.shape or ():
            if isinstance(dim, Symbol) and not dim.terms:
                owner, axis = dim.base.rsplit(".", 1)
                yield dim, f"{owner}.shape[{axis}]"
    elif isinstance(kind, Scalar) and isinstance(kind.size, Symbol):
        if kind.size.base.startswith(INTEGER) and not kind.size.offset:
            yield kind.size, kind.size.base.removeprefix(INTEGER)


def _size_text(b: Builder, dim: Dim, known: Mapping[str, str]) -> str | None:
    """Return the text of a size in terms of sizes of arguments, None if it has none.

    If the terms sum to less than 0, the primal has raised, or the size is 0.
    """
    found = b.sizes.find(dim)
    if isinstance(found, int):
        return str(found)
    terms = found.terms or ((found.base, 1),)
    parts = []
    for base, factor in terms:
        if base not in known:
            return None
        parts.append(known[base] if factor == 1 else f"{factor} * {known[base]}")
    if not found.offset:
        return " + ".join(parts)
    return f"max({' + '.join(parts)} + {found.offset}, 0)"
