"""What a trajectory is: a function of its start and parameters, with its rules."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import autodiff
from tangentlite.api.inside.given_functions import Functions, title_of, unsaved
from tangentlite.api.inside.implicit import defined, within
from tangentlite.api.inside.integration.sensitivities import (
    BY_STEPS,
    Equation,
    pulled_back,
)
from tangentlite.api.inside.integration.sensitivity_texts import (
    by_entries,
    held_names,
    options_of_joined,
    solved_text,
    twice,
)
from tangentlite.api.inside.later_rules import marked, rules_of
from tangentlite.handlers import calls
from tangentlite.rules.registry import adjoint, tangent
from tangentlite.values.base import Known, Sequence
from tangentlite.values.literals import literal


@functools.lru_cache(maxsize=256)
def trajectory(
    solve: Callable,
    functions: Functions,
    places: tuple[str, ...],
    open_options: tuple[str, ...],
    has_times: bool,
    options: bytes,
) -> Any:
    """Return the trajectory of an equation, the same function for all walks.

    It takes the start, both ends, the times of the output if there are any, what the
    functions take, and options that are computed. The derivatives are those of the
    equation, not of the steps: by parameters and the start its sensitivities, by times
    its right side there.
    """
    title = title_of(solve, functions[0][1])
    known = pickle.loads(options)
    names = (*places, *open_options)
    given = ["y0", "t0", "t1", *(["times"] if has_times else []), *names]
    own = {f"_own_{name}": function for name, function, _ in functions}
    held = {"_solver": solve, "_options": known, **own}
    lines = _value(solve, title, functions, given, names, open_options)
    solved: Any = defined(title, lines, held)[title]
    solved.__qualname__ = f"trajectory.<locals>.{title}"
    of_user = functions[0][1]
    speed = within(title, _speed(functions[0], names, known), of_user, _held(own))
    equation = Equation(solve, title, speed["speed"], of_user, places, known, names)
    held = _held({"_speed": equation.speed, "_along": speed["along"]})
    for marker, called in (("_gradients", _gradients), ("_motions", _motions)):
        held[marker] = marked(functools.partial(called, equation))
    rules = within(title, _rules(given, names, len(places)), of_user, held)
    trial = _trial_of_odeint if has_times and solve.__name__ == "odeint" else _trial
    adjoint(solved, trial=trial)(rules["trajectory_adjoint"])
    tangent(solved)(rules["trajectory_tangent"])
    return solved


def _held(more: dict) -> dict[str, Any]:
    """Return the names that texts of rules see."""
    return held_names({"_moves": moves, **more})


def _value(
    solve: Callable,
    title: str,
    functions: Functions,
    given: list[str],
    names: tuple[str, ...],
    open_options: tuple[str, ...],
) -> list[str]:
    """Return the text of the trajectory itself, which calls SciPy as the user does."""
    rest = "".join(f", {name}" for name in names)
    lines = []
    for name, _, own in functions:
        passed = "".join(f", {place}" for place in own)
        lines += [f"def _{name}(_a, _b{rest}):"]
        lines += [f"    return _own_{name}(_a, _b{passed})"]
    named = [f"{name}=_{name}" for name, _, _ in functions]
    named += [f"args=({''.join(f'{name}, ' for name in names)})"]
    named += [f"{option}={option}" for option in open_options]
    lines += [f"def {title}({', '.join(given)}):"]
    if solve.__name__ == "odeint":
        passed = ", ".join(["y0=y0", "t=times", *named])
        call = f"_solver({passed}, **_options)"
        return [*lines, f"    return {call}.T, times, True, 0, 0, ''"]
    if "times" in given:
        named.append("t_eval=times")
    call = f"_solver(y0=y0, t_span=(t0, t1), {', '.join(named)}, **_options)"
    return [
        *lines,
        f"    _found = {call}",
        "    return (_found.y, _found.t, _found.success, _found.status, _found.nfev,",
        "            _found.message)",
    ]


def _speed(function: tuple, names: tuple[str, ...], options: dict) -> list[str]:
    """Return the text of the right side as a function of time, state, and the rest."""
    name, _, own = function
    rest = "".join(f", {one}" for one in names)
    passed = "".join(f", {place}" for place in own)
    state = "_y[:, None]" if options.get("vectorized") else "_y"
    pair = f"_t, {state}"
    if name == "func" and not options.get("tfirst"):
        pair = "_y, _t"
    return [
        f"def speed(_t, _y{rest}):",
        f"    return _ravel(_asarray(_own_{name}({pair}{passed})))",
        f"def along(_times, _states{rest}):",
        "    _found = _zeros_like(_states)",
        "    for _k in range(_times.size):",
        f"        _found[:, _k] = speed(_times[_k], _states[:, _k]{rest})",
        "    return _found",
    ]


def _rules(given: list[str], names: tuple[str, ...], count: int) -> list[str]:
    """Return the rules of both modes."""
    rest = "".join(f", {name}" for name in names)
    dots = "".join(f", d[{name}]" for name in names[:count])
    start = f"_speed(t0, y0{rest})"
    lines = [
        f"def trajectory_adjoint(y, {', '.join(given)}):",
        "    _states, _times = y[0], y[1]",
        "    _y_bar, _t_bar, _, _, _, _ = d[y]",
        "    _bar, _at = _y_bar + _zeros_like(_states), _t_bar + _zeros_like(_times)",
        f"    _found = _gradients(_bar, _times, y0, t0{rest})",
        "    d[y0] = _found[0]",
        *(f"    d[{one}] = _found[{k + 1}]" for k, one in enumerate(names[:count])),
        *(f"    d[{one}] = 0.0" for one in names[count:]),
    ]
    tangents = [
        f"def trajectory_tangent(y, {', '.join(given)}):",
        "    _states, _times = y[0], y[1]",
        "    _start = d[y0]",
        "    if _moves(d[t0]):",
        f"        _start = d[y0] - d[t0] * {start}",
        f"    _total = _motions(_states, _times, y0, t0{rest}, _start{dots})",
    ]
    along = f"_along(_times, _states{rest})"
    if "times" in given:
        lines += [
            f"    d[times] = _sum(_bar * {along}, axis=0) + _at",
            f"    d[t0] = -_sum(_found[0] * {start})",
            "    d[t1] = 0.0 * _at[0]",
        ]
        tangents += [
            "    _dot = d[times]",
            "    if _moves(_dot):",
            f"        _total = _total + _dot * {along}",
        ]
    else:
        last = f"_speed(_times[-1], _states[:, -1]{rest})"
        lines += [
            f"    d[t0] = _at[0] + _sum((_bar[:, 0] - _found[0]) * {start})",
            f"    d[t1] = (_times[-1] == t1) * (_at[-1] + _sum(_bar[:, -1] * {last}))",
        ]
        tangents += [
            "    _dot = 0.0",
            "    if _moves(d[t0]) or _moves(d[t1]):",
            "        _dot = _zeros_like(_times)",
            "        _dot[0] = d[t0]",
            "        _dot[-1] = (_times[-1] == t1) * d[t1]",
            f"        _total = _total + _dot * {along}",
        ]
    return [*lines, *tangents, "    d[y] = _total, _dot, 0.0, 0.0, 0.0, 0.0"]


def _trial(y0: Any, t0: Any, t1: Any, *given: Any) -> tuple:
    """Return results of the kinds of a trajectory's: its steps are not known."""
    count = int(np.random.default_rng().integers(20, 4000))
    return np.zeros((np.size(y0), count)), np.zeros(count), True, 0, 1, ""


