"""Functions that np.vectorize made outside of the program, as a decorator or not."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread


@np.vectorize
def wave(x, k):
    return np.sin(k * x) if x > 0.0 else x * x


@np.vectorize(otypes=[np.float32], excluded=['c'])
def polynomial(x, c):
    return c[0] * x + c[1] * x * x


@np.vectorize(signature='(n),(m)->(n)')
def shifted(rows, weights):
    return rows * np.sum(weights)


def of_entries(x, k):
    return wave(x, k=k)


def with_excluded(x, c):
    return polynomial(x, c=c)


def of_rows(x, w):
    return shifted(x, w) ** 2


@pytest.mark.one_in(2)
@pytest.mark.parametrize('function, arguments', [
    (of_entries, (spread(2, 3), spread(3))),
    (of_entries, (spread(2, 1), spread(1, 3))),
    (of_rows, (spread(2, 2, 3), spread(2, 2))),
    (of_rows, (spread(3), spread(2, 2))),
])  # fmt: skip
def test_against_central_differences(function, arguments):
    tl.check_grad(function, arguments, order=2)


def test_types_of_results_are_kept():
    x, c = spread(3, 4), spread(2)
    value, pullback = tl.vjp(with_excluded, x, c)
    assert value.dtype == np.float32
    x_bar, c_bar = pullback(np.ones((3, 4), np.float32))
    np.testing.assert_allclose(x_bar, c[0] + 2.0 * c[1] * x, rtol=1e-6)
    np.testing.assert_allclose(c_bar, [x.sum(), (x * x).sum()], rtol=1e-6)


def test_axes_of_one_name_have_one_size():
    outer = np.vectorize(lambda v, w: v.sum() * w.sum(), signature='(n),(n)->()')

    def program(x, y):
        return outer(x, y)

    tl.check_grad(program, (spread(2, 3), spread(3)))
    with pytest.raises(ValueError):
        program(spread(2, 3), spread(4))
    with pytest.raises(ValueError, match='several sizes'):
        tl.autodiff(program)(spread(2, 3), spread(4))


def test_no_entries():
    typed = np.vectorize(lambda entry: 2.0 * entry, otypes=[float])
    assert tl.grad(lambda x: np.sum(typed(x)))(np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize('applied', [
    lambda x: np.apply_along_axis(lambda r: 0 if r[0] < 0.0 else r.sum(), 1, x),
    lambda x: np.vectorize(lambda e: 0 if e < 0.0 else e)(x),
])  # fmt: skip
def test_integers_that_NumPy_makes_of_numbers_raise(applied):
    x = np.array([[-1.0, 2.5], [2.5, 1.0]])
    assert applied(x).dtype == int
    for differentiate in (tl.autodiff(applied), lambda x: tl.jvp(applied, (x,), (x,))):
        with pytest.raises(TypeError, match='makes integers of results like the first'):
            differentiate(x)
