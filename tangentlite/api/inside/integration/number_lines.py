"""Functions that run lines of numbers: a speed with its Jacobian, or sensitivities."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from tangentlite.api.inside.implicit import within
from tangentlite.api.inside.integration.float_lines import are_floats, numbers_outside
from tangentlite.api.inside.integration.scalar_text import Number, combined


class NumberLines:
    """Lines of numbers, and where they leave a speed and the rows of its Jacobian.

    The state is `_v0`, `_v1` and so on, as long as the speed; parameters have the next
    numbers, and `names` are those of what else is given. The lines are those of a
    `function`, which knows what stands outside of them.
    """

    def __init__(
        self,
        title: str,
        names: tuple[str, ...],
        function: Any,
        lines: list[str],
        results: tuple[list[Number], list[list[Number]]],
    ) -> None:
        """Take lines of a text; the results are the speed and the rows."""
        self._title, self._names, self._function = title, names, function
        self._lines, (self._speed, self._rows) = lines, results
        self._state = [f"_v{k}" for k in range(len(self._speed))]
        self._makers: dict[tuple[int, bool], Callable] = {}
        outside = ChainMap(self._cells(), function.__globals__)
        # Which names have to be numbers, for the lines to be computed with floats.
        self._outside = numbers_outside(lines, ["_t", *self._state], outside)

    def speed_and_rows(self, values: np.ndarray, given: tuple) -> Callable:
        """Return a function of time and state: the speed, and the Jacobian by rows."""
        return self._computed(0, values, given)

    def products(self, columns: int) -> int:
        """Return how many products the Jacobian times sensitivities has."""
        n = len(self._speed)
        return columns * sum(x != 0 for row in self._rows for x in row[:n])

    def all_moved(self, columns: int, values: np.ndarray, given: tuple) -> Callable:
        """Return a function of time and the state with its sensitivities by rows.

        It gives how all of them change; the columns are those of the last values.
        """
        return self._computed(columns, values, given)

    def _computed(self, columns: int, values: np.ndarray, given: tuple) -> Callable:
        """Return a function that has these parameters, without or with sensitivities.

        Python's floats cost half of NumPy's, but raise where these give an inf: then
        all is computed again.
        """
        n = len(self._speed)
        outer = {f"_v{k}": values[k] for k in range(n, len(values))}
        outer |= dict(zip(self._names, given))
        outer |= self._cells()
        outside = ChainMap(outer, self._function.__globals__)
        if self._outside is None or not are_floats(self._outside, outside):
            return self._maker(columns, False, tuple(outer))(**outer)

        def again(t: float, y: np.ndarray) -> Any:
            return self._maker(columns, False, tuple(outer))(**outer)(t, y)

        plain = {
            name: float(value) if type(value) is np.float64 else value
            for name, value in outer.items()
        }
        return self._maker(columns, True, tuple(outer))(again, **plain)

    def _cells(self) -> dict[str, Any]:
        """Return what the names of the function's own function stand for."""
        names = self._function.__code__.co_freevars
        cells = self._function.__closure__ or ()
        return {name: cell.cell_contents for name, cell in zip(names, cells)}

    def _maker(self, columns: int, floats: bool, outer: Collection[str]) -> Callable:
        """Return what makes the function of the values of names outside of it."""
        if (columns, floats) in self._makers:
            return self._makers[columns, floats]
        inner = [*self._state, *(f"_m{k}" for k in range(len(self._state) * columns))]
        taken = "_y.tolist()" if floats else "_y"
        body = [f"{''.join(f'{name}, ' for name in inner)} = {taken}", *self._lines]
        rows = [x for row in self._rows for x in row]
        speed, moved = _listed(self._speed), self._moved(columns)
        result = f"{speed}{moved}" if columns else f"({speed}), ({_listed(rows)})"
        body += [f"return {result}"]
        if floats:
            body = ["try:", *(f"    {line}" for line in body)]
            body += ["except (ZeroDivisionError, OverflowError):"]
            body += ["    return _again(_t, _y)"]
        text = [
            f"def made_of({', '.join(['_again'] * floats + list(outer))}):",
            "    def computed(_t, _y):",
            *(f"        {line}" for line in body),
            "    return computed",
        ]
        held = {"_array": np.array}
        made = within(self._title, text, self._function, held)["made_of"]
        self._makers[columns, floats] = made
        return made

    def _moved(self, columns: int) -> str:
        """Return the Jacobian times the sensitivities, entry by entry."""
        found: list[Number] = []
        n = len(self._state)
        for row in self._rows:
            for c in range(columns):
                place = len(row) - columns + c
                terms = [
                    combined("*", row[k], f"_m{k * columns + c}") for k in range(n)
                ]
                terms += [row[place]] if place >= n else []
                found.append(" + ".join(str(x) for x in terms if x != 0) or 0.0)
        return _listed(found)


def _listed(items: list[Number]) -> str:
    return "".join(f"{x}, " for x in items)
