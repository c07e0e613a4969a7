"""What a fit by least squares is: a function of its data, with its rules."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite.api.grad import grad
from tangentlite.api.inside.given_functions import Functions, title_of
from tangentlite.api.inside.implicit import defined, solution_rules, within
from tangentlite.api.inside.later_rules import rules_of
from tangentlite.api.inside.solving.bounds import held_by, squares
from tangentlite.api.matrices.matrices import jacobian
from tangentlite.rules.registry import adjoint, tangent


@dataclass(frozen=True)
class Fit:
    """A fit of SciPy: its functions, and the names of all that it depends on.

    SciPy calls a function with the `first` arguments. The `residual` is an expression
    of the solution `_z` and of the names; `given` are keywords of the call, of whose
    result `_found` the `outcome` is six expressions: the solution, a `matrix`, which
    is an expression, too, the residuals, how often they were computed, text, a flag.
    The matrix `has_rows` for residuals, or for parameters.
    """

    solve: Callable
    functions: Functions
    names: tuple[str, ...]
    first: tuple[str, ...]
    residual: str
    given: str
    outcome: str
    matrix: str
    options: bytes
    has_rows: bool = False


@functools.lru_cache(maxsize=256)
def fitted(fit: Fit) -> tuple[Any, Any, Any]:
    """Return the fit as a function, and functions of its matrix and residuals.

    These return what they are given first, and have the derivatives of what that is.
    """
    user = fit.functions[0][1]
    title = title_of(fit.solve, user)
    own = {f"_own_{name}": function for name, function, _ in fit.functions}
    held = {"_solver": fit.solve, "_options": pickle.loads(fit.options), **own}
    solve: Any = defined(title, _value(fit, title), held)[title]
    solve.__qualname__ = f"fit.<locals>.{title}"
    known = within(title, _equations(fit), user, _held() | own)
    names = list(fit.names)
    rules = solution_rules(title, names, known["slope"], user, constants=5)

    def trial(*given: Any) -> tuple:
        n = len(fit.first) - 1 or np.size(given[0])  # of least squares given[0] is x0
        m = int(np.random.default_rng().integers(20, 4000))  # it is not known
        rows = m if fit.has_rows else n
        return np.zeros(n), np.zeros((rows, n)), np.zeros(m), 1, "", 1

    adjoint(solve, trial=trial)(rules["solution_adjoint"])
    tangent(solve)(rules["solution_tangent"])
    return solve, *_following(fit, title, known, user)


def _value(fit: Fit, title: str) -> list[str]:
    """Return the text of the fit, which calls SciPy as the user does."""
    lines = [f"def {title}({', '.join(fit.names)}):"]
    given = [fit.given.removesuffix(", ")]
    for name, _, own in fit.functions:
        passed = ", ".join([*fit.first, *own])
        lines += [f"    def _{name}({', '.join(fit.first)}):"]
        lines += [f"        return _own_{name}({passed})"]
        given += [f"{name}=_{name}"]
    lines += [f"    _found = _solver({', '.join(filter(None, given))}, **_options)"]
    return [*lines, f"    return {fit.outcome}"]


def _equations(fit: Fit) -> list[str]:
    """Return the texts of what is zero, and of what follows from the solution."""
    rest = "".join(f", {name}" for name in fit.names)
    lines = [
        f"def residuals(_z{rest}):",
        f"    return {fit.residual}",
        f"def half(_z{rest}):",
        f"    return 0.5 * _sum(residuals(_z{rest}) ** 2)",
        "_slope = _grad(half)",
        "_jacobian = _jacobian_of(residuals)",
        f"def slope(_z{rest}):",
    ]
    if "_low" not in fit.names:
        lines += [f"    return _slope(_z{rest})"]
    else:
        both = f"_slope(_z{rest}), _squares(_jacobian(_z{rest}))"
        lines += [f"    return _held_by(_z, {both}, _low, _high)"]
    return [
        *lines,
        f"def matrix_at(_held, _z{rest}):",
        f"    return {fit.matrix.format(rest=rest)}",
        f"def residuals_at(_held, _z{rest}):",
        f"    return residuals(_z{rest})",
    ]


def _held() -> dict[str, Any]:
    """Return the names that the texts see."""
    return {
        "_grad": grad,
        "_jacobian_of": jacobian,
        "_held_by": held_by,
        "_squares": squares,
        "_flat": flat,
        "_weighted": weighted,
        "_covariance": covariance,
        "_scale": scale,
        "_sum": np.sum,
    }


def _following(fit: Fit, title: str, known: dict, user: Callable) -> tuple[Any, Any]:
    """Return functions of the matrix and of the residuals.

    They return what SciPy has found, which they are given first.
    """
    names = ["_held", "_z", *fit.names]
    made = []
    for shown, text in (("matrix", "matrix_at"), ("residuals", "residuals_at")):
        own = f"{shown}_of_{title}"
        lines = [f"def {own}({', '.join(names)}):", "    return _found(_held)"]
        function: Any = defined(own, lines, {"_found": found})[own]
        function.__qualname__ = f"fit.<locals>.{own}"
        function.takes_all_sizes = True  # a call whose result nobody reads is dropped
        rules_of(function, names, known[text], _like_first, user)
        made.append(function)
    return made[0], made[1]


def found(x: Any) -> np.ndarray:
    """Return a copy of what SciPy has found, if it has."""
    if x is None:
        raise np.linalg.LinAlgError("the covariance of the fit could not be found")
    return np.array(x)


def _like_first(x: Any, *given: Any) -> np.ndarray:
    return np.array(x)


# What follows is walked where a derivative is made, like a user's program.


def flat(x):
    """Return numbers in one row."""
    return np.ravel(np.asarray(x))


def weighted(x, sigma):
    """Return residuals by their errors, or by the covariance of these."""
    if np.ndim(sigma) < 2:
        return x / sigma
    return np.linalg.solve(np.linalg.cholesky(sigma), x)


def covariance(matrix):
    """Return the covariance of a solution with this Jacobian, for errors of size 1."""
    return np.linalg.inv(matrix.T @ matrix)


def scale(residuals, z):
    """Return the variance of the errors, of as many as there are beyond parameters."""
    if residuals.size <= z.size:
        raise np.linalg.LinAlgError("there are no more residuals than parameters")
    return np.sum(residuals**2) / (residuals.size - z.size)
