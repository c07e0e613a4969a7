"""The right side of an equation with its Jacobian, as one text of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite.api.grad import autodiff
from tangentlite.api.inside.implicit import within
from tangentlite.api.inside.integration.number_lines import NumberLines
from tangentlite.api.inside.integration.scalar_text import (
    NotStraight,
    Number,
    columns_of,
)
from tangentlite.errors import UnsupportedError

# How many states and tangents there may be, and how many lines the text may have:
# longer ones are slower than the Jacobian by arrays.
MOST_STATES, MOST_TANGENTS, MOST_LINES = 12, 24, 500
# How many products with sensitivities: more are faster as a product of matrices.
MOST_PRODUCTS = 200


class JoinedColumns:
    """A right side `packed(t, v, *given)` with its Jacobian by `v`.

    The state is in front in `v`, of size `n`, parameters behind it. Short ones are
    taken apart: the text of the derivative is run for each unit tangent, when it is
    made.
    """

    def __init__(
        self, title: str, packed: Callable, user: Callable, names: tuple[str, ...]
    ) -> None:
        """Prepare a right side; `names` are those of what else is given."""
        self._title, self._packed, self._user = title, packed, user
        self._names = names
        self._derivatives: dict[tuple[int, int], Any] = {}
        self._made: dict[tuple[int, int], tuple[Any, NumberLines | None]] = {}

    def of(
        self, values: np.ndarray, n: int, start: float, given: tuple
    ) -> Callable | None:
        """Return a function of time and state that gives its speed and the Jacobian.

        They are tuples of numbers, the Jacobian by rows. None if there is no such text.
        """
        lines = self._lines(values, n, start, given)
        return None if lines is None else lines.speed_and_rows(values, given)

    def moved_of(
        self, values: np.ndarray, n: int, columns: int, start: float, given: tuple
    ) -> Callable | None:
        """Return a function of time and a state with sensitivities, by rows behind it.

        It gives how all of them change; the columns are those of the last values. None
        if there is no such text, or it would be long.
        """
        lines = self._lines(values, n, start, given)
        if lines is None or lines.products(columns) > MOST_PRODUCTS:
            return None
        return lines.all_moved(columns, values, given)

    def _lines(
        self, values: np.ndarray, n: int, start: float, given: tuple
    ) -> NumberLines | None:
        """Return the lines of the speed and the Jacobian, if there are any."""
        count = len(values)
        if n > MOST_STATES or count > MOST_TANGENTS:
            return None
        derivative = self._derivative(n, count)
        numbers = [np.float64(value) for value in values]
        example = (np.float64(1.0), start, *numbers, *given)
        try:
            found = derivative.generated(
                (*example, *[np.float64(1.0)] * (count + 1)), {}
            )
        except UnsupportedError:
            return None  # the Jacobian by arrays says what it does not know
        known, lines = self._made.get((n, count), (None, None))
        if known is not found:
            lines = self._taken_apart(derivative, found, n, count)
            self._made[n, count] = found, lines
        return lines

    def _derivative(self, n: int, count: int) -> Any:
        known = self._derivatives.get((n, count))
        if known is not None:
            return known
        entries = [f"_v{k}" for k in range(count)]
        given = ", ".join(["_e", "_t", *entries, *self._names])
        rest = "".join(f", {name}" for name in self._names)
        lines = [
            f"def scaled({given}):",
            f"    _found = _packed(_t, _array([{', '.join(entries)}]){rest})",
            f"    return ({''.join(f'_e * _found[{k}], ' for k in range(n))})",
        ]
        held = {"_packed": self._packed, "_array": np.array}
        scaled = within(self._title, lines, self._user, held)["scaled"]
        by = (0, *range(2, 2 + count))
        made = autodiff(scaled, wrt=by, mode="forward")
        self._derivatives[n, count] = made
        return made

    def _taken_apart(
        self, derivative: Any, found: Any, n: int, count: int
    ) -> NumberLines | None:
        """Return the text of a derivative as lines, run for each unit tangent."""
        if found.has_effects or found.writes:
            return None
        entries = [f"_v{k}" for k in range(count)]
        tangents = dict.fromkeys(derivative.tangent_names, 0.0)
        plain = {name: name for name in ("_t", *entries, *self._names)}
        each: list[dict[str, Number]] = [
            {**plain, **tangents, "_e": 1.0, one: 1.0}
            for one in derivative.tangent_names
        ]
        try:
            lines, (speed, *columns) = columns_of(
                _outside(found.function), found.text, {"_t", *entries}, each
            )
        except NotStraight:
            return None
        if len(lines) > MOST_LINES:
            return None
        rows = [[column[k] for column in columns] for k in range(n)]
        ends = speed, rows
        return NumberLines(self._title, self._names, found.function, lines, ends)


def _outside(function: Any) -> dict[str, Any]:
    """Return what the names of a function stand for, outside of it."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or ())
    return function.__globals__ | {name: cell.cell_contents for name, cell in cells}
