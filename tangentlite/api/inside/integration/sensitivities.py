"""Gradients of trajectories: by sensitivities, or by the adjoint equation."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite.api.grad import autodiff
from tangentlite.api.inside.given_functions import PICKLE
from tangentlite.api.inside.implicit import within
from tangentlite.api.inside.integration.joined_columns import JoinedColumns
from tangentlite.api.matrices.matrices import value_and_jacobian
from tangentlite.api.matrices.same_point import is_same_point, shared

# How many entries the sensitivities may have before the adjoint equation is solved:
# its cost is a start for each time, that of sensitivities grows with their entries.
MOST, MOST_A_TIME = 100, 60

# What a program can do whose derivative is to have a text.
BY_STEPS = "write the steps as a loop"


@dataclass(frozen=True, eq=False)
class Equation:
    """An equation that SciPy integrates: its right side `speed(t, y, *names)`.

    `places` are the parameters among the names, in front of computed options.
    """

    solve: Callable
    title: str
    speed: Callable
    user: Callable
    places: tuple[str, ...]
    options: dict
    names: tuple[str, ...]

    @property
    def why_not_saved(self) -> str:
        """What those are told who write a text that refers to this."""
        name = self.solve.__name__
        return (
            f"the sensitivities of {name}, which this derivative integrates, are made "
            "when it runs, and cannot be written into a module of its own.\n"
            f"{PICKLE}, or {BY_STEPS}."
        )

    @property
    def kept(self) -> dict[str, Any]:
        """The options that count for sensitivities, too."""
        return {key: self.options[key] for key in _KEPT if key in self.options}

    def tolerances(self, given: tuple) -> dict[str, Any]:
        """Return the options of a solution with computed ones among what is given."""
        computed = zip(self.names[len(self.places) :], given[len(self.places) :])
        return self.kept | dict(computed)


_KEPT = (
    *("method", "rtol", "atol", "max_step", "first_step", "min_step"),
    *("hmax", "hmin", "h0", "mxstep", "mxordn", "mxords", "mxhnil"),
)


def pulled_back(
    equation: Equation,
    chosen: tuple[int, ...],
    bar: np.ndarray,
    times: np.ndarray,
    y0: np.ndarray,
    start: float,
    given: tuple,
) -> np.ndarray:
    """Return the gradients by what is chosen (0 the start, others parameters).

    `bar` are the cotangents of the states at the times. Few sensitivities are
    integrated with the states; with many entries the adjoint equation is solved
    backward, anew from each time.
    """
    each = (y0, *given)
    n = np.size(y0)
    count = sum(np.size(each[k]) for k in chosen)
    if len(times) == 0 or not np.any(bar):
        return np.zeros(count)
    shapes = tuple(np.shape(each[k]) for k in chosen)
    packed = _packed(equation, chosen, shapes, n)
    parameters = [np.ravel(each[k]) for k in chosen if k > 0]
    values = np.concatenate([np.ravel(y0), *parameters]).astype(float)
    is_small = n * count <= MOST + MOST_A_TIME * len(times)
    at = equation, packed, values, n, 0 in chosen, times, start, given
    if not is_small and not is_same_point():
        return _by_adjoint(bar, *at)
    # Those of all cotangents at one point are the same.
    each = (values, times, *given)
    key = equation, packed, start, *map(_key, each)
    moved = shared(key, lambda: _sensitivities(*at))
    return np.einsum("nk,nmk->m", bar, moved)


def _key(value: Any) -> tuple:
    array = np.asarray(value)
    return array.dtype, array.shape, array.tobytes()


@dataclass(frozen=True, eq=False)
class Packed:
    """The right side as a function of time and one vector, and its derivatives."""

    both: Callable
    pull: Callable
    joined: JoinedColumns


@functools.lru_cache(maxsize=256)
def _packed(
    equation: Equation, chosen: tuple[int, ...], shapes: tuple, n: int
) -> Packed:
    """Return the right side as a function of the state and what is chosen behind it."""
    names, start = list(equation.names), n
    for k, shape in zip(chosen, shapes):
        if k > 0:
            size = int(np.prod(shape))
            part = f"_v[{start} : {start + size}]"
            whole = f"_reshape({part}, {shape})" if len(shape) != 1 else part
            names[k - 1] = whole if shape else f"_v[{start}]"
            start += size
    rest = "".join(f", {name}" for name in equation.names)
    passed = "".join(f", {name}" for name in names)
    lines = [
        f"def packed(_t, _v{rest}):",
        f"    return _speed(_t, _v[0:{n}]{passed})",
    ]
    held = {"_speed": equation.speed, "_reshape": np.reshape}
    packed = within(equation.title, lines, equation.user, held)["packed"]
    joined = JoinedColumns(equation.title, packed, equation.user, equation.names)
    return Packed(value_and_jacobian(packed, wrt=1), autodiff(packed, wrt=1), joined)


def _sensitivities(
    equation, packed, values, n, has_start, times, start, given
) -> np.ndarray:
    """Integrate the states and their sensitivities together, with error control."""
    at = n if has_start else 0
    columns = at + len(values) - n
    first = np.zeros((n, columns))
    first[:, :at] = np.eye(n)[:, :at]
    joined = packed.joined.moved_of(values, n, columns, start, given)
    right_side = functools.cache(lambda: _right_side(packed, values, n, start, given))
    joined = joined or _joined_by_matrices(right_side()[0], values, n, columns)

    def jac(t: float, z: np.ndarray) -> np.ndarray:
        _, matrix = right_side()
        slopes = matrix(t, z[:n])[:, :n]
        found = np.zeros((z.size, z.size))
        found[:n, :n] = slopes
        blocks = found[n:, n:].reshape(n, columns, n, columns)
        np.einsum("icjc->ijc", blocks)[:] = slopes[:, :, np.newaxis]
        return found

    z0 = np.concatenate((values[:n], first.ravel()))
    options = equation.tolerances(given)
    if np.ndim(options.get("rtol", 0.0)) > 0:
        own = np.asarray(options["rtol"])
        options["rtol"] = np.concatenate((own, np.repeat(own, columns)))
    absolute = options.get("atol")
    if absolute is None:
        absolute = 1.49012e-8 if _is_odeint(equation) else 1e-6  # SciPy's
    own = np.broadcast_to(np.asarray(absolute, float), (n,))
    scales = _scales(values[len(values) - columns :])
    options["atol"] = np.concatenate((own, np.outer(own, scales).ravel()))
    z = _solved(equation, joined, jac, z0, start, times, options)
    return z[n:].reshape(n, columns, -1)


def _scales(values: np.ndarray) -> np.ndarray:
    """Return by how much absolute tolerances are larger for sensitivities.

    They belong to what a change of the parameter by its own size does: atol / |p| for a
    small parameter (Hindmarsh et al., SUNDIALS, ACM TOMS 31, 2005, section 4.3), but
    not for one that is nearly zero.
    """
    sizes = np.abs(values)
    small = (sizes < 1.0) & (sizes > 0.0)
    return np.where(small, np.minimum(1.0 / np.where(small, sizes, 1.0), 1e3), 1.0)


def _joined_by_matrices(
    speed: Callable, values: np.ndarray, n: int, columns: int
) -> Callable:
    """Return how states and sensitivities change: these by the Jacobian times them."""
    # With unit tangents of parameters below.
    moved = np.zeros((len(values), columns))
    moved[n:, columns - len(values) + n :] = np.eye(len(values) - n)

    def joined(t: float, z: np.ndarray) -> np.ndarray:
        moved[:n] = z[n:].reshape(n, columns)
        found = np.empty(z.size)
        found[:n], slopes = speed(t, z[:n])
        np.matmul(slopes, moved, out=found[n:].reshape(n, columns))
        return found

    return joined


def _right_side(packed, values, n, start, given) -> tuple[Callable, Callable]:
    """Return the speed with its Jacobian, and that alone, by time and state."""
    both = packed.joined.of(values, n, start, given)
    size = n, len(values)
    if both is None:
        v = values.copy()

        def by_arrays(t: float, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            v[:n] = y
            return packed.both(t, v, *given)

        return by_arrays, lambda t, y: by_arrays(t, y)[1]

    def by_numbers(t: float, y: np.ndarray) -> tuple[tuple, np.ndarray]:
        speed, entries = both(t, y)
        return speed, np.array(entries).reshape(size)

    return by_numbers, lambda t, y: by_numbers(t, y)[1]


def _solved(equation, speed, jac, z0, start, times, options) -> np.ndarray:
    integrate = importlib.import_module("scipy.integrate")
    if _is_odeint(equation):
        return integrate.odeint(speed, z0, times, Dfun=jac, tfirst=True, **options).T
    if _is_implicit(options.get("method", "RK45")):
        options = options | {"jac": jac}
    span = start, times[-1]
    found = integrate.solve_ivp(speed, span, z0, t_eval=times, **options)
    if not found.success:
        what = f"the sensitivities could not be integrated: {found.message}"
        raise RuntimeError(what)
    return found.y


def _is_odeint(equation: Equation) -> bool:
    return equation.solve is importlib.import_module("scipy.integrate").odeint


def _is_implicit(method: Any) -> bool:
    name = method if isinstance(method, str) else method.__name__
    return name in ("Radau", "BDF", "LSODA")


def _by_adjoint(
    bar, equation, packed, values, n, has_start, times, start, given
) -> np.ndarray:
    """Solve the adjoint equation backward from the last time, along a dense solution.

    At each time the cotangent of the state there is added, and it begins anew.
    """
    integrate = importlib.import_module("scipy.integrate")
    options = equation.tolerances(given)
    if _is_odeint(equation):
        options = {
            "method": "LSODA",
            "rtol": options.get("rtol") or 1.49012e-8,
            "atol": options.get("atol") or 1.49012e-8,
        }
    method = options.pop("method", "RK45")
    v = values.copy()

    def speed(t: float, y: np.ndarray) -> np.ndarray:
        return equation.speed(t, y, *given)

    def matrix(t: float, y: np.ndarray) -> np.ndarray:
        v[:n] = y
        return packed.both(t, v, *given)[1]

    own = {"jac": lambda t, y: matrix(t, y)[:, :n]} if _is_implicit(method) else {}
    states = integrate.solve_ivp(
        speed, (start, times[-1]), values[:n], method, dense_output=True,
        **options, **own,
    )  # fmt: skip
    if not states.success:
        raise RuntimeError(f"the states could not be integrated: {states.message}")

    def back(t: float, z: np.ndarray) -> np.ndarray:
        v[:n] = states.sol(t)
        return -packed.pull(t, v, *given, init_grad=z[:n])

    def jac(t: float, z: np.ndarray) -> np.ndarray:
        found = np.zeros((z.size, z.size))
        found[:, :n] = -matrix(t, states.sol(t)).T
        return found

    for name in ("rtol", "atol"):
        if np.ndim(options.get(name, 0.0)) > 0:
            options[name] = np.min(options[name])
    if own:
        options["jac"] = jac
    solver = getattr(integrate, method) if isinstance(method, str) else method
    z = np.zeros(len(values))
    for k in range(len(times) - 1, -1, -1):
        z[:n] += bar[:, k]
        end = times[k - 1] if k > 0 else start
        z = _stepped(solver, back, times[k], z, end, options)
    return z if has_start else z[n:]


def _stepped(solver, speed, start, z, end, options) -> np.ndarray:
    """Return the solution at the end of an interval."""
    if start == end:
        return z
    steps = solver(speed, start, z, end, **options)
    while steps.status == "running":
        message = steps.step()
    if steps.status == "failed":
        raise RuntimeError(f"the adjoint equation could not be integrated: {message}")
    return steps.y.copy()
