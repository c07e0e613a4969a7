"""Root finders of scipy.optimize inside programs: derivatives by their equations."""

from __future__ import annotations

import functools
import importlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import grad
from tangentlite.api.inside.given_functions import (
    Functions,
    bound_to,
    functions_of,
    in_array,
)
from tangentlite.api.inside.implicit import defined, implicit, within
from tangentlite.handlers import calls, when_met
from tangentlite.values.base import Known, Sequence
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal


@dataclass(frozen=True)
class Solver:
    """A solver: its parameters that are functions and numbers, and what it makes zero.

    The `residual` is an expression with a place for what functions take behind `z`, and
    `prepared` a statement in front. Of a result that is an object `picked` reads the
    solution; it has an attribute of that name, and those in `computed`: expressions.
    Options that would make the derivative another one are `refused`; `bounded` methods
    may have bounds.
    """

    solve: Callable
    functions: tuple[str, ...]
    numbers: tuple[str, ...]
    residual: str
    prepared: str = ""
    picked: str = ""
    computed: tuple[tuple[str, str], ...] = ()
    refused: tuple[str, ...] = ()
    bounded: tuple = ()


@when_met("scipy.optimize._zeros_py")
def register_root_finders() -> None:
    """Register what `brentq`, `newton` and their like are in a program."""
    optimize = importlib.import_module("scipy.optimize")
    for name in ("brentq", "brenth", "bisect", "ridder", "toms748"):
        bracketed = getattr(optimize, name)
        _register(Solver(bracketed, ("f",), ("a", "b"), "_f(z{rest})"))
    functions = ("func", "fprime", "fprime2")
    _register(Solver(optimize.newton, functions, ("x0", "x1"), "_func(z{rest})"))


@when_met("scipy.optimize._minpack_py")
def register_systems() -> None:
    """Register what `fsolve` and `fixed_point` are in a program."""
    optimize = importlib.import_module("scipy.optimize")
    residual = "_flat(_func(z{rest}))"
    _register(Solver(optimize.fsolve, ("func", "fprime"), ("x0",), residual))
    residual = "z - _func(z{rest})"
    _register(Solver(optimize.fixed_point, ("func",), ("x0",), residual))


@when_met("scipy.optimize._root")
def register_root() -> None:
    """Register what `root` is in a program."""
    optimize = importlib.import_module("scipy.optimize")
    residual = "_flat(_fun(z{rest}))"
    computed = (("fun", residual),)
    functions, numbers = ("fun", "jac"), ("x0",)
    _register(
        Solver(
            optimize.root,
            functions,
            numbers,
            residual,
            "",
            "x",
            computed,
            ("callback",),
        )
    )


@when_met("scipy.optimize._root_scalar")
def register_root_scalar() -> None:
    """Register what `root_scalar` is in a program."""
    optimize = importlib.import_module("scipy.optimize")
    functions, numbers = ("f", "fprime", "fprime2"), ("x0", "x1")
    _register(
        Solver(optimize.root_scalar, functions, numbers, "_f(z{rest})", "", "root")
    )


@when_met("scipy.optimize._minimize")
def register_minima() -> None:
    """Register what `minimize` and `minimize_scalar` are in a program.

    At a minimum the gradient is zero.
    """
    optimize = importlib.import_module("scipy.optimize")
    prepared, residual = "_slope = _grad(_fun)", "_slope(z{rest})"
    computed = (("fun", "_fun(z{rest})"),)
    functions, refused = ("fun", "jac", "hess"), ("hessp", "constraints", "callback")
    slope = residual, prepared, "x", computed
    _register(Solver(optimize.minimize, functions, ("x0",), *slope, refused, _EXACT))
    _register(Solver(optimize.minimize_scalar, ("fun",), (), *slope, ("bounds",)))


# Methods that put a solution onto a bound, not near to it. None means it, too.
_EXACT = (None, "L-BFGS-B")


@when_met("scipy.optimize._lsq.least_squares")
def register_least_squares() -> None:
    """Register what `least_squares` is in a program: the gradient of the sum is zero.

    Its derivative is the full Hessian, not that of Gauss and Newton.
    """
    optimize = importlib.import_module("scipy.optimize")
    half = "0.5 * _sum_of_squares(_fun(z{rest}))"
    prepared = "_slope = _grad(lambda z{rest}: " + half + ")"
    computed = (("fun", "_flat(_fun(z{rest}))"), ("cost", half))
    refused = ("bounds", "loss", "kwargs", "callback")
    slope = "_slope(z{rest})", prepared, "x", computed, refused
    _register(Solver(optimize.least_squares, ("fun", "jac"), ("x0",), *slope))


def _register(solver: Solver) -> None:
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
    starts |= _bounds(solver, b, given, node)
    made, places, passed = functions_of(b, given, solver.functions, (start,), node)
    options = _options(solver, b, given, node)
    named = tuple(starts), places, made
    solved, others = _solution(solver, *named, pickle.dumps(options))
    known = Known(solved, b.references.held(solved.__name__, solved))
    found = operations.call(b, known, [*starts.values(), *passed], {}, node, base)
    if not solver.picked:
        return found
    parts = {solver.picked: found}
    for name, function in others.items():
        parts[name] = operations.call(
            b, Known(function), [found, *passed], {}, node, name
        )
    return Instance(b.heap, OptimizeResult, tuple(parts), tuple(parts.values()))


