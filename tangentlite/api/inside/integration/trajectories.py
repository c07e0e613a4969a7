"""Differential equations of scipy.integrate inside programs."""

from __future__ import annotations

import importlib
import pickle
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.inside.given_functions import bound_to, functions_of, in_array
from tangentlite.api.inside.integration.equations import trajectory
from tangentlite.api.inside.results import OdeResult, name_parts, result
from tangentlite.handlers import calls, when_met
from tangentlite.kinds.kind import Array
from tangentlite.runtime import stop_gradient
from tangentlite.values.base import Known
from tangentlite.values.callable_values import NONE
from tangentlite.values.literals import literal


@when_met("scipy.integrate._ivp.ivp")
def register_solve_ivp() -> None:
    """Register what `solve_ivp` is in a program: an object with `y`, `t` and flags."""
    calls({importlib.import_module("scipy.integrate").solve_ivp: _solve_ivp})


@when_met("scipy.integrate._odepack_py")
def register_odeint() -> None:
    """Register what `odeint` is in a program."""
    calls({importlib.import_module("scipy.integrate").odeint: _odeint})


def _solve_ivp(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    """Call `solve_ivp`, with the derivatives of the equation that it integrates."""
    solve = importlib.import_module("scipy.integrate").solve_ivp
    given = bound_to(solve, b, arguments, keywords, node)
    given |= given.pop("options", {})
    _refuse(b, "solve_ivp", given, _REFUSED, node)
    if isinstance(getattr(given.get("args"), "kind", None), Array):
        what = "args is an array here, whose entries solve_ivp passes one by one."
        raise b.error(what, "Unpack it: args=(*p,), or pass it whole: args=(p,).", node)
    start, end = _ends(b, given.pop("t_span"), node)
    state = _state(b, given.pop("y0"), node)
    values = [state, start, end]
    times = given.pop("t_eval", NONE)
    if times != NONE:
        times = in_array(b, times, node)
        values.append(times)
    first = literal(0.5), state
    found = _called(
        b, solve, ("fun", "jac"), first, values, given, times != NONE, node, base
    )
    parts = dict(zip(_ATTRIBUTES, found.items))
    name_parts(b, parts, base)
    if times != NONE:
        parts["t"] = operations.inline(b, reached, [times, parts["t"]], {}, node, "t")
    elif start.is_static and end.is_static:
        fixed = Known(stop_gradient)
        parts["t"] = operations.call(b, fixed, [parts["t"]], {}, node, "t")
    return result(b, OdeResult, parts, base)


def reached(times, t):
    """Return those times, as numbers in floats, that a solution has reached.

    They are `t`, which would count as made of all that the solution is made of.

    >>> reached([0, 1, 2], np.array([0.0, 1.0]))
    array([0., 1.])
    """
    return np.asarray(times, dtype=float)[: len(t)]


# Of an OdeResult, what a program may read.
_ATTRIBUTES = ("y", "t", "success", "status", "nfev", "message")
_REFUSED = {
    "events": "Find the event as a root: brentq over the end of the interval, of what "
    "the solution is there.",
    "dense_output": "Give the times as t_eval.",
}


def _odeint(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    """Call `odeint`, with the derivatives of the equation that it integrates."""
    solve = importlib.import_module("scipy.integrate").odeint
    given = bound_to(solve, b, arguments, keywords, node)
    _refuse(b, "odeint", given, {"full_output": "Leave it out."}, node)
    state = _state(b, given.pop("y0"), node)
    state = operations.call(b, Known(np.ravel), [state], {}, node, "start")
    times = in_array(b, given.pop("t"), node)
    start = operations.read_item(b, times, literal(0), "start")
    tfirst = given.get("tfirst", literal(False))
    first = [state, literal(0.5)]
    if tfirst.is_static and tfirst.static_value():
        first.reverse()
    values = [state, start, literal(0.0), times]
    names = ("func", "Dfun")
    found = _called(b, solve, names, tuple(first), values, given, True, node, base)
    return operations.call(b, Known(np.transpose), [found.items[0]], {}, node, base)


def _state(b: Any, value: Any, node: Any) -> Any:
    """Return a state as SciPy takes it: of integers it makes floats."""
    state = in_array(b, value, node)
    if "int" not in (getattr(state.kind, "dtype", None) or ""):
        return state
    floating = {"dtype": Known(float)}
    return operations.call(b, Known(np.asarray), [state], floating, node, "start")


def _refuse(b: Any, name: str, given: dict, refused: dict, node: Any) -> None:
    for option, instead in refused.items():
        value = given.get(option, NONE)
        if value == NONE or value.is_static and not value.static_value():
            given.pop(option, None)
            continue
        what = f"the option {option} of {name} is not supported here."
        raise b.error(what, instead, node)


def _ends(b: Any, span: Any, node: Any) -> list:
    """Return both ends of an interval as floating numbers."""
    ends = [operations.read_item(b, span, literal(k), "t") for k in (0, 1)]
    return [_as_float(b, end, node) for end in ends]


def _as_float(b: Any, value: Any, node: Any) -> Any:
    if value.is_static:
        return literal(float(value.static_value()))
    return operations.call(b, Known(float), [value], {}, node, "t")


def _called(
    b: Any,
    solve: Any,
    names: tuple[str, ...],
    first: tuple,
    values: list,
    given: dict,
    has_times: bool,
    node: Any,
    base: str,
) -> Any:
    """Call the trajectory of what is given: its states, times, and flags."""
    if np.dtype(getattr(values[0].kind, "dtype", None)).kind == "c":
        what = f"complex states of {solve.__name__} are not supported in a program."
        raise b.error(what, "Integrate real and imaginary parts.", node)
    made, places, passed = functions_of(b, given, names, first, node)
    if made[:1] == () or made[0][0] != names[0]:
        what = f"{names[0]} of {solve.__name__} is no function here."
        raise b.error(what, "Give it a function.", node)
    given = {key: value for key, value in given.items() if value != NONE}
    open_options = tuple(key for key in given if not given[key].is_static)
    for option in open_options:
        if option not in _NUMBERS:
            what = f"an option of {solve.__name__}, {option}, is not known here."
            raise b.error(what, "Write it as a constant.", node)
    options = {
        key: value.static_value()
        for key, value in given.items()
        if key not in open_options
    }
    solved = trajectory(
        solve, made, places, open_options, has_times, pickle.dumps(options)
    )
    known = Known(solved, b.references.held(solved.__name__, solved))
    numbers = [in_array(b, given[option], node) for option in open_options]
    return operations.call(b, known, [*values, *passed, *numbers], {}, node, base)


# Options on which the steps depend, and that may be computed.
_NUMBERS = (
    *("rtol", "atol", "first_step", "max_step", "min_step"),
    *("h0", "hmax", "hmin"),
)
