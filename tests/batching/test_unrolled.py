"""Few tangents at once: what depends on them has a name for each."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.grad import derivative_of
from tangentlite.api.matrices.unit_blocks import MOST_IN_NAMES, ManyProducts


def trajectory(p, n):
    x, y = p[0], p[1]
    out = np.zeros(n)
    for k in range(n):
        x, y = x + 0.1 * y, y - 0.1 * (p[-1] * np.sin(x) + 0.1 * y)
        out[k] = x
    return out


def in_place(p, n):
    u = p * 1.0
    for _ in range(n):
        for i in range(1, len(u)):
            u[i] += 0.1 * u[i - 1] * u[i]
        u[0] = np.exp(-u[-1])
    return np.array([u[0], u[-1], u[1] * u[0]] * len(p))


def with_branches(p, n):
    total, found = p[0], []
    for k in range(n):
        if k % 3 == 1:
            total = total * p[k % len(p)]
        elif total > 2.0:
            total = total - p[1]
        else:
            total = total + p[0]
        found.append(total)
    while total > 0.3:
        total = total * 0.5 * p[1]
    return np.array([*found, total, *found])


def several_results(p, n):
    s, t = p[0], 1.0
    for _ in range(n):
        s = s * p[1]
        t = t + s
    return np.array([s, t, 2.0] * len(p))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("count", [2, 3, MOST_IN_NAMES, MOST_IN_NAMES + 1])
@pytest.mark.parametrize(
    "f",
    [trajectory, in_place, with_branches, several_results],
    ids=lambda f: f.__name__,
)
def test_jacobians_and_hessians(f, count):
    def loss(p, n):
        return np.sum(f(p, n) ** 2)

    for p in (np.linspace(0.4, 1.1, count), np.linspace(1.2, 0.3, count)):
        for of, operator in ((f, tl.jacobian), (loss, tl.hessian)):
            for _ in range(2):
                got = (
                    operator(of, mode="forward")(p, 5)
                    if of is f
                    else operator(of)(p, 5)
                )
                want = operator(of, chunk=1)(p, 5)
                np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_text(dtype):
    x = np.linspace(0.4, 1.1, 3).astype(dtype)
    product = derivative_of(trajectory, "forward", ("p",))
    found = ManyProducts(product, "p_dot").answer(3, 3, None, (x, 4), {"p_dot": x})
    assert found.chunk == 3
    block = found.code(x, 4, p_dot=np.eye(3, dtype=dtype))
    rows = [product(x, 4, row) for row in np.eye(3, dtype=dtype)]
    np.testing.assert_allclose(block, rows, rtol=1e-6 if dtype == np.float32 else 1e-14)
    assert block.dtype == rows[0].dtype


def with_arrays(p, n):
    for _ in range(n):
        p = np.sin(p) * p
    return p


def without_a_loop(p, n):
    return np.array([p[0] * p[1], np.sin(p[0]), p[1] * n])


@pytest.mark.parametrize("f", [with_arrays, without_a_loop])
def test_what_goes_another_way(f):
    p = np.array([0.5, 1.2])
    product = derivative_of(f, "forward", ("p",))
    code = ManyProducts(product, "p_dot").answer(2, 2, None, (p, 3), {"p_dot": p})
    assert code is None
    np.testing.assert_allclose(tl.jacobian(f)(p, 3), tl.jacobian(f, chunk=1)(p, 3))


def test_other_numbers_of_vectors_have_other_texts():
    for count in (3, 5, 3, 12):
        p = np.linspace(0.4, 1.1, count)
        matrix = tl.jacobian(trajectory)(p, 20)
        assert matrix.shape == (20, count)
        np.testing.assert_allclose(matrix, tl.jacobian(trajectory, chunk=1)(p, 20))
