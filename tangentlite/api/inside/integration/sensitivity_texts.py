"""Texts of equations that have the sensitivities behind their states."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentlite.api.grad import autodiff

_OPEN = (np.inf, -np.inf)  # they have no literal


def by_entries(equation: Any, chosen: tuple[int, ...]) -> tuple[list[str], dict]:
    """Return the text of a pullback as sums over sensitivities, entry by entry.

    One equation has the states in its first row, and a row for each sensitivity.
    """
    rest = "".join(f", {name}" for name in equation.names)
    held: dict[str, Any] = held_names({"_zeros": np.zeros, "_ndim": np.ndim})
    held |= {"_reshape": np.reshape, "_speed": equation.speed, "_size": np.size}
    held |= {"_several": several, "_solver": equation.solve}
    joined, moved = _rows(equation, chosen, rest)
    held |= moved
    names = ("y0", *equation.names)
    sizes = [f"_size({names[k]})" for k in chosen]
    named, options = options_of_joined(equation, "_several({}, _count)")
    held |= options
    call = solved_text(equation, named, f"args=(_n{rest},)", "_ravel(_start)")
    return [
        *joined,
        f"def summed(_bar, _times, y0, t0{rest}):",
        "    _n = y0.size",
        f"    _count = {' + '.join(['1', *sizes])}",
        "    _start = _zeros((_count, _n))",
        "    _start[0] = y0",
        *(
            ["    for _k in range(_n):", "        _start[1 + _k, _k] = 1.0"]
            if 0 in chosen
            else []
        ),
        *call,
        "    _rows = _reshape(_z, (_count, _n, _times.size))",
        "    return _sum(_sum(_bar * _rows[1:], axis=2), axis=1)",
    ], held


def _rows(
    equation: Any, chosen: tuple[int, ...], rest: str
) -> tuple[list[str], dict[str, Any]]:
    """Return the text of the right side, and what it calls."""
    held: dict[str, Any] = {}
    joined = [
        f"def _joined(_t, _z, _n{rest}):",
        "    _rows = _reshape(_z, (-1, _n))",
        "    _found = _zeros_like(_rows)",
        f"    _found[0] = _speed(_t, _rows[0]{rest})",
        "    _at = 1",
    ]
    for k in chosen:
        name = ("_rows[0]", *equation.names)[k]
        by = (1,) if k == 0 else (1, k + 1)
        held[f"_moved_{k}"] = autodiff(equation.speed, wrt=by, mode="forward")
        given = f"_t, _rows[0]{rest}, _rows[_at]"
        row = f"_found[_at] = _moved_{k}({given}"
        if k == 0:
            joined += [
                "    for _ in range(_n):",
                f"        {row})",
                "        _at = _at + 1",
            ]
            continue
        joined += [
            f"    if _ndim({name}) == 0:",
            f"        {row}, 1.0)",
            "        _at = _at + 1",
            "    else:",
            f"        for _k in range({name}.size):",
            f"            _unit = _zeros_like({name}, dtype=float, "
            f"shape=({name}.size,))",
            "            _unit[_k] = 1.0",
            f"            {row}, _reshape(_unit, {name}.shape))",
            "            _at = _at + 1",
        ]
    return [*joined, "    return _ravel(_found)"], held


def held_names(more: dict) -> dict[str, Any]:
    """Return the names that texts of rules see."""
    return {
        "_sum": np.sum,
        "_zeros_like": np.zeros_like,
        "_ravel": np.ravel,
        "_asarray": np.asarray,
        **more,
    }


def options_of_joined(
    equation: Any, tolerance: str
) -> tuple[list[str], dict[str, Any]]:
    """Return options of an equation with sensitivities, and what they name."""
    named, held = [], {}
    for option, value in equation.kept.items():
        shown = f"_option_{option}"
        if isinstance(value, (str, int, float)) and value not in _OPEN:
            shown = repr(value)  # a literal is known wherever the text is walked
        else:
            held[shown] = np.asarray(value) if np.ndim(value) else value
        named.append((option, shown))
    named += [(name, name) for name in equation.names[len(equation.places) :]]
    return [
        f"{option}={tolerance.format(value) if option in ('rtol', 'atol') else value}"
        for option, value in named
    ], held


def solved_text(equation: Any, named: list[str], given: str, start: str) -> list[str]:
    """Return the text that binds `_z` to the solution of `_joined` from a start."""
    if equation.solve.__name__ == "odeint":
        every = ["_joined", start, "_times", given, "tfirst=True", *named]
        return [f"    _z = _solver({', '.join(every)}).T"]
    span = "(t0, _times[-1])"
    every = ["_joined", span, start, "t_eval=_times", given, *named]
    return [
        f"    _found = _solver({', '.join(every)})",
        "    if not _found.success:",
        "        raise RuntimeError('the sensitivities could not be integrated')",
        "    _z = _found.y",
    ]


def several(x, count):
    """Return tolerances for so many rows of states."""
    if np.ndim(x) == 0:
        return x
    return np.tile(x, count)


def twice(x):
    """Return tolerances for states and their sensitivities."""
    if np.ndim(x) == 0:
        return x
    return np.concatenate((x, x))
