"""Functions of numba's own, differentiated; derivatives that compiled code calls."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_gradient

numba = pytest.importorskip("numba")

X = np.linspace(0.3, 2.0, 5)
BACKENDS = pytest.mark.parametrize("backend", ["numpy", "numba"])


@numba.njit
def wave(x):
    return np.sin(x) * x


@numba.njit(error_model="numpy")
def waves(x, scale=2.0):
    total = 0.0
    for i in range(len(x)):
        total += wave(scale * x[i]) ** 2
    return total


@numba.njit(nogil=True)
def smoothed(u, steps):
    total = 0.0
    for _ in range(steps):
        for i in range(1, len(u) - 1):
            u[i] += 0.2 * (u[i + 1] - 2.0 * u[i] + u[i - 1])
            total += u[i] * u[i]
    return total


@numba.vectorize(["float64(float64)"])
def bent(x):
    return x * np.tanh(x)


def calls_one(x):
    total = 0.0
    for i in range(len(x)):
        total += wave(x[i]) * x[i]
    return total


def calls_two(x):
    return waves(x[1:], 0.5) + waves(x) * wave(x[0])


def calls_what_writes(x):
    u = x.copy()
    return smoothed(u, 3) + u[1]


def captured(function, *others):
    """A function that has numba's in its cells."""

    def inner(x):
        total = x[0]
        for one in (function, *others):
            total += one(x[1]) * x[2]
        return total

    return inner


def captured_by_numba(function):
    @numba.njit
    def inner(x):
        return function(x[0]) * x[1]

    return inner


def handed_on(x):
    return applied(wave, x[0]) + applied(waves, x)


def applied(function, x):
    return function(x) * 0.5


class Model:
    def __init__(self, activation):
        self.activation = activation

    def loss(self, x):
        return np.sum(x * self.activation(x[0]))


FUNCTIONS = {
    "itself": waves,
    "with-a-default": lambda x: waves(x, scale=0.7),
    "called-in-a-loop": calls_one,
    "calls-another": calls_two,
    "writes": calls_what_writes,
    "captured": captured(wave),
    "several-captured": captured(wave, wave),
    "captured-by-numba": captured_by_numba(wave),
    "handed-on": handed_on,
    "attribute": Model(wave).loss,
    "default-argument": lambda x, f=wave: f(x[0]) * x[1],
}


@pytest.mark.one_in(4)
@BACKENDS
@pytest.mark.parametrize("name", FUNCTIONS)
def test_both_modes(name, backend):
    function = FUNCTIONS[name]
    (want,) = central_gradient(function, (X,), (0,))
    value, gradient = tl.value_and_grad(function, backend=backend)(X)
    np.testing.assert_allclose(value, function(X), rtol=1e-13)
    np.testing.assert_allclose(gradient, want, rtol=1e-8, atol=1e-9)
    direction = np.cos(X)
    _, slope = tl.jvp(function, (X,), (direction,), backend=backend)
    np.testing.assert_allclose(slope, want @ direction, rtol=1e-8)


@BACKENDS
def test_a_function_of_numba_is_differentiated_twice(backend):
    second = tl.grad(tl.grad(wave, backend=backend), backend=backend)(0.7)
    np.testing.assert_allclose(second, 2.0 * np.cos(0.7) - 0.7 * np.sin(0.7))
    hessian = tl.hessian(waves, backend=backend)(X)
    np.testing.assert_allclose(hessian, tl.hessian(waves.py_func)(X))


@BACKENDS
def test_what_an_argument_holds_is_called(backend):
    def applied_twice(function, x):
        return function(x) * function(2.0 * x)

    got = tl.grad(applied_twice, wrt="x", backend=backend)(wave, 0.7)
    (want,) = central_gradient(applied_twice, (wave, 0.7), (1,))
    np.testing.assert_allclose(got, want, rtol=1e-9)


@BACKENDS
def test_a_rebound_function_leads_to_another_derivative(backend, monkeypatch):
    gradient = tl.grad(calls_one, backend=backend)
    before = gradient(X)
    monkeypatch.setitem(globals(), "wave", numba.njit(lambda x: 3.0 * x))
    np.testing.assert_allclose(gradient(X), 6.0 * X)
    monkeypatch.undo()
    np.testing.assert_array_equal(gradient(X), before)