class OptimizeResult:
    """What a program sees of a result: the solution, and what follows from it."""


def _require_plain(solver: Solver, b: Any, given: dict[str, Any], node: Any) -> None:
    """Raise for options with which another equation, or another result, counts."""
    name = solver.solve.__name__
    for one in (*solver.refused, "full_output"):
        value = given.get(one, NONE)
        if value != NONE and not (value.is_static and value.static_value() is False):
            what = f"{one} of {name} is not supported in a differentiated program."
            raise b.error(what, "Leave it out, or call it outside.", node)
    for one in solver.functions:
        value = given.get(one, NONE)
        if value.is_static and value.static_value() is True:
            what = f"a function that gives {name} its value and its derivative"
            raise b.error(f"{what} is not supported.", f"Give {one} a function.", node)


def _options(solver: Solver, b: Any, given: dict[str, Any], node: Any) -> dict:
    name = solver.solve.__name__
    if not all(value.is_static for value in given.values()):
        what = f"an option of {name} is not known here."
        raise b.error(what, "Write it as a constant.", node)
    return {key: value.static_value() for key, value in given.items()}


@functools.lru_cache(maxsize=256)
def _solution(
    solver: Solver,
    starts: tuple[str, ...],
    places: tuple[str, ...],
    functions: Functions,
    options: bytes,
) -> tuple[Any, dict[str, Any]]:
    """Return the solver for some functions, the same one for all walks.

    Beside it stand functions of the solution, for other attributes of the result.
    """
    title = f"{solver.solve.__name__}_of_{functions[0][1].__name__}"
    title = title if title.isidentifier() else f"{solver.solve.__name__}_of_function"
    given = ", ".join([*starts, *places])
    rest = "".join(f", {place}" for place in places)
    wrapped = []
    for name, _, own in functions:
        passed = "".join(f", {place}" for place in own)
        wrapped += [f"def _{name}(z{rest}):", f"    return _own_{name}(z{passed})"]
    named = [f"{name}={name}" for name in starts if name in solver.numbers]
    named += ["bounds=_pairs(_low, _high)"] if "_low" in starts else []
    named += [f"{name}=_{name}" for name, _, _ in functions]
    picked = f".{solver.picked}" if solver.picked else ""
    named += [f"args=({''.join(f'{place}, ' for place in places)})"]
    lines = [
        *wrapped,
        f"def {title}({given}):",
        f"    return _solver({', '.join(named)}, **_options){picked}",
    ]
    residual = solver.residual.format(rest=rest)
    if "_low" in starts:
        residual = f"_at_bounds(z, {residual}, _low, _high)"
    own_functions = {f"_own_{name}": function for name, function, _ in functions}
    namespace = {"_solver": solver.solve, "_options": pickle.loads(options)}
    namespace["_pairs"] = pairs
    solve = defined(title, lines, namespace | own_functions)[title]

    lines = [
        *wrapped,
        solver.prepared.format(rest=rest),
        f"def residual(z, {given}):",
        f"    return {residual}",
    ]
    for name, expression in solver.computed:
        lines += [f"def computed_{name}(z{rest}):"]
        lines += [f"    return {expression.format(rest=rest)}"]
    held: dict[str, Any] = {"_flat": flat, "_sum_of_squares": sum_of_squares}
    held |= {"_grad": grad, "_at_bounds": at_bounds}
    found = within(title, lines, functions[0][1], held | own_functions)
    others = {name: found[f"computed_{name}"] for name, _ in solver.computed}
    return implicit(solve, found["residual"]), others


def _bounds(solver: Solver, b: Any, given: dict[str, Any], node: Any) -> dict[str, Any]:
    """Take bounds, a list of pairs, as two arrays: they are arguments like others."""
    bounds = given.get("bounds", NONE)
    if not solver.bounded or bounds == NONE:
        return {}
    method = given.get("method", NONE)
    if not method.is_static or method.static_value() not in solver.bounded:
        what = f"bounds of {solver.solve.__name__} are not supported for this method."
        raise b.error(what, "Use L-BFGS-B, which puts solutions onto bounds.", node)
    both = [getattr(pair, "items", ()) for pair in getattr(bounds, "items", ())]
    if not both or any(len(pair) != 2 for pair in both):
        raise b.error("bounds are no list of pairs here.", "Write them so.", node)
    found = {}
    for name, side, none in (("_low", 0, -np.inf), ("_high", 1, np.inf)):
        parts = [literal(none) if pair[side] == NONE else pair[side] for pair in both]
        whole = [Sequence(tuple(parts))]
        found[name] = operations.call(b, Known(np.array), whole, {}, node, "bound")
    del given["bounds"]
    return found


# What follows is walked where a residual is, like a user's program.


def flat(x):
    """Return numbers in one row."""
    return np.ravel(np.asarray(x))


def sum_of_squares(x):
    """Return the sum of the squares of numbers."""
    return np.sum(np.asarray(x) ** 2)


def at_bounds(z, slope, low, high):
    """Return the slope; what a bound holds goes where the bound is."""
    near = 1e-12 * np.abs(z)
    is_low, is_high = z - low <= near, high - z <= near
    return np.where(is_low, z - low, np.where(is_high, z - high, slope))


def pairs(low, high):
    """Return bounds as pairs; saved texts have this function."""
    return [(one, other) for one, other in zip(low, high)]
