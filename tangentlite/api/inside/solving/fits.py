"""Fits inside programs: `leastsq`, `least_squares` and `curve_fit` of SciPy."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.inside.given_functions import (
    bound_to,
    functions_of,
    in_array,
    options_of,
)
from tangentlite.api.inside.results import OptimizeResult, result
from tangentlite.api.inside.solving.bounds import pair_of_arrays
from tangentlite.api.inside.solving.fit_rules import Fit, fitted
from tangentlite.handlers import calls, when_met
from tangentlite.values.base import Known, Sequence
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Dictionary
from tangentlite.values.literals import literal


def register_fits() -> None:
    """Register what `leastsq` and `curve_fit` are in a program.

    The gradient of the sum of squares is zero; its derivative is the full Hessian.
    """
    optimize = importlib.import_module("scipy.optimize")
    calls({optimize.leastsq: _leastsq, optimize.curve_fit: _curve_fit})


@when_met("scipy.optimize._lsq.least_squares")
def register_least_squares() -> None:
    """Register what `least_squares` is in a program."""
    calls({importlib.import_module("scipy.optimize").least_squares: _least_squares})


# What a result with all that MINPACK returns has; of one without the matrix is missing.
_FULL = "*_found[:2], _found[2]['fvec'], _found[2]['nfev'], *_found[3:]"
_SHORT = "_found[0], None, None, 0, '', _found[1]"
_OBJECT = "_found.x, _found.jac, _found.fun, _found.nfev, _found.message, _found.status"


def _leastsq(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    solve = importlib.import_module("scipy.optimize").leastsq
    given = bound_to(solve, b, arguments, keywords, node)
    start = _row(b, np.ravel, given.pop("x0"), node)
    made, places, passed = functions_of(b, given, ("func", "Dfun"), (start,), node)
    is_full = _is_asked(b, given, "full_output", node)
    options = options_of(b, "leastsq", given, node)
    fit = Fit(
        solve,
        made,
        ("x0", *options.computed, *places),
        ("_z",),
        f"_flat(_own_func(_z{_listed(made[0][2])}))",
        f"x0=x0, full_output={is_full}, {options.keywords}",
        _FULL if is_full else _SHORT,
        "_covariance(_jacobian(_z{rest}))",
        options.constants,
    )
    values = [start, *options.computed.values(), *passed]
    if is_full:
        return Sequence(tuple(_full_results(fit, b, values, node, base)))
    found = _found(fit, b, values, node, base)
    return Sequence((found[0], found[-1]))


def _row(b: Any, function: Any, start: Any, node: Any) -> Any:
    return operations.call(
        b, Known(function), [in_array(b, start, node)], {}, node, "start"
    )


def _least_squares(
    b: Any, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    solve = importlib.import_module("scipy.optimize").least_squares
    given = bound_to(solve, b, arguments, keywords, node)
    plain = {"loss": "linear", "kwargs": None, "callback": None}
    _require(b, "least_squares", given, plain, node)
    start = _row(b, np.atleast_1d, given.pop("x0"), node)
    sides = pair_of_arrays(b, given, node)
    made, places, passed = functions_of(b, given, ("fun", "jac"), (start,), node)
    options = options_of(b, "least_squares", given, node)
    numbers = {"x0": start, **sides, **options.computed}
    given_text = "x0=x0, bounds=(_low, _high)" if sides else "x0=x0"
    fit = Fit(
        solve,
        made,
        (*numbers, *places),
        ("_z",),
        f"_flat(_own_fun(_z{_listed(made[0][2])}))",
        f"{given_text}, {options.keywords}",
        _OBJECT,
        "_jacobian(_z{rest})",
        options.constants,
        has_rows=True,
    )
    values = [*numbers.values(), *passed]
    z, matrix, left, count, message, status = _followed(fit, b, values, node, base)
    squares = operations.call(b, Known(np.dot), [left, left], {}, node, "cost")
    cost = operations.call(
        b, Known(np.multiply), [literal(0.5), squares], {}, node, "cost"
    )
    success = operations.call(
        b, Known(np.greater), [status, literal(0)], {}, node, "success"
    )
    parts = {"x": z, "cost": cost, "fun": left, "jac": matrix, "nfev": count}
    parts |= {"status": status, "message": message, "success": success}
    return result(b, OptimizeResult, parts, base)


def _curve_fit(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    solve = importlib.import_module("scipy.optimize").curve_fit
    given = bound_to(solve, b, arguments, keywords, node)
    given |= given.pop("kwargs", {})
    _require(b, "curve_fit", given, {"nan_policy": None, "loss": "linear"}, node)
    data = {
        name: in_array(b, given.pop(name), node)
        for name in ("p0", "xdata", "ydata", "sigma")
        if given.get(name, NONE) != NONE
    }
    for name in ("xdata", "ydata"):
        whole, floating = [data[name]], {"dtype": Known(float)}
        data[name] = operations.call(b, Known(np.asarray), whole, floating, node, name)
    count = _count(b, given["f"], data.get("p0"), node)
    named = [f"{name}={name}" for name in data]
    data |= pair_of_arrays(b, given, node)
    first = data["xdata"], *[literal(0.5)] * count
    made, places, passed = functions_of(b, given, ("f", "jac"), first, node)
    is_full = _is_asked(b, given, "full_output", node)
    is_scaled = not _is_asked(b, given, "absolute_sigma", node)
    options = options_of(b, "curve_fit", given, node)
    items = _listed(f"_z[{k}]" for k in range(count))
    residual = f"_own_f(xdata{items}{_listed(made[0][2])}) - ydata"
    named = [*named, *(["bounds=(_low, _high)"] if "_low" in data else [])]
    data |= options.computed
    scale = "_scale(residuals(_z{rest}), _z) * " if is_scaled else ""
    fit = Fit(
        solve,
        made,
        (*data, *places),
        ("_x", *(f"_z{k}" for k in range(count))),
        f"_flat(_weighted({residual}, {'sigma' if 'sigma' in data else '1.0'}))",
        ", ".join(
            [
                *named,
                "full_output=True",
                f"absolute_sigma={not is_scaled}",
                options.keywords,
            ]
        ),
        _FULL,
        scale + "_covariance(_jacobian(_z{rest}))",
        options.constants,
    )
    found = _full_results(fit, b, [*data.values(), *passed], node, base)
    return Sequence(tuple(found if is_full else found[:2]))


def _full_results(fit: Fit, b: Any, values: list, node: Any, base: str) -> list:
    """Return what solvers of MINPACK return with all of their output."""
    z, held, left, count, message, flag = _followed(fit, b, values, node, base)
    info = Dictionary(b.heap, ("fvec", "nfev"), (left, count))
    return [z, held, info, message, flag]


def _followed(fit: Fit, b: Any, values: list, node: Any, base: str) -> list:
    """Return the results; of what follows from the solution with its derivatives."""
    z, *followed, count, message, flag = _found(fit, b, values, node, base)
    for k, function in enumerate(fitted(fit)[1:]):
        given = [followed[k], z, *values]
        known = Known(function, b.references.held(function.__name__, function))
        followed[k] = operations.call(b, known, given, {}, node, base)
    return [z, *followed, count, message, flag]


def _found(fit: Fit, b: Any, values: list, node: Any, base: str) -> tuple:
    solve = fitted(fit)[0]
    known = Known(solve, b.references.held(solve.__name__, solve))
    return operations.call(b, known, values, {}, node, base).items


def _require(b: Any, name: str, given: dict[str, Any], plain: dict, node: Any) -> None:
    """Raise for options with which another equation counts."""
    for option, usual in plain.items():
        value = given.get(option, Known(usual))
        if not value.is_static or value.static_value() != usual:
            what = f"the option {option} of {name} is not supported here."
            raise b.error(what, "Leave it out, or call it outside.", node)


def _is_asked(b: Any, given: dict[str, Any], option: str, node: Any) -> bool:
    value = given.pop(option, Known(False))
    if not value.is_static:
        raise b.error(f"{option} is not known here.", "Write it as a constant.", node)
    return bool(value.static_value())


def _count(b: Any, function: Any, start: Any, node: Any) -> int:
    """Return how many parameters are fitted: as many as `p0` has, or `f` takes."""
    if start is not None:
        shape = getattr(start.kind, "shape", ())
        if shape == () or shape and isinstance(shape[0], int):
            return shape[0] if shape else 1
    if function.is_static:
        own = list(inspect.signature(function.static_value()).parameters.values())
    else:
        own = operations.parameters_of(b, function, node)
    plain = [p for p in own if p.kind is p.POSITIONAL_OR_KEYWORD]
    has_others = any(p.kind is p.VAR_POSITIONAL for p in own)
    if has_others or start is not None and any(p.default is not p.empty for p in plain):
        what = "how many parameters curve_fit fits is not known here."
        raise b.error(what, "Write p0 as a list of numbers.", node)
    return len(plain) - 1


def _listed(names: Iterable[str]) -> str:
    return "".join(f", {name}" for name in names)
