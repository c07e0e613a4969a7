"""Numbers that become arrays of one entry, in compiled loops."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.loops_in_python import loops_in_python

X = np.linspace(0.3, 1.9, 5)
NODES = np.arange(4.0)


def appended(x):
    return np.append(x * x, x[0] * x[1]) ** 2


def of_one_row(x):
    return np.reshape(x[0] * x[1], (1, 1)) + x


def raveled(x):
    return np.concatenate((np.ravel(np.sum(x)), x, np.ravel(2.0)))


def side_by_side(x):
    return np.hstack((x[0] * x[1], x, 2)) ** 2


def in_columns(x):
    return np.column_stack((x[0] * x[1], 2.0 * x[2])) ** 2


def one_above_the_other(x):
    return np.vstack((x[0] * x[1], x[2], 1)) ** 2


def between_nodes(x):
    return np.interp(x, NODES, np.cos(NODES))


@pytest.mark.parametrize(
    "program",
    [
        appended,
        of_one_row,
        raveled,
        side_by_side,
        in_columns,
        one_above_the_other,
        between_nodes,
    ],
)
def test_jacobians_and_gradients(program):
    wanted = tl.jacobian(program)(X)
    with loops_in_python(), tl.options(backend="numba"):
        found = tl.jacobian(program)(X)
        slope = tl.grad(lambda x: np.sum(program(x) ** 2))(X)
    np.testing.assert_allclose(found, wanted, 1e-13)
    rows = wanted.reshape(-1, X.size)
    np.testing.assert_allclose(slope, 2.0 * program(X).ravel() @ rows, 1e-12)


def test_interpolation_compiles():
    found = tl.jacobian(between_nodes, backend="numba")(X)
    np.testing.assert_allclose(found, tl.jacobian(between_nodes)(X), 1e-13)


TABLE = np.outer(X, X)


def test_real_parts_of_reductions_with_masks():
    def program(x):
        mask = [[True, False, True], [False, False, False]]
        sums = np.logaddexp.reduce(TABLE[:2, :3], 1, where=mask, initial=0.5)
        return x[0] * np.real(np.sum(sums))

    wanted = np.logaddexp.reduce(TABLE[0, [0, 2]], initial=0.5) + 0.5
    for backend in ("numpy", "numba"):
        slope = tl.grad(program, backend=backend)(X)
        np.testing.assert_allclose(slope, [wanted, 0.0, 0.0, 0.0, 0.0], 1e-12)


SEEN = []


def behind_an_effect(x):
    SEEN.append("begun")
    return abs(np.where(0.9, x, 0.3))


def test_one_part_passes_a_number_to_the_next():
    """What is outside is changed by Python, between what is compiled."""
    with loops_in_python():
        found = tl.value_and_grad(behind_an_effect, backend="numba")(-0.9)
    assert found == (0.9, -1.0) and SEEN[-1:] == ["begun"]


def of_a_new_axis(a):
    return np.sum(np.expand_dims(a * a, 0) * X)


def of_a_mean_with_an_axis(a):
    moved = X * a
    mean = np.mean(moved, axis=0)
    return np.sum((moved - np.expand_dims(mean, 0)) ** 2 * X) + mean


def of_a_sum_without_its_axis(a):
    whole = np.sum(X * a, axis=0, keepdims=True)
    return np.squeeze(whole, 0)[()] ** 2 + np.squeeze(-whole, 0)


@pytest.mark.parametrize(
    "f", [of_a_new_axis, of_a_mean_with_an_axis, of_a_sum_without_its_axis]
)
def test_arrays_of_one_entry_without_their_axis(f):
    slope = tl.grad(f)(0.7)
    with loops_in_python():
        assert tl.grad(f, backend="numba")(0.7) == pytest.approx(slope, rel=1e-12)
        forward = tl.autodiff(f, mode="forward", backend="numba")
        assert forward(0.7, 1.0) == pytest.approx(slope, rel=1e-12)
    assert tl.grad(f, backend="numba")(0.7) == pytest.approx(slope, rel=1e-12)


def of_the_smaller_key(x, a, scale):
    pairs = [{"k": 0.5, "v": x}, {"k": a, "v": np.where(0.5, scale, 0.0)}]
    return sorted(pairs, key=lambda pair: pair["k"])[0]["v"]


@pytest.mark.parametrize(("a", "slope"), [(-0.1, 1.0), (0.9, 0.0)])
def test_python_asks_for_the_shape_of_what_is_compiled(a, slope):
    args = (1.38, a, 0.88)
    with loops_in_python():
        derivative = tl.value_and_grad(of_the_smaller_key, wrt=2, backend="numba")
        assert derivative(*args) == (of_the_smaller_key(*args), slope)
    compiled = tl.value_and_grad(of_the_smaller_key, wrt=2, backend="numba")
    assert compiled(*args) == (of_the_smaller_key(*args), slope)
