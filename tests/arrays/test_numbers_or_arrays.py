"""Whether an operation gives one of NumPy's numbers or an array without axes.

`+=` makes another number, but writes into the array, which other names hold as well.
"""

import linecache

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.3, 0.7, 0.4, 0.9])
A = np.arange(1.0, 17.0).reshape(4, 4) % 5 + np.eye(4)
EXPRESSIONS = """\
x[0].copy()
x.sum().copy()
np.linalg.norm(x).copy()
max(x).copy()
x[0].real.copy()
[v.copy() for v in x][0]
x[0].reshape(())
np.reshape(x[0], ())
x[:1].reshape(())
x[np.array(0)]
x[np.asarray(1.2).astype(int)]
x[np.squeeze(np.array([2]))]
x[(np.array(1),)]
a[np.array(0), 1]
a[1, np.array(0)]
a[np.array(0)][1]
x[np.array(0), ...]
x[0][...]
x[0][()]
np.sum(x)[...]
a[0, ..., 0]
np.cross(x[:2], x[1:3])
x[0].transpose()
x[0].squeeze()
x[0].T
np.copy(x[0])
np.array(x[0])
np.squeeze(x[:1])
np.where(x[0] > 0, x[0], x[1])
np.full((), x[0])
np.einsum('i,i->', x, x)
np.tensordot(x, x, 1)
np.interp(0.5, [0.0, 1.0], x[:2])
np.cov(x)
np.apply_along_axis(np.sum, 0, x)
np.roll(x[0], 0)
np.multiply.outer(x[0], x[1])
""".splitlines()
if np.lib.NumpyVersion(np.__version__) >= '2.5.0':  # vectors of two have no product
    EXPRESSIONS.remove('np.cross(x[:2], x[1:3])')
TEXT = """\
def f(x, a):
    y = {}
    z = y
    z += x[1]
    return np.sum(y * z) + 10.0 * isinstance(y, np.ndarray) + 100.0 * np.isscalar(y)
"""


@pytest.mark.one_in(3, always=('np.squeeze(x[:1])',))
@pytest.mark.filterwarnings('ignore::DeprecationWarning')
@pytest.mark.parametrize('expression', EXPRESSIONS)
def test_an_update_reaches_other_names_of_arrays_alone(expression):
    text = TEXT.format(expression)
    filename = f'<numbers {expression}>'
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace = {'np': np}
    exec(compile(text, filename, 'exec'), namespace)
    f = namespace['f']
    want = f(X.copy(), A.copy())
    value, gradient = tl.value_and_grad(f)(X, A.copy())
    assert value == pytest.approx(want, rel=1e-12)
    step = 1e-6 * np.cos(X)
    slope = (f(X + step, A.copy()) - f(X - step, A.copy())) / 2e-6
    assert np.sum(gradient * np.cos(X)) == pytest.approx(slope, rel=1e-6)


def rates(y, rate):
    y = y.copy()
    path = [y]
    for _ in range(3):
        y += 0.1 * (rate - y)
        path.append(y)
    return sum(path)


def test_an_integrator_of_numbers():
    value, gradient = tl.value_and_grad(lambda x: rates(x[0], x[1]))(np.array([1.0, 2]))
    assert value == rates(np.float64(1.0), np.float64(2.0))
    np.testing.assert_allclose(gradient, [3.439, 0.561], rtol=1e-12)
    several = np.array([1.0, 2.0])
    value, gradient = tl.value_and_grad(lambda x: np.sum(rates(x, 2.0)))(several)
    assert value == np.sum(rates(several, 2.0))


def shaped(x, n):
    total = x
    for i in range(n):
        total = total + np.ones((2, 4)) * i * x
    rows, columns = total.shape
    largest = total.reshape(rows, columns // 2, 2).max(axis=2)
    return np.sum(np.tanh(np.reshape(total, (2, -1)))) + np.sum(largest**2)


def test_what_is_reshaped_is_no_number():
    tl.check_grad(shaped, (0.3, 2), order=2)
    derivative = tl.autodiff(shaped)
    derivative(0.3, 2)
    assert 'np.ndim' not in derivative.source
