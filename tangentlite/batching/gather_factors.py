"""Multiply what is the same for all examples before it meets a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import zip_longest
from typing import Any

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.batching.batched_names import batched_names
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import map_blocks, statements
from tangentlite.kinds.kind import Array, Scalar


def gather_factors(function: Function, given: Collection[str]) -> Function:
    """Multiply the factors of products that do not depend on `given` by each other.

    A block has many times their entries. What depends on the parameters is a factor
    times a base: products and quotients change the factor, sums with one base add them.
    The products that nothing reads any more are dead afterwards. Only in float64, of
    which no product of two factors leaves the range in earnest; results differ in
    rounding. Where a product of factors overflows and the base is 0 the result is NaN:
    a caller has to look at results that are not finite.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = a * x_dot; u = t * b; v = x_dot / c; y = u - v; return y"
    >>> kind = Array("float64", (3,))
    >>> function = function_of(text, **dict.fromkeys(["a", "b", "c", *"tuvy"], kind),
    ...                        x_dot=kind)
    >>> shown(gather_factors(function, {"x_dot"}))
    t = a * x_dot
    u = t * b
    v = x_dot / c
    t1 = a * b
    t2 = 1.0 / c
    t3 = t1 - t2
    y = t3 * x_dot
    return y
    """
    names = batched_names(function, given)
    return _Gathered(function, names).rewritten() if names else function


@dataclass(frozen=True, eq=False)
class _Factor:
    """A product, quotient or sum of atoms and factors that are not yet computed."""

    operator: gast.operator | gast.unaryop
    operands: tuple[gast.expr | _Factor, ...]
    kind: Any
    line: int


@dataclass(frozen=True)
class _Form:
    """A value that is a factor, None for 1, times a base."""

    factor: gast.expr | _Factor | None
    base: str


class _Gathered:
    def __init__(self, function: Function, names: Collection[str]) -> None:
        self._function, self._names = function, names
        self._memory, self._uses = memory_in(function), uses_in(function)
        self._kinds: dict[str, Any] = dict(function.kinds)
        self._bases: dict[str, str] = dict(function.bases)
        self._fresh = Names([*self._kinds, *self._uses.bound, *self._uses.read])
        self._forms: dict[str, _Form] = {}
        # How often a value is read where its factor is taken in its place.
        self._taken: Counter[str] = Counter()

    def rewritten(self) -> Function:
        for node in statements(self._function.body):
            self._find_form(node)
        body = self._block(self._function.body, {})
        return replace(
            self._function, body=tuple(body), kinds=self._kinds, bases=self._bases
        )

    def _find_form(self, node: gast.stmt) -> None:
        if not isinstance(node, gast.Assign) or not self._is_made(node.targets[0]):
            return
        operands = _operands(node.value)
        of_blocks = [part for part in operands if self._is_block(part)]
        forms = [self._form(part) for part in of_blocks]
        if not forms or len({form.base for form in forms}) > 1:
            return
        factor = self._factor(node.value, operands, node.lineno)
        of_one_dtype = {self._dtype(part) for part in (*operands, node.targets[0])}
        if factor is not None and len(of_one_dtype - {None}) == 1:
            self._forms[node.targets[0].id] = _Form(factor, forms[0].base)
            self._taken.update(part.id for part in of_blocks)

    def _form(self, node: Any) -> _Form:
        return self._forms.get(node.id, _Form(None, node.id))

    def _factor(
        self, value: Any, operands: tuple[gast.expr, ...], line: int
    ) -> _Factor | None:
        """Return the factor of an operation whose blocks have one base, or None."""
        is_block = [self._is_block(part) for part in operands]
        linear = {gast.Add: [True, True], gast.Sub: [True, True], gast.USub: [True]}
        if isinstance(value.op, gast.Mult):
            fits = sum(is_block) == 1
        elif isinstance(value.op, gast.Div):
            fits = is_block == [True, False] and self._divides(*operands)
        else:
            fits = is_block == linear.get(type(value.op))
        if not fits:
            return None
        parts: list[gast.expr | _Factor] = []
        for part, of_block in zip(operands, is_block):
            if not of_block and not self._is_factor(part):
                return None
            parts.append((self._form(part).factor or _ONE) if of_block else part)
        if isinstance(value.op, gast.Mult) and _ONE in parts:
            (only,) = (part for part in parts if part is not _ONE)
            return _Factor(gast.UAdd(), (only,), self._kind(only), line)
        kind = reduce(_broadcast, map(self._kind, parts))
        if kind == _ANY and not all(isinstance(p, gast.Constant) for p in parts):
            return None  # of integers, which may be too large for a float
        return kind and _Factor(value.op, tuple(parts), kind, line)

    def _is_made(self, node: gast.expr) -> bool:
        """Whether a floating value is bound once; it may be written into later."""
        name = getattr(node, "id", "")
        is_once = name in self._names and self._uses.bound[name] == 1
        return is_once and self._is_float(name)

    def _is_block(self, node: gast.expr) -> bool:
        """Whether an atom is a floating value that depends on the parameters."""
        name = getattr(node, "id", "")
        return name in self._names and self._is_value(name)

    def _is_factor(self, node: gast.expr) -> bool:
        if isinstance(node, gast.Constant):
            return isinstance(node.value, (int, float))
        name = getattr(node, "id", "")
        return name not in self._names and (
            self._is_value(name) or self._kind(node) == _ANY
        )

    def _is_value(self, name: str) -> bool:
        single = self._is_float(name) and self._uses.is_single(name)
        return single and not self._memory.is_written(name)

    def _is_float(self, name: str) -> bool:
        return getattr(self._kinds.get(name), "dtype", None) == "float64"

    def _dtype(self, node: gast.expr) -> str | None:
        return self._kind(node).dtype

    def _divides(self, block: gast.expr, divisor: gast.expr) -> bool:
        """Whether a division of the factor of a block cannot raise: not of numbers."""
        factor = self._form(block).factor
        if factor is not None and isinstance(self._kind(factor), Array):
            return True
        if isinstance(divisor, gast.Constant):
            return bool(divisor.value)
        return isinstance(self._kinds.get(getattr(divisor, "id", "")), Array)

    def _kind(self, part: gast.expr | _Factor) -> Any:
        if isinstance(part, _Factor):
            return part.kind
        if not isinstance(part, gast.Name):
            return _ANY
        kind = self._kinds.get(part.id)
        is_whole = isinstance(kind, Scalar) and kind.weak and kind.dtype == "int64"
        return _ANY if is_whole and self._uses.is_single(part.id) else kind

    def _block(
        self, block: Sequence[gast.stmt], known: Mapping[_Factor, gast.expr]
    ) -> list[gast.stmt]:
        computed = dict(known)
        found: list[gast.stmt] = []
        for node in block:
            node = map_blocks(node, lambda inner: self._block(inner, computed))
            if isinstance(node, gast.Assign) and self._is_gained(node):
                form = self._form(node.targets[0])
                factor = self._computed(form.factor, computed, found)
                product = build.binary(factor, "*", build.name(form.base))
                node = build.assign(node.targets[0], product, node.lineno)
            found.append(node)
        return found

    def _is_gained(self, node: gast.Assign) -> bool:
        """Whether a value that is read as it is depends on one that no longer is."""
        name = getattr(node.targets[0], "id", "")
        if name not in self._forms or self._is_absorbed(name):
            return False
        parts = [part for part in _operands(node.value) if self._is_block(part)]
        return any(self._is_absorbed(part.id) for part in parts)

    def _is_absorbed(self, name: str) -> bool:
        return name in self._forms and self._uses.read[name] == self._taken[name]

    def _computed(
        self, factor: Any, computed: dict[_Factor, gast.expr], found: list[gast.stmt]
    ) -> gast.expr:
        """Give an atom with the value of a factor, computed where it is read first."""
        if not isinstance(factor, _Factor):
            return factor
        if factor not in computed:
            parts = [self._computed(part, computed, found) for part in factor.operands]
            if isinstance(factor.operator, gast.UAdd):
                computed[factor] = parts[0]
            else:
                value = (
                    gast.BinOp(parts[0], factor.operator, parts[1])
                    if len(parts) == 2
                    else gast.UnaryOp(factor.operator, parts[0])
                )
                name = self._fresh.fresh("t")
                self._bases[name], self._kinds[name] = "t", factor.kind
                found.append(build.assign(name, value, factor.line))
                computed[factor] = build.name(name)
        return computed[factor]


_ONE = build.constant(1.0)
# The kind of a constant or an integer of Python, which takes the dtype of what it is
# multiplied by.
_ANY = Scalar(None, True)


def _operands(value: gast.expr) -> tuple[gast.expr, ...]:
    if isinstance(value, gast.BinOp):
        return value.left, value.right
    return (value.operand,) if isinstance(value, gast.UnaryOp) else ()


def _broadcast(one: Any, other: Any) -> Scalar | Array | None:
    """Return the kind of an operation by element, None if it is not known.

    >>> _broadcast(Array("float64", (1, 4)), Array("float64", (3, 1)))
    Array(dtype='float64', shape=(3, 4))
    """
    if one is None or other is None or _ANY in (one, other):
        return one and other and (other if one == _ANY else one)
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        weak = one.weak if one.weak == other.weak else None
        return Scalar(one.dtype, False if False in (one.weak, other.weak) else weak)
    shapes = [kind.shape if isinstance(kind, Array) else () for kind in (one, other)]
    if None in shapes:
        return None
    sizes = []
    one_by_one = (shape[::-1] for shape in shapes if shape is not None)
    for left, right in zip_longest(*one_by_one, fillvalue=1):
        if left != right and 1 not in (left, right):
            return None
        sizes.append(right if left == 1 else left)
    return Array(one.dtype, tuple(reversed(sizes)))
