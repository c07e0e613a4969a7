"""Integrals of scipy.integrate inside programs: derivatives under the integral."""

from __future__ import annotations

import functools
import importlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import autodiff
from tangentlite.api.inside.given_functions import (
    Functions,
    bound_to,
    functions_of,
    title_of,
    unsaved,
)
from tangentlite.api.inside.implicit import defined, within
from tangentlite.api.inside.integration.integrals_of_arrays import quad_each
from tangentlite.api.inside.later_rules import marked
from tangentlite.handlers import calls, when_met
from tangentlite.rules.registry import adjoint, tangent
from tangentlite.values.base import Known, Sequence
from tangentlite.values.literals import literal


def register_quad() -> None:
    """Register what `quad` is in a program: a value, and an error that is constant."""
    quad = importlib.import_module("scipy.integrate").quad
    calls({quad: functools.partial(_called, quad, "func")})
    calls({quad_each(): functools.partial(_called, quad_each(), "f")})


@when_met("scipy.integrate._quad_vec")
def register_quad_vec() -> None:
    """Register what `quad_vec` is in a program."""
    quad_vec = importlib.import_module("scipy.integrate").quad_vec
    calls({quad_vec: functools.partial(_called, quad_vec, "f")})


def _called(
    integrate: Callable,
    name: str,
    b: Any,
    arguments: list,
    keywords: dict,
    node: Any,
    base: str,
) -> Any:
    """Call an integral, with derivatives by its limits and what it depends on."""
    given = bound_to(integrate, b, arguments, keywords, node)
    limits = [given.pop("a"), given.pop("b")]
    made, places, passed = functions_of(b, given, (name,), (literal(0.5),), node)
    for option, value in given.items():
        if option not in _PLAIN or not value.is_static:
            what = f"the option {option} of {integrate.__name__} is not supported here."
            instead = "Write it as a constant."
            if option not in _PLAIN:
                instead = "Leave it out."
            if option == "points":
                instead = "Leave it out, or add the integrals between the points."
            raise b.error(what, instead, node)
    options = {option: value.static_value() for option, value in given.items()}
    solved = _integral(integrate, made, places, pickle.dumps(options))
    known = Known(solved, b.references.held(solved.__name__, solved))
    return operations.call(b, known, [*limits, *passed], {}, node, base)


# What a program can do whose derivative is to have a text.
BY_SUMS = "integrate by a sum, as scipy.integrate.simpson(f(x), x=x) does"
_PLAIN = ("epsabs", "epsrel", "limit")


@functools.lru_cache(maxsize=256)
def _integral(
    integrate: Callable, functions: Functions, places: tuple[str, ...], options: bytes
) -> Any:
    """Return the integral of a function, by its limits and by what the function takes.

    With respect to a limit the derivative is the function there, with respect to what
    the function takes the integral of its derivative, with an error control of its own.
    """
    scipy = importlib.import_module("scipy.integrate")
    ((_, function, own),) = functions
    title = title_of(integrate, function)
    rest = "".join(f", {place}" for place in places)
    given = "".join(f"{place}, " for place in own)
    lines = [
        f"def {title}(a, b{rest}):",
        f"    return _integrate(_own, a, b, args=({given}), **_options)",
    ]
    namespace = {"_integrate": integrate, "_options": pickle.loads(options)}
    solve: Any = defined(title, lines, namespace | {"_own": function})[title]
    solve.__qualname__ = f"integral.<locals>.{title}"
    lines = _rules(own, rest, given)
    held = {
        "_own": function,
        "_autodiff": autodiff,
        "_np_sum": np.sum,
        "_under": _under(),
        "_along": marked(functools.partial(_along, function, own)),
    }
    rules = within(title, lines, function, held)
    for k in range(len(own)):
        unsaved(rules[f"pulled_{k}"], integrate, BY_SUMS)
    trial = _number if integrate is scipy.quad else None
    adjoint(solve, trial=trial)(rules["integral_adjoint"])
    tangent(solve)(rules["integral_tangent"])
    return solve


