"""Arrays of many axes: kinds are found without trying functions on huge arrays."""
import tracemalloc

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient, central_jvp


def squares(w):
    return np.sum(w * w)


def softmax(w):
    e = np.exp(w - np.max(w, axis=-1, keepdims=True))
    return np.sum((e / np.sum(e, axis=-1, keepdims=True)) ** 2)


def rows(w):
    y = np.zeros_like(w)
    for i in range(2):
        y[i] += w[i] * w[1 - i]
    return np.sum(np.moveaxis(y, 0, 2)[1] ** 2)


@pytest.mark.parametrize('f', [squares, softmax, rows])
@pytest.mark.parametrize('rank', [5, 6, 7])
def test_both_modes(f, rank):
    generator = np.random.default_rng(rank)
    w, v = generator.uniform(0.5, 1.5, (2, *(2,) * rank))
    expected = central_jvp(f, (w,), (v,))
    assert_close(np.sum(tl.grad(f)(w) * v), expected)
    assert_close(tl.jvp(f, (w,), (v,))[1], expected)


def test_memory_does_not_grow_with_the_axes():
    w = np.ones((2,) * 7)
    tl.cache_clear()
    tracemalloc.start()
    try:
        tl.grad(squares)(w)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2**28


def factored(name):
    def f(x, y):
        c = np.cross(x, y)
        if name == 'qr':
            q, r = np.linalg.qr(c)
            return np.sum(q[0]) * np.sum(r[0] ** 2)
        if name == 'svd':
            u, s, vh = np.linalg.svd(c, full_matrices=False)
            return np.sum(s**2) + u[0, 0] * vh[0, 0]
        if name == 'eigvalsh':
            return np.sum(np.linalg.eigvalsh(c @ c.T) ** 2)
        if name == 'lstsq':
            return np.sum(np.linalg.lstsq(c, y[:, 0])[0])
        first, second = np.meshgrid(c, x)
        return np.sum(first * second**2)

    return f


@pytest.mark.parametrize('name', ['qr', 'svd', 'eigvalsh', 'lstsq', 'meshgrid'])
def test_cross_products_are_factored(name):
    f, x = factored(name), np.sin(np.arange(6.0)).reshape(2, 3)
    y = np.cos(2.0 * x + 1.0)
    assert_close(tl.grad(f, wrt=(0, 1))(x, y), central_gradient(f, (x, y), (0, 1)))
    tl.check_grad(f, (x, y))


def test_factored_arrays_of_open_rank_are_refused():
    def f(x):
        c = x if x[0, 0] < 0.0 else x[0]
        return np.sum(np.linalg.qr(c)[1])

    with pytest.raises(tl.UnsupportedError, match='number of axes is not known'):
        tl.grad(f)(np.eye(3))
