"""The texts of a derivative for the kinds of partitions, made in advance."""

from __future__ import annotations

import inspect
import math
import types
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from tangentlite.calls.derivative import Derivative
from tangentlite.dask.row_partitions import Shape
from tangentlite.dask.shipped_steps import tested_rows
from tangentlite.emit.compiled.files import without_cache
from tangentlite.emit.saved.known_statements import functions_in
from tangentlite.emit.saved.saved_module import of_function
from tangentlite.emit.variant import Generated
from tangentlite.errors import ArgumentError
from tangentlite.kinds.objects.libraries import is_library

# More rows than any axis has entries, so that these are not taken to be equal.
SOME_ROWS = 1_000_003

Text = tuple[str, str, dict[str, object]]


class Choice(NamedTuple):
    """The number of a partition's text, None if its rows decide.

    `tested` are those on which a test of the sum calls, by numbers of rows; of unknown
    rows it is empty. None if that would take texts for exactly these sizes.
    """

    text: int | None
    tested: Mapping[int, int] | None


class PartitionTexts:
    """The texts of one derivative, kept from call to call while they are true.

    A text has the values of the data that it names, so it is made again for others.
    """

    def __init__(self, derivative: Derivative, over: tuple[str, ...]) -> None:
        self._derivative = derivative
        self._over = over
        self._kept: dict[int, tuple[Generated, dict[str, object], Text]] = {}

    def chosen(
        self,
        others: Mapping[str, object],
        dtypes: Iterable[np.dtype],
        shapes: list[tuple[Shape, ...]],
    ) -> tuple[list[Text], list[Choice]]:
        """Return the texts for partitions of these shapes, and which each one takes.

        `others` are the arguments without rows.
        """
        finder = _Finder(self._derivative, self._over, others, tuple(dtypes))
        unknown = [any(map(math.isnan, _rows(one))) for one in shapes]
        if any(unknown):  # the first two texts are those that rows choose between
            place = unknown.index(True)
            for rows in (SOME_ROWS, 1):
                finder.number(_with_rows(shapes[place], rows), place, is_new=True)
        found: dict[tuple[Shape, ...], Choice] = {}
        choices = []
        for place, (one, is_open) in enumerate(zip(shapes, unknown)):
            if is_open:
                exact = finder.made[0].exact is not None
                choices.append(Choice(None, None if exact else {}))
                continue
            if one not in found:
                found[one] = finder.choice(one, place)
            choices.append(found[one])
        made = finder.made
        new: dict[int, tuple] = {id(one): (one, {}, _NONE) for one in made}
        self._kept = new | {key: self._kept[key] for key in new if key in self._kept}
        return [self._text(*pair) for pair in zip(made, finder.kinds)], choices

    def _text(self, made: Generated, kinds: Mapping[str, object]) -> Text:
        _require_no_functions(made, self._derivative.primal.__name__)
        _, known, text = self._kept[id(made)]
        names = _named_by(made)
        if text is _NONE or names is None or not _same(names, known):
            carried: dict[str, object] = {}
            defaults = _defaults_of(self._derivative)
            written = of_function(made, defaults, kinds, {}, True, carried)
            # numba keeps what it compiles beside a file, and this text has none.
            written = without_cache(written)
            text = written, made.function.__name__, carried
            self._kept[id(made)] = made, names or {}, text
        return text

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_kept": {}}


_NONE: Text = ("", "", {})


class _Finder:
    """The variants that a call needs, in the order in which it needs them."""

    def __init__(
        self,
        derivative: Derivative,
        over: tuple[str, ...],
        others: Mapping[str, object],
        dtypes: tuple[np.dtype, ...],
    ) -> None:
        self.made: list[Generated] = []
        self.kinds: list[dict[str, object]] = []
        self._derivative = derivative
        self._over = over
        self._others = others
        self._dtypes = dtypes

    def choice(self, shapes: tuple[Shape, ...], place: int) -> Choice:
        number = self.number(shapes, place)
        if shapes[0][0] < 2 or self.made[number].exact is not None:
            return Choice(number, None)
        rows, places = tested_rows(int(shapes[0][0]))
        counts = {rows, *places, *(rows - place for place in places)}
        return Choice(number, {
            count: self.number(_with_rows(shapes, count), place)
            for count in sorted(counts)
        })  # fmt: skip

    def number(
        self, shapes: tuple[Shape, ...], place: int, is_new: bool = False
    ) -> int:
        """Return the number of the text for a partition of these shapes."""
        # They take no memory: each is one entry.
        blocks = {
            name: np.broadcast_to(np.zeros((), dtype), [int(n) for n in shape])
            for name, dtype, shape in zip(self._over, self._dtypes, shapes)
        }
        given = {**self._others, **blocks}
        signature = self._derivative.__signature__
        bound = inspect.BoundArguments(signature, OrderedDict(given))
        call = bound.args, bound.kwargs
        try:
            made = self._derivative.generated(*call)
        except Exception as error:
            sizes = (f"{n}: {b.dtype}{[*b.shape]}" for n, b in blocks.items())
            error.add_note(f"Asked for partition {place}, {', '.join(sizes)}.")
            raise
        if not is_new:
            for number, known in enumerate(self.made):
                if known is made:
                    return number
        _, kinds, extra = self._derivative.bound_kinds(*call)
        self.made.append(made)
        self.kinds.append({**kinds, **extra, **(made.exact or {})})
        return len(self.made) - 1


def _rows(shapes: tuple[Shape, ...]) -> list[float]:
    return [shape[0] for shape in shapes]


def _with_rows(shapes: tuple[Shape, ...], rows: int) -> tuple[Shape, ...]:
    return tuple((rows, *shape[1:]) for shape in shapes)


def _require_no_functions(made: Generated, title: str) -> None:
    """Refuse arguments that are functions: on a worker they are other objects."""
    for name, value in made.values.items():
        for held in functions_in(value):
            if isinstance(held, types.FunctionType):
                raise ArgumentError(
                    f"{title} takes the function {held.__name__} as {name}, which on a "
                    "worker is another object than the one in the text.\nLet "
                    f"{title} call it by its name, or capture it in place of taking it."
                )


def _defaults_of(derivative: Callable) -> dict[str, object]:
    parameters = inspect.signature(derivative).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not p.empty}


def _named_by(made: Generated) -> dict[str, object] | None:
    """Return the data that a text names, None if a name tells too little of it.

    Arrays, lists, objects, and functions that read such, may have changed since.
    """
    found = inspect.getclosurevars(made.function)
    names = {**found.globals, **found.nonlocals}
    if made.values or not all(map(_tells_all, names.values())):
        return None
    return names


_CONSTANTS = (bool, int, float, complex, str, bytes, types.NoneType, types.EllipsisType)


def _tells_all(value: object) -> bool:
    if isinstance(value, tuple):
        return type(value) is tuple and all(map(_tells_all, value))
    if isinstance(value, types.ModuleType):
        return is_library(value.__name__)
    if type(value) in _CONSTANTS or isinstance(value, (np.number, np.bool_, np.ufunc)):
        return True
    named = isinstance(value, (types.FunctionType, types.BuiltinFunctionType, type))
    return named and is_library(str(value.__module__))


def _same(names: Mapping[str, object], known: Mapping[str, object]) -> bool:
    """Whether names lead to what they led to; numbers that are equal may differ."""
    return names.keys() == known.keys() and all(
        _is_same(value, known[name]) for name, value in names.items()
    )


def _is_same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one is other or repr(one) == repr(other)
