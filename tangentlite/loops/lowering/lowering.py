"""The program of elements under construction: its statements, names and facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.errors import NotCompiledError
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names, plain, variable_of
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar
from tangentlite.kinds.sizes.affine import Affine, Counter, affine
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.loops.lowering.element_values import Elements, is_one
from tangentlite.loops.lowering.facts import ArrayFact, Facts, NoPlaces, own_array
from tangentlite.loops.lowering.places import (
    ONE,
    ZERO,
    Place,
    expression,
    minus,
    number_in,
)
from tangentlite.loops.lowering.saved_shapes import saved_shapes
from tangentlite.loops.lowering.table import FORMS, NODES
from tangentlite.runtime import loop_helpers as helpers

INTEGER = Scalar("int64", True)
_LETTERS = "ijklmpqr"


@dataclass
class Lists:
    """What is known of lists: places for each iteration, shapes that they hold.

    Lists in `unplaced` have no places. The `path` holds the loops and branches around:
    a loop by its counter, least and greatest count, and whether it counts back; None
    for others. `shapes` are names of shapes with their lengths, `extents` of those that
    are the same in each iteration, `flags` conditions that are known.
    """

    unplaced: Collection[str]
    shapes: dict[str, int]
    tapes: dict = field(default_factory=dict)
    path: list[tuple | None] = field(default_factory=list)
    flags: dict[str, bool] = field(default_factory=dict)
    extents: dict[str, Place] = field(default_factory=dict)


class Lowering:
    """Statements that are emitted in order, with the names and facts behind them.

    `out` is the block that is open, `line` the position of the statement that is
    lowered, `facts` what holds at this point, `number` which one of the body it is in.
    """

    def __init__(self, function: Function, unplaced: Collection[str] = ()) -> None:
        self.function = function
        self.lists = Lists(unplaced, saved_shapes(function))
        self.kinds: dict[str, Kind] = dict(function.kinds)
        self.bases: dict[str, str] = dict(function.bases)
        self.references: dict[str, object] = dict(function.references)
        self.views: dict[str, set[str]] = dict(function.views)
        self.uses = uses_in(function)
        self.primal = set(function.primal)
        self.given = {parameter.name for parameter in function.parameters}
        # Arrays that lie row by row for NumPy, too; "" for a copy of another shape.
        self.rows: set[str] = set()
        self.virtual: set[str] = set()  # views that have no statement
        self.exits: list[Facts] = []  # what holds where the loop around is left
        self._memory = memory_in(function)
        self._numbers, self.number = {id(s): k for k, s in enumerate(function.body)}, 0
        self.out: list[gast.stmt] = []
        self.line = 0
        self.facts = Facts()
        taken = [*self.kinds, *self.uses.bound, *self.uses.read, *self.references]
        self._names = Names(taken)
        self._letters: list[str] = []

    def refuse(self, reason: str, whole: bool = False) -> NotCompiledError:
        """Return the error of the statement that is lowered."""
        return NotCompiledError(reason, self.line, whole)

    # Statements and names

    def emit(self, statement: gast.stmt) -> None:
        """Add a statement to the open block."""
        self.out.append(statement)

    def bind(self, name: str, value: gast.expr) -> None:
        """Emit an assignment to a name."""
        self.emit(build.assign(name, value, self.line))

    def fresh(self, base: str, kind: Kind) -> str:
        """Return a fresh name of a kind."""
        name = self._names.fresh(plain(base))
        self.bases[name], self.kinds[name] = base, kind
        return name

    def named(self, value: gast.expr, kind: Kind, base: str = "t") -> gast.Name:
        """Bind a fresh name to an expression."""
        name = self.fresh(base, kind)
        self.bind(name, value)
        return build.name(name)

    def call(self, function: Callable, *arguments: gast.expr, **named) -> gast.Call:
        """Return the call of a function of NumPy, or of one of our helpers."""
        text = function.__name__
        if getattr(np, text, None) is function:
            text = f"np.{text}"
        self.references.setdefault(text, function)
        return build.call(text, list(arguments), list(named.items()))

    @contextmanager
    def block(self) -> Iterator[list[gast.stmt]]:
        """Open a block; facts that are learned in it are forgotten at its end."""
        outer, facts = self.out, self.facts
        self.out, self.facts = [], facts.copy()
        try:
            yield self.out
        finally:
            self.out, self.facts = outer, facts

    @contextmanager
    def aside(self) -> Iterator[list[gast.stmt]]:
        """Collect statements that are looked at, and not emitted."""
        with self.block() as found:
            yield found

    def block_of(self, block: Sequence[gast.stmt]) -> None:
        """Lower statements into the open block."""
        for statement in block:
            self.line = statement.lineno
            self.number = self._numbers.get(id(statement), self.number)
            form = FORMS.get(type(statement))
            if form is None:
                raise self.refuse("it is no statement with numbers and arrays")
            form(self, statement)

    def use_as_list(self, name: str) -> None:
        """Note that a list is more than appended to and emptied."""
        if name in self.lists.tapes:
            raise NoPlaces(name)

    # Integers

    def integer(self, node: gast.expr) -> Affine | None:
        """Return an integer as a sum of names that keep their values, if it is one."""
        return affine(node, self._resolve)

    def _resolve(self, name: str) -> Affine | None:
        known = self.facts.integers.get(name)
        if known is not None:
            return known
        kind = self.kinds.get(name)
        if not isinstance(kind, Scalar) or not (kind.dtype or "").startswith("int"):
            return None  # unsigned ones are made signed where they are places
        return {name: 1} if self.is_stable(name) else None

    def place(self, name: str) -> str:
        """Return the alias class of a name."""
        return self._memory.place(name)

    def is_written(self, name: str) -> bool:
        """Whether anything writes into the memory of an array."""
        return self._memory.is_written(name)

    def is_stable(self, name: str) -> bool:
        """Whether a name is bound once, or was made here."""
        return name not in self.function.kinds or self.uses.is_single(name)

    def size(self, value: gast.expr, cut: Affine | None = None) -> Affine:
        """Return a size that is computed, under a name; `cut` is it before a cut."""
        text = text_of(value)
        name = self.facts.named.get(text)
        if name is None:
            name = self.fresh("n", INTEGER)
            self.bind(name, value)
            self.facts.sizes.add(name)
            if self.keeps_its_value(value):
                self.facts.named[text] = name
            if cut is not None:
                self.facts.cut[name] = cut
        return {name: 1}

    def keeps_its_value(self, node: gast.expr) -> bool:
        """Whether an expression is one of integers that keep their values."""
        names = set(names_in(node)) - self.references.keys()
        return all(self._resolve(name) is not None for name in names)

    def exact(self, extent: Affine) -> Affine:
        """Return an extent that is cut off at 0 as a sum that is never negative."""
        number = number_in(extent)
        if number is not None:
            return {"": number} if number > 0 else ZERO
        if self.facts.is_never_negative(extent):
            return extent
        return self.size(self.call_builtin(max, expression(extent), ZERO), extent)

    def quotient(self, size: Affine, parts: Affine) -> Affine:
        """Return a size divided by another one."""
        one, other = number_in(size), number_in(parts)
        if other == 1:
            return size
        if one is not None and other:
            return {"": one // other}
        return self.size(build.binary(expression(size), "//", expression(parts)))

    def call_builtin(self, function: Callable, *values: gast.expr | Affine):
        """Return the call of a builtin with integers."""
        self.references.setdefault(function.__name__, function)
        nodes = [v if isinstance(v, gast.AST) else expression(v) for v in values]
        return build.call(function.__name__, nodes)

    def is_at_least(self, one: Affine, other: Affine) -> bool:
        """Whether a sum is provably at least as large as another one."""
        return self.facts.is_never_negative(minus(one, other))

    def require_same(self, one: Affine, other: Affine) -> None:
        """Emit a test that two extents are equal, unless they provably are."""
        if self.facts.same(one, other):
            return
        numbers = number_in(one), number_in(other)
        sizes = [expression(self.exact(extent)) for extent in (one, other)]
        first, second = numbers
        if first is not None and second is not None:
            raise self.refuse("it has arrays of different sizes")
        key = ("same", *map(text_of, sizes))
        if key not in self.facts.named:
            self.facts.named[key] = ""
            call = self.call(helpers.require_same, *sizes)
            self.emit(build.effect(call, self.line))
        self.facts.learn_equal(one, other)

    # Arrays

    def elements(self, node: gast.expr) -> Elements:
        """Return the elements of an expression."""
        handler = NODES.get(type(node))
        if handler is None:
            raise self.refuse("it is no computation with numbers and arrays")
        return handler(self, node)

    def rank(self, name: str) -> int | None:
        """Return the number of axes of a name, None for what is not numeric."""
        kind = self.kinds.get(name)
        if isinstance(kind, Scalar):
            return 0
        if isinstance(kind, Array):
            if kind.shape is None:
                raise self.refuse(
                    f"{self.shown(name)} may be a number or an array of any rank"
                )
            return len(kind.shape)
        return None

    def shown(self, name: str) -> str:
        """Return what a user calls the value of a name."""
        variable = variable_of(name, self.bases)
        return "a value" if variable.startswith("t") and variable != name else variable

    def array(self, name: str) -> ArrayFact:
        """Return where the elements of an array are, and how many on each axis."""
        return self.facts.arrays.get(name) or self.measured(name)

    def measured(self, name: str) -> ArrayFact:
        """Read the extents of an array of which nothing is known."""
        kind = self.kinds[name]
        assert isinstance(kind, Array) and kind.shape is not None
        extents = []
        for number, dim in enumerate(kind.shape):
            shape = build.attribute(build.name(name), "shape")
            value = build.subscript(shape, build.constant(number))
            size: Affine = {self.named(value, INTEGER, "n").id: 1}
            self.facts.sizes.update(size)
            if dim == 1:
                self.require_same(size, ONE)
                size = ONE
            extents.append(size)
        known = own_array(name, tuple(extents))
        self.facts.arrays[name] = known
        return known

    def allocate(
        self,
        name: str,
        extents: Place,
        dtype: str | None,
        function: Callable = np.empty,
    ) -> None:
        """Bind a name to a new array, without values by default."""
        sizes = [expression(self.exact(extent)) for extent in extents]
        shape = sizes[0] if len(sizes) == 1 else build.display(sizes, tuple)
        if dtype is None:
            raise self.refuse(f"the dtype of {self.shown(name)} is not known")
        arguments = [shape]
        if dtype != "float64":
            arguments.append(self.dtype(dtype))
        self.bind(name, self.call(function, *arguments))
        self.facts.forget([name])
        self.facts.arrays[name] = own_array(name, extents)

    def dtype(self, dtype: str) -> gast.expr:
        """Return the expression of a dtype."""
        text = "np.bool_" if dtype == "bool" else f"np.{dtype}"
        self.references.setdefault(text, getattr(np, text[3:]))
        return build.name(text)

    def declare(self, name: str, extents: Place, dtype: str | None) -> None:
        """Give a fresh name the kind of an array, or of a number."""
        if not isinstance(self.kinds.get(name), Opaque):
            return
        if extents:
            shape = tuple(1 if is_one(e) else Symbol(f"{name}?") for e in extents)
            self.kinds[name] = Array(dtype, shape)
        else:
            self.kinds[name] = Scalar(dtype, False)

    def define(self, name: str, value: Elements) -> None:
        """Bind a name to a new array of elements, or to a number."""
        self.declare(name, value.extents, value.dtype)
        if not value.extents:
            self.bind(name, value.at(()))
            return
        kind = self.kinds[name]
        dtype = getattr(kind, "dtype", None) or value.dtype
        self.allocate(name, value.extents, dtype)
        self.fill(build.name(name), value)

    def fill(self, target: gast.Name, value: Elements) -> None:
        """Emit loops that store elements into an array of their extents."""

        def store(place: Place) -> None:
            parts = [expression(part) for part in place]
            index = parts[0] if len(parts) == 1 else build.display(parts, tuple)
            node = value.at(place)
            self.emit(build.assign(build.subscript(target, index), node, self.line))

        self.nest(value.extents, store)

    def vector(self, extent: Affine, dtype: str | None) -> str:
        """Return a new vector without values."""
        name = self.fresh("row", Opaque(None))
        self.declare(name, (extent,), dtype)
        self.allocate(name, (extent,), dtype)
        return name

    def require_some(self, extent: Affine) -> None:
        """Emit a test that an axis has entries, unless it provably has."""
        if not self.is_at_least(extent, ONE):
            size = expression(self.exact(extent))
            self.emit(build.effect(self.call(helpers.require_some, size), self.line))

    # Loops

    def nest(self, extents: Sequence[Affine], body: Callable[[Place], None]) -> None:
        """Emit loops over the places of some extents; `body` emits what is in them."""
        self._nest(list(extents), (), body)

    def _nest(self, extents: list, place: Place, body: Callable) -> None:
        if not extents:
            body(place)
        elif is_one(extents[0]):
            self._nest(extents[1:], (*place, ZERO), body)
        else:
            with self.loop(extents[0]) as counter:
                self._nest(extents[1:], (*place, {counter: 1}), body)

    @contextmanager
    def loop(self, extent: Affine) -> Iterator[str]:
        """Open a loop that counts up to an extent."""
        extent = self.facts.preferred(extent)
        letter = next((c for c in _LETTERS if c not in self._letters), "i")
        counter = self.fresh(letter, INTEGER)
        with self.counting(counter, ZERO, minus(extent, ONE), letter) as inner:
            yield counter
        stop = self.call_builtin(range, extent)
        self.emit(build.loop(counter, stop, inner, self.line))

    @contextmanager
    def counting(
        self, name: str, least: Affine | None, greatest: Affine | None, letter: str
    ) -> Iterator[list[gast.stmt]]:
        """Open the body of a loop in which a counter has bounds."""
        self._letters.append(letter)
        with self.block() as inner:
            self.facts.counters.append(Counter(name, least, greatest))
            yield inner
        self._letters.pop()