def _trial_of_odeint(y0: Any, t0: Any, t1: Any, times: Any, *given: Any) -> tuple:
    return np.zeros((np.size(y0), np.size(times))), np.array(times), True, 0, 1, ""


def moves(x: Any) -> Any:
    """Whether a tangent is not 0: replaced by `_moves`."""
    return x


def _moves(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    return literal(not _is_zero(arguments[0]))


calls({moves: _moves})


def _is_zero(value: Any) -> bool:
    return bool(value.is_static and value.static_value() == 0)


def _gradients(
    equation: Equation, b: Any, arguments: list, keywords: dict, node: Any, base: str
) -> Sequence:
    """Return the gradients by the start and the parameters that are asked for."""
    from tangentlite.modes.rules.fill import is_asked

    asked = {name for name in ("y0", "t0", *equation.places) if is_asked(b, name)}
    names = ("y0", *equation.places)
    chosen = tuple(
        k for k, name in enumerate(names) if name in asked or not k and "t0" in asked
    )
    found: list[Any] = [literal(0.0)] * len(names)
    if chosen:
        pull = pullback(equation, chosen)
        known = Known(pull, b.references.held(pull.__name__, pull))
        vector = operations.call(b, known, arguments, {}, node, base)
        likes = [arguments[2], *arguments[4:]]
        given = [vector, Sequence(tuple(likes[k] for k in chosen))]
        parts = operations.inline(b, parts_of, given, {}, node, base)
        for k, part in zip(chosen, parts.items):
            found[k] = part
    return Sequence(tuple(found))


def parts_of(vector, likes):
    """Return what a vector holds one after the other, of the shapes of others."""
    found, start = [], 0
    for x in likes:
        if np.ndim(x) == 0:
            found.append(vector[start])
        else:
            found.append(np.reshape(vector[start : start + x.size], x.shape))
        start = start + np.size(x)
    return tuple(found)


@functools.lru_cache(maxsize=256)
def pullback(equation: Equation, chosen: tuple[int, ...]) -> Any:
    """Return the function that pulls cotangents of all states back.

    Its result are the gradients by what is chosen, one behind the other. Its own
    derivatives are those of sums over the sensitivities.
    """
    title = f"pullback_of_{equation.title}"
    names = ["bar", "times", "y0", "t0", *equation.names]
    rest = "".join(f", {name}" for name in equation.names)
    lines = [
        f"def {title}({', '.join(names)}):",
        f"    return _pulled_back(_equation, _chosen, bar, times, y0, t0, ({rest[2:]}"
        f"{',' if rest else ''}))",
    ]
    held = {"_pulled_back": pulled_back, "_equation": equation, "_chosen": chosen}
    pull: Any = defined(title, lines, held)[title]
    pull.__qualname__ = f"trajectory.<locals>.{title}"
    pull.shares_work = True
    lines, held = by_entries(equation, chosen)
    summed = within(title, lines, equation.user, held)["summed"]

    def trial(bar: Any, times: Any, y0: Any, t0: Any, *given: Any) -> Any:
        each = (y0, *given)
        return np.zeros(sum(np.size(each[k]) for k in chosen))

    rules_of(pull, names, summed, trial, equation.user)
    return pull


def _motions(
    equation: Equation, b: Any, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Return how the states move with the start and the parameters."""
    count = 4 + len(equation.names)
    start, *dots = arguments[count:]
    chosen = tuple(k for k, dot in enumerate((start, *dots)) if not _is_zero(dot))
    if not chosen:
        return literal(0.0)
    if _is_zero(start):
        start = operations.call(b, Known(np.zeros_like), arguments[2:3], {}, node, "t")
    own = [dots[k - 1] for k in chosen if k > 0]
    moved = Known(motion(equation, chosen))
    return operations.call(b, moved, [*arguments[:count], start, *own], {}, node, base)


@functools.lru_cache(maxsize=256)
def motion(equation: Equation, chosen: tuple[int, ...]) -> Any:
    """Return the function that moves states along the tangents of what is chosen."""
    rest = "".join(f", {name}" for name in equation.names)
    dotted = "".join(f", _dot_{k}" for k in chosen if k > 0)
    ordinals = (1, *(k + 1 for k in chosen if k > 0))
    held = held_names({"_speed": equation.speed, "_solver": equation.solve})
    held |= {"_concatenate": np.concatenate, "_twice": twice, "_shape": np.shape}
    held |= {"_autodiff": autodiff, "_ordinals": ordinals, "_reshape": np.reshape}
    named, options = options_of_joined(equation, "_twice({})")
    held |= options
    given = f"args=({(rest + dotted)[2:]}{',' if rest + dotted else ''})"
    call = solved_text(equation, named, given, "_concatenate((y0, _dot_0))")
    lines = [
        "_moved = _autodiff(_speed, wrt=_ordinals, mode='forward')",
        f"def _joined(_t, _z{rest}{dotted}):",
        "    _n = _z.size // 2",
        "    _y, _s = _z[:_n], _z[_n:]",
        f"    _s_dot = _moved(_t, _y{rest}, _s{dotted})",
        f"    return _concatenate((_speed(_t, _y{rest}), _s_dot))",
        f"def motion(_states, _times, y0, t0{rest}, _dot_0{dotted}):",
        *call,
        "    return _reshape(_z[y0.size :], _shape(_states))",
    ]
    made = within(equation.title, lines, equation.user, held)
    unsaved(made["_joined"], equation.solve, BY_STEPS)
    return made["motion"]
