"""Arrays of many axes: kinds are found without trying functions on huge arrays."""
import tracemalloc

import numpy as np
import pytest

import tangentlite as tl
from tests.numeric import assert_close, central_jvp


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