def _number(*given: Any) -> tuple[float, float]:
    """Return results of the kinds of `quad`'s, which integrates no function for it."""
    return float(len(given)), 0.0


def _rules(own: tuple[str, ...], rest: str, given: str) -> list[str]:
    """Return the rules of both modes, and the functions under their integrals."""
    lines: list[str] = []
    for k in range(len(own)):
        lines += [
            f"_pulled_{k} = _autodiff(_own, wrt={k + 1})",
            f"def pulled_{k}(_x{rest}, _weight):",
            f"    return _pulled_{k}(_x{rest}, init_grad=_weight)",
        ]
    lines += [
        f"def integral_adjoint(y, a, b{rest}):",
        "    _weight, _ = d[y]",
        f"    d[a] = -_np_sum(_weight * _own(a{rest}))",
        f"    d[b] = _np_sum(_weight * _own(b{rest}))",
        *(
            f"    d[{place}] = _under(pulled_{k}, a, b, ({given}_weight,), {place})"
            for k, place in enumerate(own)
        ),
        f"def integral_tangent(y, a, b{rest}):",
        f"    _total = d[b] * _own(b{rest}) - d[a] * _own(a{rest})",
    ]
    dots = "".join(f", d[{place}]" for place in own)
    passed = "".join(f", {place}" for place in own)
    lines += [f"    _total = _total + _along(a, b, y[0]{passed}{dots})"]
    return [*lines, "    d[y] = _total, 0.0"]


def _along(
    function: Callable,
    own: tuple[str, ...],
    b: Any,
    arguments: list,
    keywords: dict,
    node: Any,
    base: str,
) -> Any:
    """Return the integral of the derivative along all tangents that are not 0."""
    low, high, like, *rest = arguments
    given, dots = rest[: len(own)], rest[len(own) :]
    moving = tuple(
        k
        for k, dot in enumerate(dots)
        if not (dot.is_static and dot.static_value() == 0)
    )
    if not moving:
        return literal(0.0)
    whole = [
        operations.inline(b, full, [dots[k], given[k]], {}, node, "dot") for k in moving
    ]
    passed = Sequence((*given, *whole))
    moved = Known(_moved(function, own, moving))
    return operations.inline(
        b, _under(), [moved, low, high, passed, like], {}, node, base
    )


@functools.lru_cache(maxsize=256)
def _moved(function: Callable, own: tuple[str, ...], moving: tuple[int, ...]) -> Any:
    """Return the derivative of a function along the tangents of some parameters."""
    rest = "".join(f", {place}" for place in own)
    dots = "".join(f", _dot_{k}" for k in moving)
    lines = [f"def moved(_x{rest}{dots}):", f"    return _ahead(_x{rest}{dots})"]
    ahead = autodiff(function, wrt=tuple(k + 1 for k in moving), mode="forward")
    made = within("moved", lines, function, {"_ahead": ahead})["moved"]
    unsaved(made, importlib.import_module("scipy.integrate").quad, BY_SUMS)
    return made


@functools.cache
def _under() -> Any:
    """Return the integral of a number or an array, with an error control of its own.

    It is walked where a rule is filled, like a user's program.
    """
    lines = [
        "def under(_function, a, b, _args, _like):",
        "    if _ndim(_like) == 0:",
        "        return _quad(_function, a, b, args=_args, epsabs=1e-12)[0]",
        "    return _quad_each(_function, a, b, args=_args)[0]",
    ]
    scipy = importlib.import_module("scipy.integrate")
    held = {"_ndim": np.ndim, "_quad": scipy.quad, "_quad_each": quad_each()}
    return within("under", lines, full, held)["under"]


def full(dot, x):
    """Return a tangent of the shape of what moves: walked, too."""
    return dot + np.zeros_like(x)
