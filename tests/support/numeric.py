"""Numerical derivatives and comparisons for the tests, in float64."""
from collections.abc import Callable, Sequence

import numpy as np
import pytest

import tangentlite as tl


def central_jvp(
    f: Callable, args: Sequence, tangents: Sequence, eps: float = 1e-4
) -> np.ndarray:
    """The derivative of f at args in the direction of the tangents.

    A tangent of None stands for zero. Five points: the error is of order eps ** 4, so
    f must be smooth within 2 * eps.
    """

    def value(step: float) -> np.ndarray:
        moved = [moved_by(a, t, step) for a, t in zip(args, tangents, strict=True)]
        return np.asarray(f(*moved), float)

    near = value(eps) - value(-eps)
    far = value(2.0 * eps) - value(-2.0 * eps)
    return (8.0 * near - far) / (12.0 * eps)


def moved_by(value: object, tangent: object, step: float) -> object:
    """Give value + step * tangent, in containers too; scalars stay Python floats."""
    if tangent is None:
        return value
    if isinstance(value, dict):
        return {key: moved_by(item, tangent[key], step) for key, item in value.items()}
    if isinstance(value, tuple | list):
        pairs = zip(value, tangent, strict=True)
        moved = [moved_by(item, part, step) for item, part in pairs]
        return sequence_like(value, moved)
    moved = np.asarray(value, float) + step * np.asarray(tangent, float)
    if not isinstance(value, np.ndarray):
        return float(moved)
    return laid_out_like(value, moved)


def copied(value: object) -> object:
    """The value with copies of its arrays, in memory that is laid out the same."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return sequence_like(value, [copied(item) for item in value])
    return laid_out_like(value, value) if isinstance(value, np.ndarray) else value


def laid_out_like(array: np.ndarray, entries: np.ndarray) -> np.ndarray:
    """A new array of the entries with the gaps and the directions of the array's axes.

    An axis along which the array repeats itself gets memory for each of its entries.
    """
    if not array.size or 0 in array.strides:
        return entries.copy()
    steps = [stride // array.itemsize for stride in array.strides]
    reach = [(n - 1) * step for n, step in zip(array.shape, steps, strict=True)]
    room = np.zeros(sum(map(abs, reach)) + 1, entries.dtype)
    start = -sum(way for way in reach if way < 0) * entries.itemsize
    strides = [step * entries.itemsize for step in steps]
    new = np.ndarray(array.shape, entries.dtype, room, start, strides)
    new[...] = entries
    return new


def central_gradient(
    f: Callable, args: Sequence, wrt: Sequence[int], eps: float = 1e-4
) -> tuple[np.ndarray, ...]:
    """The gradients of a scalar function f at args, one for each position in wrt."""
    return tuple(entry_by_entry(f, args, position, eps) for position in wrt)


def entry_by_entry(
    f: Callable, args: Sequence, position: int, eps: float
) -> np.ndarray:
    """Give the gradient with respect to one argument."""
    gradient = np.zeros(np.shape(args[position]))
    for index in np.ndindex(gradient.shape):
        unit = np.zeros(gradient.shape)
        unit[index] = 1.0
        tangents = [None] * len(args)
        tangents[position] = unit
        gradient[index] = central_jvp(f, args, tangents, eps)
    return gradient


def assert_close(
    got: object, want: object, rtol: float = 1e-6, atol: float = 1e-8, what: str = ''
) -> None:
    """Raise where numbers, arrays or sequences of them differ in shape or in value."""
    if isinstance(want, tuple | list):
        assert len(got) == len(want), f'{what}: {len(got)} parts, not {len(want)}'
        for k, (one, other) in enumerate(zip(got, want, strict=True)):
            assert_close(one, other, rtol, atol, f'{what}[{k}]')
        return
    assert np.shape(got) == np.shape(want), (
        f'{what}: shape {np.shape(got)}, not {np.shape(want)}'
    )
    np.testing.assert_allclose(got, want, rtol=rtol, atol=atol, err_msg=what)


def sequence_like(value, items: list):
    """A tuple or list of the type of a value, which may be a named tuple."""
    return type(value)(*items) if hasattr(value, '_fields') else type(value)(items)


def at(points: Sequence[float], *functions: Callable) -> list:
    """Each function at each of the points, as parameters of a test."""
    return [
        pytest.param(function, x, id=f"{function.__name__}-{x}")
        for function in functions
        for x in points
    ]


def require_derivatives(function: Callable, x: float, order: int = 2) -> None:
    """Compare the value and all derivatives of a function of one number.

    At order 2 that is the gradient's, reverse and forward, as well.
    """
    value, gradient = tl.value_and_grad(function)(x)
    assert value == function(x)
    expected = _difference(function, x, 1e-6)
    assert gradient == pytest.approx(expected, rel=1e-6, abs=1e-7)
    tangent = tl.autodiff(function, mode="forward")(x, 1.0)
    assert tangent == pytest.approx(expected, rel=1e-6, abs=1e-7)
    if order == 2:
        derivative = tl.grad(function)
        second = pytest.approx(_difference(derivative, x, 1e-4), rel=1e-5, abs=1e-5)
        assert tl.grad(derivative)(x) == second
        assert tl.autodiff(derivative, mode="forward")(x, 1.0) == second


def require_along(function: Callable, x, v, rel: float = 1e-6) -> None:
    """Compare both modes along a direction with a central difference."""
    change = (function(x + 1e-6 * v) - function(x - 1e-6 * v)) / 2e-6
    assert np.sum(tl.grad(function)(x) * v) == pytest.approx(change, rel=rel)
    tangent = tl.autodiff(function, mode="forward")(x, v)
    assert tangent == pytest.approx(change, rel=rel)


def require_both_modes(function: Callable, x: np.ndarray) -> None:
    """The value, the gradient and the tangent along x are those of a function of x."""
    (expected,) = central_gradient(function, (x,), [0])
    value, gradient = tl.value_and_grad(function)(x)
    assert_close(value, function(x))
    assert_close(gradient, expected)
    assert_close(tl.autodiff(function, mode="forward")(x, x_dot=x), expected @ x)


def require_refused(function: Callable, x: float, what: str, mode: str) -> None:
    """Check that a function of one number is refused, with words that match."""
    given = (x,) if mode == "reverse" else (x, 1.0)
    with pytest.raises(tl.TangentliteError, match=what):
        tl.autodiff(function, mode=mode)(*given)


def _difference(function: Callable, x: float, step: float) -> float:
    with np.errstate(invalid="ignore"):
        return (function(x + step) - function(x - step)) / (2 * step)


def central_jacobian(f: Callable, x: np.ndarray, step: float = 1e-6) -> np.ndarray:
    """The Jacobian of an array function of an array by central differences."""
    x = np.asarray(x, float)
    columns = []
    for index in np.ndindex(x.shape):
        unit = np.zeros(x.shape)
        unit[index] = step
        columns.append((np.asarray(f(x + unit)) - np.asarray(f(x - unit))) / (2 * step))
    return np.stack(columns, axis=-1).reshape(np.shape(f(x)) + x.shape)
