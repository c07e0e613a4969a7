"""Right sides of equations with their Jacobians as texts of numbers."""
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import tangentlite as tl
from tangentlite.api.inside.integration.joined_columns import JoinedColumns

MATRIX = np.array([[0.5, -1.0], [1.0, 0.2]])
SCALE = 2.0


def by_items(t, v):
    y, a = v[0:2], v[2]
    return np.array([a * y[0] - y[0] * y[1], -y[1] / a + t * y[0] ** 2 * y[1]])


def by_unpacking(t, v):
    p, q = v[:2]
    return np.asarray([np.sin(p * v[2]) + q, SCALE * (p - q) * v[-1] - 3.0])


def by_writes(t, v):
    out = np.zeros_like(v[0:2])
    out[0] = v[2] * v[1]
    out[1] = -v[0] * np.exp(-t) + out[0]
    out[1] += 2.0 * v[1]
    return out


def of_whole_arrays(t, v):
    y = v[0:2]
    return np.ravel(v[2] * y * np.array([1.0, 2.0]) - np.tanh(y) + t)


def by_a_matrix(t, v):
    return MATRIX @ v[0:2] * v[2] - 0.1 * v[0:2] ** 3


def by_changes(t, v):
    y = MATRIX @ v[0:2]
    z = y * v[2]
    z += 2.0 * y
    z *= v[1]
    p = z[0]
    p -= t
    return np.array([p, z[1]])


def by_a_changed_view(t, v):
    y = MATRIX @ v[0:2]
    z = y[0:1]
    y *= 2.0
    return np.array([z[0] * v[2], y[1]])


def by_a_second_name(t, v):
    y = MATRIX @ v[0:2]
    z = y
    y *= v[2]
    return z + y


def by_a_view(t, v):
    out = np.zeros(2)
    part = out[0:1]
    part[0] = v[0] * v[2]
    out[1] = v[1]
    return out


def by_a_branch(t, v):
    if t < 1.0:
        return np.array([v[0] * v[2], v[1]])
    return np.array([v[1] * v[2], v[0]])


def by_a_loop(t, v):
    out = np.zeros(2)
    for k in range(2):
        out[k] = v[k] * v[2] * (k + t)
    return out


STRAIGHT = [by_items, by_unpacking, by_writes, of_whole_arrays, by_a_matrix, by_changes]
OTHERS = [by_a_view, by_a_changed_view, by_a_second_name, by_a_branch, by_a_loop]


@pytest.mark.parametrize('f', [*STRAIGHT, *OTHERS])
def test_they_are_those_by_arrays(f):
    v = np.array([0.7, -1.2, 1.5])
    joined = JoinedColumns('speed', f, f, ()).of(v, 2, 0.3, ())
    if f in STRAIGHT:
        assert joined is not None
    if joined is not None:
        value, matrix = tl.value_and_jacobian(f, wrt=1)(0.3, v)
        speed, entries = joined(0.3, v[:2])
        np.testing.assert_allclose(speed, value, rtol=1e-14)
        np.testing.assert_allclose(np.reshape(entries, (2, 3)), matrix, rtol=1e-14)


@pytest.mark.parametrize('f', STRAIGHT)
@pytest.mark.parametrize('columns', [1, 3])
def test_sensitivities_move_by_the_jacobian_times_them(f, columns):
    v, rng = np.array([0.7, -1.2, 1.5]), np.random.default_rng(0)
    s = rng.normal(size=(2, columns))
    moved = JoinedColumns('speed', f, f, ()).moved_of(v, 2, columns, 0.3, ())
    value, matrix = tl.value_and_jacobian(f, wrt=1)(0.3, v)
    below = np.eye(3)[2:, 3 - columns :]  # the parameter moves by itself
    wanted = np.append(value, matrix @ np.vstack([s, below]))
    np.testing.assert_allclose(moved(0.3, np.append(v[:2], s)), wanted, rtol=1e-14)


def by_division(t, v):
    return np.array([v[2] / v[0], v[1] ** 2])


@pytest.mark.filterwarnings('ignore::RuntimeWarning')
@pytest.mark.parametrize('y', [[0.0, 1.0], [1.0, 1e200]])
def test_what_is_an_inf_for_numpy_is_one_here(y):
    v = np.array([0.7, -1.2, 1.5])
    joined = JoinedColumns('speed', by_division, by_division, ()).of(v, 2, 0.3, ())
    speed, _ = joined(0.3, np.array(y))
    np.testing.assert_allclose(speed, by_division(0.3, np.append(y, v[2])))


SINGLE = np.float32(1 / 3)


def by_another_precision(t, v):
    return np.array([SINGLE * v[0] * v[2], v[1]])


def by_roots(t, v):
    return np.array([(v[0] - v[2]) ** 0.5, v[1]])


@pytest.mark.filterwarnings('ignore::RuntimeWarning')
@pytest.mark.parametrize('f', [by_another_precision, by_roots])
def test_what_floats_compute_otherwise_is_left_to_numpy(f):
    v = np.array([0.7, -1.2, 1.5])
    joined = JoinedColumns('speed', f, f, ()).of(v, 2, 0.3, ())
    speed, _ = joined(0.3, v[:2])
    np.testing.assert_array_equal(speed, f(0.3, v))


def decay(t, y, rate):
    return [-rate * SCALE * y[0] + y[1], -y[1] * rate]


def last(rate):
    found = solve_ivp(decay, (0.0, 1.0), [1.0, 0.5], args=(rate,), rtol=1e-9, atol=1e-9)
    return found.y[0, -1]


def test_data_of_the_module_is_read_at_each_call(monkeypatch):
    gradient = tl.grad(last)
    for scale in (2.0, 0.5):
        monkeypatch.setitem(globals(), 'SCALE', scale)
        wanted = (last(1.3 + 1e-4) - last(1.3 - 1e-4)) / 2e-4
        assert gradient(1.3) == pytest.approx(wanted, rel=1e-6)


def test_many_states_are_not_taken_apart():
    v = np.ones(13)
    assert JoinedColumns('speed', lambda t, v: v[0:13] * t, last, ()).of(
        v, 13, 0.0, ()) is None
