"""Solvers inside programs, SciPy's and one's own: derivatives by equations."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import grad
from tangentlite.api.inside.given_functions import (
    Functions,
    bound_to,
    functions_of,
    in_array,
    options_of,
    require_pure,
    title_of,
)
from tangentlite.api.inside.implicit import defined, implicit, implicit_like, within
from tangentlite.api.inside.results import OptimizeResult, result
from tangentlite.api.inside.solving import samples
from tangentlite.api.inside.solving.bounds import (
    bounds_of,
    curvatures,
    held_by,
)
from tangentlite.api.inside.taken_values import Taken
from tangentlite.api.matrices.matrices import jacobian
from tangentlite.handlers import builtin, calls
from tangentlite.values.base import Known
from tangentlite.values.callable_values import NONE, Partial
from tangentlite.values.literals import literal


@dataclass(frozen=True)
class Solver:
    """A solver: its parameters that are functions and numbers, and what it makes zero.

    The `residual` is an expression with a place for what functions take behind `z`, and
    `prepared` a statement in front. Of a result that is an object `picked` reads the
    solution; it has an attribute of that name, those in `computed`, expressions, and
    those in `flags`, which are constants, but for one that a method `lacks`.
    Options that would make the derivative another one are `refused`; `takes_bounds`
    finds bounds, which are `bounds` in the call. A `sample` has the solution's kind.
    """

    solve: Callable
    functions: tuple[str, ...]
    numbers: tuple[str, ...]
    residual: str
    sample: samples.Sample
    prepared: str = ""
    picked: str = ""
    computed: tuple[tuple[str, str], ...] = ()
    flags: samples.Flags = ()
    refused: tuple[str, ...] = ()
    lacks: tuple[tuple[str, str], ...] = ()
    takes_bounds: Callable | None = None
    bounds: str = ""


def register(solver: Solver) -> None:
    """Let calls of a solver in programs have the derivatives of its equation."""
    calls({solver.solve: functools.partial(_called, solver)})


def _called(
    solver: Solver, b: Any, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Call a function that solves, and is differentiated by what it solves.

    It takes the numbers of the call, the items of `args`, and what functions capture.
    """
    given = bound_to(solver.solve, b, arguments, keywords, node)
    _require_plain(solver, b, given, node)
    names = [name for name in solver.numbers if name in given]
    starts = {name: in_array(b, given.pop(name), node) for name in names}
    start = next(iter(starts.values()), literal(1.0))
    if solver.takes_bounds is not None:
        starts |= solver.takes_bounds(b, given, node)
    directions = dict.fromkeys(_DIRECTED, (start,))
    made, places, passed = functions_of(
        b, given, solver.functions, (start,), node, directions
    )
    has_slopes = any(_is_true(given.get(one, NONE)) for one in solver.functions[1:])
    options = options_of(b, solver.solve.__name__, given, node)
    starts |= options.computed
    method = pickle.loads(options.constants).get("method")
    flags_of_it = [f for f in solver.flags if (method, f.name) not in solver.lacks]
    solver = replace(solver, flags=tuple(flags_of_it))
    named = tuple(starts), places, made, has_slopes, options.keywords, options.constants
    solved, others = _solution(solver, *named)
    known = Known(solved, b.references.held(solved.__name__, solved))
    found = operations.call(b, known, [*starts.values(), *passed], {}, node, base)
    if not solver.picked:
        return found
    solution, *flags = found.items
    parts = {solver.picked: solution}
    for name, function in others.items():
        given_ = [solution, *passed]
        parts[name] = operations.call(b, Known(function), given_, {}, node, name)
    parts |= {flag.name: value for flag, value in zip(solver.flags, flags)}
    return result(b, OptimizeResult, parts, base)


def _require_plain(solver: Solver, b: Any, given: dict[str, Any], node: Any) -> None:
    """Raise for options with which another equation, or another result, counts."""
    name = solver.solve.__name__
    for one in (*solver.refused, "full_output"):
        value = given.get(one, NONE)
        if value != NONE and not (value.is_static and value.static_value() is False):
            what = f"the option {one} of {name} is not supported here."
            raise b.error(what, "Leave it out, or call it outside.", node)
    for one in solver.functions[1:]:
        if given.get(one, NONE).kind is not None and not given[one].is_static:
            what = f"whether a function gives {name} its {one}, too, is not known here."
            raise b.error(what, f"Write {one}=True, or give it a function.", node)


def _is_true(value: Any) -> bool:
    """Whether it says that the first function returns its derivative as well."""
    known = value.static_value() if value.is_static else None
    return not (callable(known) or isinstance(known, str)) and bool(known)