def test_ufuncs_of_numba_are_refused_as_by_numpy():
    with pytest.raises(tl.UnsupportedError) as want:
        tl.grad(lambda x: np.sum(bent(x)))(X)
    with pytest.raises(type(want.value)):
        tl.grad(lambda x: np.sum(bent(x)), backend="numba")(X)


def energy(x, y):
    total = 0.0
    for i in range(len(x)):
        total += np.sin(x[i]) * y[i] ** 2
    return total


def test_jitted_needs_no_call_where_annotations_say_all():
    def annotated(x: float, n: int):
        for _ in range(n):
            x = x * x
        return x

    jitted = tl.grad(annotated, backend="numba").jitted
    assert numba.njit(lambda x: jitted(x, 3))(1.1) == pytest.approx(8.0 * 1.1**7)


def test_jitted_in_a_loop_of_compiled_code():
    gradient = tl.grad(energy, backend="numba")
    gradient(X, X)
    jitted = gradient.jitted

    @numba.njit
    def descended(x, y, rate, steps):
        for _ in range(steps):
            x = x - rate * jitted(x, y)
        return x

    want = X
    for _ in range(20):
        want = want - 0.01 * tl.grad(energy)(want, X)
    np.testing.assert_allclose(descended(X, X, 0.01, 20), want, rtol=1e-12)


@pytest.mark.slow
def test_jitted_of_each_row_in_parallel():
    gradient = tl.grad(energy, wrt="y", backend="numba")
    gradient(X, X)
    jitted = gradient.jitted

    @numba.njit(parallel=True)
    def of_rows(x, rows):
        out = np.empty_like(rows)
        for i in numba.prange(len(rows)):
            out[i] = jitted(x, rows[i])
        return out

    rows = np.outer(np.arange(1.0, 5.0), X)
    want = [tl.grad(energy, wrt="y")(X, row) for row in rows]
    np.testing.assert_allclose(of_rows(X, rows), want)


def test_jitted_with_several_results():
    def shifted(x, c):
        return np.sum((x - c) ** 2)

    gradient = tl.grad(shifted, wrt=(0, 1), backend="numba")
    gradient(X, 0.5)
    jitted = gradient.jitted

    @numba.njit
    def norm(x, c):
        by_x, by_c = jitted(x, c)
        return np.sum(by_x * by_x) + by_c * by_c

    by_x, by_c = tl.grad(shifted, wrt=(0, 1))(X, 0.5)
    assert norm(X, 0.5) == pytest.approx(by_x @ by_x + by_c * by_c)


def test_what_calls_jitted_is_differentiated():
    gradient = tl.grad(energy, backend="numba")
    gradient(X, X)
    jitted = gradient.jitted

    @numba.njit
    def squared(x, y):
        g = jitted(x, y)
        return np.sum(g * g)

    got = tl.grad(squared)(X, X)
    (want,) = central_gradient(squared, (X, X), (0,))
    np.testing.assert_allclose(got, want, rtol=1e-8)


def test_jitted_is_that_of_the_latest_call():
    gradient = tl.grad(lambda x: np.sum(x * x), backend="numba")
    gradient(X)
    first = gradient.jitted
    gradient(np.ones((2, 2)))
    second = gradient.jitted
    assert first is not second
    np.testing.assert_array_equal(numba.njit(lambda x: first(x))(X), 2.0 * X)
    np.testing.assert_array_equal(
        numba.njit(lambda x: second(x))(np.ones((2, 2))), np.full((2, 2), 2.0)
    )


@pytest.mark.parametrize(
    "made, args",
    [
        (lambda: tl.grad(energy), (X, X)),
        (lambda: tl.grad(lambda p: np.sum(p["w"] ** 2), backend="numba"), ({"w": X},)),
    ],
)
def test_what_is_no_compiled_function_says_so(made, args):
    derivative = made()
    derivative(*args)
    with pytest.raises(tl.errors.NotCompiledError, match="is no compiled function"):
        derivative.jitted  # noqa: B018
