"""Arrays that lie in memory by columns: what reshapes of results are views of."""

import numpy as np
import pytest

import tangentlite as tl

U = np.random.default_rng(0).normal(size=(5, 3))
V = np.random.default_rng(1).normal(size=(5, 3))
LAYOUTS = {
    "rows": U,
    "columns": np.asfortranarray(U),
    "reversed": U[::-1],
    "strided": np.asfortranarray(np.repeat(U, 2, 0))[::2],
}


def total(z, v):
    """A sum that tells whether a reshape of z is a view of it."""
    r = z.reshape(-1)
    r[0] = np.sum(v)
    return np.sum(z * z) + np.sum(r)


def zeros_in_a_loop(u, v):
    s = 0.0
    for _ in range(2):
        y = np.zeros_like(u)
        s = s + total(y, v)
        y[...] = u * v
        s = s + np.sum(y)
    return s


def zeros_like_a_result(u, v):
    t = v * 2.0
    s = u + v
    return total(np.zeros_like(t), s)


def zeros_like_what_is_in_columns(u, v):
    t = u * 2.0
    s = v + u
    return total(np.zeros_like(t), s)


by_entries = np.vectorize(lambda a: a * a if a > 0 else 0.5 * a)
of_both = np.vectorize(lambda a, b: a * b if a > 0 else b)
of_two = np.vectorize(lambda a, b: (a * b, a + b))


def vectorized(u, v):
    return total(by_entries(u), v)


def vectorized_of_both(u, v):
    return total(of_both(u, v), v)


def vectorized_with_two_results(u, v):
    z, w = of_two(u, v[0])
    return total(z, v) + np.sum(w * w)


def of_functions(u, v):
    s = total(np.average(u, axis=0), v) + total(np.median(u, axis=0), v)
    s = s + total(np.diff(u, axis=0), v) + total(np.select([u > 0], [u], v), v)
    return s + total(np.nancumsum(u, axis=0), v) + total(np.cov(u), v)


def permuted(u, v):
    draws = np.random.default_rng(3)
    return total(draws.permutation(u, axis=1), v) + total(draws.permutation(u), v)


def chosen(u, v):
    y = np.choose((u > 0).astype(int), [u, v])
    return total(y, v) + total(np.block(u), v)


@pytest.mark.parametrize('f', [
    zeros_in_a_loop, zeros_like_a_result, zeros_like_what_is_in_columns, vectorized,
    vectorized_of_both, vectorized_with_two_results, of_functions, permuted, chosen,
])  # fmt: skip
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("other", ["rows", "columns"])
def test_results_lie_as_numpy_lays_them(f, layout, other):
    u, v = LAYOUTS[layout], np.array(V, order="F" if other == "columns" else "C")
    value, gradients = tl.value_and_grad(f, wrt=(0, 1))(u, v)
    assert value == f(u, v)
    step, directions = 1e-6, (np.cos(U), np.sin(V))
    ahead, behind = (
        f(*(moved(x, sign * step * d) for x, d in zip((u, v), directions)))
        for sign in (1, -1)
    )
    slope = (ahead - behind) / (2 * step)
    along = sum(np.sum(g * d) for g, d in zip(gradients, directions))
    assert along == pytest.approx(slope, rel=1e-6, abs=1e-6)
    assert tl.jvp(f, (u, v), directions)[1] == pytest.approx(along, rel=1e-12)


def moved(x, step):
    """What is beside x, with the strides that operations leave."""
    beside = np.empty_like(x) if x.flags.forc else np.zeros((10, 3), order="F")[::2]
    beside = np.empty((5, 3))[::-1] if x.strides[0] < 0 else beside
    beside[...] = x + step
    return beside


def test_zeros_of_a_matrix_in_a_loop_are_not_respelled():
    derivative = tl.value_and_grad(zeros_in_a_loop)
    derivative(U, V)
    assert "np.zeros_like(u)" in derivative.source


def by_ravel(u):
    a = np.ravel(u)
    b = np.reshape(u, (3, 5))
    return np.sum(a * a) + np.sum(b[0] * b[1])


def test_compiled_reshapes_of_any_layout():
    pytest.importorskip("numba")
    compiled = tl.value_and_grad(by_ravel, backend="numba")
    for u in LAYOUTS.values():
        value, gradient = compiled(u)
        assert value == by_ravel(u)
        np.testing.assert_allclose(gradient, tl.grad(by_ravel)(u), rtol=1e-14)