@builtin(implicit)
def _made(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Partial:
    given = bound_to(implicit, b, arguments, keywords, node)
    return Partial(_solved, (given["solve"], given["residual"]))


def _solved(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    """Call what `tl.implicit` has made in a program, of functions with captures."""
    from tangentlite.specialize.functions.of_python.python_functions import as_python

    solve, residual, *given = arguments
    if keywords:
        what = f"what tl.implicit makes is given {', '.join(keywords)} by name."
        raise b.error(what, "Pass it by position.", node)
    taken, made = Taken(b, node), []
    passed = [taken.text_of(value, "p") for value in given]
    for value, count in ((solve, 0), (residual, 1)):
        function, captured = as_python(b, value, count + len(given), node)
        if not count:
            require_pure(b, function, [*given, *captured.values()], node)
        own = [taken.text_of(item, "c") for item in captured.values()]
        made.append(taken.function(function, count, [*passed, *own]))
    solution = _of_functions(tuple(taken.places), *made)
    known = Known(solution, b.references.held(solution.__name__, solution))
    return operations.call(b, known, taken.values, {}, node, base)


@functools.lru_cache(maxsize=256)
def _of_functions(
    places: tuple[str, ...],
    solve: tuple[Callable, tuple[str, ...]],
    residual: tuple[Callable, tuple[str, ...]],
) -> Callable:
    """Return what `tl.implicit` makes of functions that take some of the places."""
    found = []
    for (function, own), first in ((solve, ()), (residual, ("z",))):
        name = getattr(function, "__name__", "function")
        title = name if name.isidentifier() else "function"
        lines = [
            f"def {title}({', '.join([*first, *places])}):",
            f"    return _own({', '.join([*first, *own])})",
        ]
        found.append(within(title, lines, function, {"_own": function})[title])
    return implicit(*found)


@functools.lru_cache(maxsize=256)
def _solution(
    solver: Solver,
    starts: tuple[str, ...],
    places: tuple[str, ...],
    functions: Functions,
    has_slopes: bool,
    keywords: str,
    options: bytes,
) -> tuple[Any, dict[str, Any]]:
    """Return the solver for some functions, the same one for all walks.

    Beside it stand functions of the solution, for other attributes of the result. If
    the first function `has_slopes`, it returns its derivative behind its value.
    """
    title = title_of(solver.solve, functions[0][1])
    given = ", ".join([*starts, *places])
    rest = "".join(f", {place}" for place in places)
    wrapped = _wrapped(functions, rest)
    named = [f"{name}={name}" for name in starts if name in solver.numbers]
    named += [f"bounds={solver.bounds}"] if "_low" in starts else []
    named += [f"{name}=_{name}" for name, _, _ in functions]
    named += [keywords] if keywords else []
    named += [f"args=({''.join(f'{place}, ' for place in places)})"]
    lines = [
        *wrapped,
        f"def {title}({given}):",
        f"    _found = _solver({', '.join(named)}, **_options)",
        f"    return {_outcome(solver)}",
    ]
    residual = solver.residual.format(rest=rest)
    if "_low" in starts:
        curved = f"_curvatures(_matrix(z{rest}))"
        residual = f"_held_by(z, {residual}, {curved}, _low, _high)"
    own = {f"_own_{name}": function for name, function, _ in functions}
    namespace = {"_solver": solver.solve, "_options": pickle.loads(options)}
    namespace["_bounds_of"] = bounds_of
    solve = defined(title, lines, namespace | own)[title]

    objective = _value_alone(functions[0][1]) if has_slopes else functions[0][1]
    lines = [
        *_wrapped(((functions[0][0], objective, functions[0][2]),), rest),
        solver.prepared,
        *(["_matrix = _jacobian(_slope)"] if "_low" in starts else []),
        f"def residual(z, {given}):",
        f"    return {residual}",
    ]
    for name, expression in solver.computed:
        lines += [f"def computed_{name}(z{rest}):"]
        lines += [f"    return {expression.format(rest=rest)}"]
    held: dict[str, Any] = {"_flat": flat}
    held |= {"_grad": grad, "_jacobian": jacobian}
    held |= {"_held_by": held_by, "_curvatures": curvatures}
    held[f"_own_{functions[0][0]}"] = objective
    found = within(title, lines, objective, held)
    others = {name: found[f"computed_{name}"] for name, _ in solver.computed}
    trial = _trial(solver, starts, pickle.loads(options), solve)
    count = len(solver.flags)
    return implicit_like(solve, found["residual"], trial, count), others


def _outcome(solver: Solver) -> str:
    """Return the text of what a solver's text returns of what SciPy has found."""
    if not solver.picked:
        return "_found"
    flags = [f"{flag.type.__name__}(_found.{flag.name})" for flag in solver.flags]
    return ", ".join([f"_found.{solver.picked}", *flags])


def _trial(solver: Solver, starts: tuple[str, ...], options: dict, solve: Any) -> Any:
    """Return what gives a solution's kind, as `solve` takes the starts first."""
    places = [starts.index(name) for name in solver.numbers if name in starts]
    has_bracket = "bracket" in options or "bracket" in starts

    def trial(*given: Any) -> Any:
        numbers = [given[k] for k in places]
        if any(np.result_type(one) not in _IN_FLOATS for one in numbers):
            return solve(*given)  # the method decides what becomes of float32
        start = numbers[0] if numbers else None
        sample = solver.sample(options, start, has_bracket)
        flags = [flag.type(1) for flag in solver.flags]
        return (sample, *flags) if solver.picked else sample

    return trial


_IN_FLOATS = (np.dtype("float64"), np.dtype("int64"))
# What takes a direction behind the point.
_DIRECTED = ("hessp",)


def _wrapped(functions: Functions, rest: str) -> list[str]:
    """Return the text of functions of all places, which pass on what each one takes."""
    lines = []
    for name, _, own in functions:
        first = "z, _v" if name in _DIRECTED else "z"
        passed = "".join(f", {place}" for place in own)
        lines += [f"def _{name}({first}{rest}):"]
        lines += [f"    return _own_{name}({first}{passed})"]
    return lines


@functools.lru_cache(maxsize=256)
def _value_alone(function: Any) -> Callable:
    """Return the function whose value and derivative a function returns.

    Of `tl.value_and_grad` it is the function that is differentiated.
    """
    request = getattr(function, "request", None)
    if getattr(request, "mode", None) == "value_and_grad":
        return function.primal
    lines = ["def value(z, *others):", "    return _both(z, *others)[0]"]
    return within("value", lines, function, {"_both": function})["value"]


# What follows is walked where a residual is, like a user's program.


def flat(x):
    """Return numbers in one row."""
    return np.ravel(np.asarray(x))
