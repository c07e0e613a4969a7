"""Numbers and lists taken out of arrays, and casts."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 1.5, 2.0])


def items(x):
    return x[0].item() * x.item(1) * np.sum(x).item() * x[1:2].item()


def item_of_a_point(x):
    return np.sum(x * x).reshape(()).item() * x[0]


def listed(x):
    return sum(x.tolist()) * x[0]


def floats(x):
    return float(x[0]) * x[1]


def cut(x):
    return int(x[1]) * x[2]


@pytest.mark.parametrize('function', [items, item_of_a_point, listed, floats, cut])
def test_derivatives(function):
    tl.check_grad(function, (X,), order=2)


@pytest.mark.parametrize(('function', 'what'), [
    (lambda x: x.item(), 'an array of one entry'),
    (lambda x: x.reshape(1, 3, 1).item(2, 0), 'an index for each axis'),
    (lambda x: x.astype(object)[0], 'arrays of object'),
    (lambda x: x.astype('longdouble')[0], 'are not supported'),
    (lambda x: np.matrix(x)[0, 0], 'np.matrix is not supported'),
    (lambda x: float(str(x[0])), 'no derivative passes'),
    (lambda x: float(f'{x[0]:.3f}') * x[1], 'no derivative passes'),
    (lambda x: np.array([str(x[0])]).astype(float)[0], 'no derivative passes'),
])
def test_refused(function, what):
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(function)(X)


@pytest.mark.parametrize('value', [
    np.matrix([1.0, 2.0]), np.ma.masked_array([1.0, 2.0], [False, True]),
])
def test_refused_arguments(value):
    with pytest.raises(tl.ArgumentError, match='Convert it to an array'):
        tl.grad(np_sum)(value)


def np_sum(x):
    return np.sum(x)


@pytest.mark.parametrize('function', [
    lambda x: x + ((-x) ** 0.5).imag,
    lambda x: x + np.imag((-x) ** 0.5),
    lambda x: ((-x) ** 0.5).real,
])
def test_parts_of_what_became_complex(function):
    for mode, given in (('reverse', (0.7,)), ('forward', (0.7, 1.0))):
        with pytest.raises(TypeError, match='root of a negative number'):
            tl.autodiff(function, mode=mode)(*given)


def test_parts_of_real_and_complex_numbers():
    def f(x):
        return (x ** 0.5).real + x.imag + (complex(-x) ** 0.5).imag * x

    tl.check_grad(f, (0.7,), order=2)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.ma.array(x, mask=[True, False]).sum(),
        lambda x: np.ma.masked_less(x, 0.0).sum(),
        lambda x: np.sum(np.ma.log(x)),
        lambda x: np.ma.average(x),
    ],
)
def test_functions_of_masked_arrays_are_refused(f):
    with pytest.raises(tl.UnsupportedError, match="not supported") as caught:
        tl.grad(f)(np.ones(2))
    assert str(caught.value).endswith("Use an array and a mask beside it.")


def test_whether_an_array_is_masked_is_known():
    def f(x):
        return 2.0 * np.sum(x) if not np.ma.isMaskedArray(x) else 0.0

    np.testing.assert_array_equal(tl.grad(f)(np.ones(2)), [2.0, 2.0])
