"""Taylor coefficients of programs: loops, branches, arrays, writes, containers."""
import math

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import d
from tests.support.expansions import expansion, leaves

X = np.array([0.3, 0.7, 1.1])
M = np.array([[0.4, 1.2, -0.3], [0.9, 0.2, 0.5]])
A = np.array([[3.0, 0.4, -0.2], [0.1, 2.5, 0.3], [-0.4, 0.2, 2.0]])


def newton(a):
    x = a
    while abs(x * x - a) > 1e-13:
        x = 0.5 * (x + a / x)
    return x


def written(x):
    u = np.zeros(5)
    u[1:4] = x
    for _ in range(3):
        u[1:-1] += 0.1 * (u[:-2] - 2.0 * u[1:-1] + u[2:]) * u[1:-1]
    u[0] = u[2] * 2.0
    u *= u[1]
    return u


def argument_written(x):
    x[1] = x[0] * x[2]
    x[0] += np.sin(x[1])
    return x * x


def views(x):
    y = np.sin(x)
    v = y[:2]
    v *= 0.5
    return np.sum(y) * v[0]


def branches(x):
    if np.sum(x) > 1.0:
        y = x * x
    else:
        y = x
    for k in range(3):
        if y[k] > 0.25:
            y = y * x[k]
    return y / (1.0 + x)


def lists(x):
    out = []
    for k in range(3):
        out.append(x[k] * x[0])
    return np.array(out), sum(out) * out[-1]


def local(x):
    def g(y, scale=2.0):
        return np.sin(scale * y) * x[0]
    return g(x) + g(x * x, scale=x[1])


def structured(x):
    return {'a': (x * x, np.exp(x)), 'b': [np.sum(x), 3, 'text'], 'c': None}


def of_python(x):
    y = math.sin(x) * math.exp(x) + math.log(x) / math.sqrt(x) - 1.0 / x
    return y + math.atan(x) + math.pow(x, 2.5) + max(x, x * x) + x ** -2 + 2.0 ** x


def arranged(x):
    y = np.concatenate([x, x * x, np.ones(2)]).reshape(2, 4).T[1:]
    return y * np.stack([x, np.sin(x)], axis=1), x[::-1] * x[np.array([0, 2, 2])]


def reduced(m):
    sums = np.mean(m * m, axis=0), np.std(m), np.cumsum(m * m, axis=1)
    return (*sums, np.max(m * m, axis=1), np.sort(m, axis=1) * m, np.linalg.norm(m))


def products(m, x):
    y = m @ x, x @ m.T @ m, m @ m.T, np.outer(x, x * x), np.dot(m, x), np.kron(x, x)
    return (*y, np.einsum('ij,j->i', m, x), np.convolve(x, x), np.tensordot(x, x, 1))


def multiplied(m):
    return np.prod(m, axis=0), np.cumprod(m, axis=-1), np.prod(m[0])


def equations(a, x):
    y = np.linalg.solve(a, x), np.linalg.solve(a, a * a), np.linalg.inv(a)
    return (*y, np.linalg.det(a), np.linalg.slogdet(a)[1], np.linalg.cholesky(a @ a.T))


def along_a_line(t):
    """Matrices that are constant but for a number, which is no array."""
    a = A @ A.T + t * np.eye(3)
    return np.linalg.inv(a), np.linalg.cholesky(a), t * np.ones(3) + np.ones(3)


def softmax(x):
    e = np.exp(x - np.max(x))
    return np.log(e / np.sum(e)), np.where(x > 0.5, x * x, np.sin(x)), np.clip(x, 0, 1)


def complex_inside(x):
    z = x + 1j * x * x
    return np.abs(z), np.imag(np.exp(z)), np.angle(z), np.abs(np.fft.fft(x))


def polynomial(x):
    return np.polyval(np.array([1.0, -2.0, 0.5]), x)


def of_a_gradient(x):
    return tl.grad(lambda y: np.sum(np.sin(y) * y))(x)


def nested_sines(x, n=4):
    return x * np.sin(nested_sines(x, n - 1)) if n else 1.0


def mutual(x, n=5):
    return x * mutual_again(x, n - 1) if n else 1.0


def mutual_again(x, n):
    return mutual(x, n - 1) + x if n else x


def pair(x, n=3):
    if n == 0:
        return x, 1.0
    a, b = pair(x, n - 1)
    return a * x, b + a * a


def row(x, n=3):
    return x * row(x, n - 1) + x if n else np.ones(3)


def caught(x):
    try:
        if x[0] > 0.0:
            raise ValueError
        y = x
    except ValueError:
        y = x * x * x
    return y


def repeated(x):
    n = 0
    while np.sum(x) < 25.0:
        x = x * x + 1.0
        n += 1
    return x, n


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def of(self, x):
        return self.factor * x * x


def by_an_object(x):
    return Scaled(x[0]).of(x)


@tl.custom_jvp
def softplus(x):
    return np.log1p(np.exp(x))


@softplus.defjvp
def softplus_jvp(primals, tangents):
    return softplus(primals[0]), tangents[0] / (1.0 + np.exp(-primals[0]))


def with_a_rule_of_its_own(x):
    return softplus(x) * x


def logistic(x):
    return 1.0 / (1.0 + math.exp(-x))


@tl.elementwise(logistic)
def logistic_rule(y, x):
    d[x] = d[y] * y * (1.0 - y)


def with_a_rule_that_reads_the_result(x):
    return logistic(x) * x


def never_moved(x):
    return np.floor(x) * 2.0, 3.0, np.sign(x[0]) + np.argmax(x)


CASES = [
    (newton, 2.0), (written, X), (argument_written, X), (views, X), (branches, X),
    (lists, X), (local, X), (structured, X), (of_python, 1.3), (arranged, X),
    (reduced, M), (products, M, X), (multiplied, M), (equations, A, X), (softmax, X),
    (along_a_line, 0.7),
    (complex_inside, X), (polynomial, X), (of_a_gradient, X), (never_moved, X),
    (nested_sines, 0.7), (mutual, 0.7), (pair, 0.7), (row, X), (caught, X),
    (by_an_object, X), (repeated, X), (with_a_rule_of_its_own, 0.7),
    (softmax, np.array(0.7)),
    (with_a_rule_that_reads_the_result, 0.4),
]  # fmt: skip
ORDER = 5


def moving(*primals) -> tuple[np.ndarray, ...]:
    """Series of five coefficients, one of zeros."""
    found = []
    for place, x in enumerate(primals):
        numbers = np.arange(ORDER * np.size(x)).reshape(ORDER, *np.shape(x))
        series = 0.25 * np.sin(1.0 + place + 2.0 * numbers)
        series[2] = 0.0
        found.append(series)
    return tuple(found)


@pytest.mark.parametrize('f, primals', [(f, p) for f, *p in CASES])
def test_programs(f, primals):
    series, before = moving(*primals), [np.copy(x) for x in primals]
    value, found = tl.jet(f, tuple(primals), series)
    for x, old in zip(primals, before):
        np.testing.assert_array_equal(x, old)
    given = [np.copy(x) if isinstance(x, np.ndarray) else x for x in primals]
    for one, other in zip(leaves(value), leaves(f(*given)), strict=True):
        assert type(one) is type(other)
        np.testing.assert_array_equal(one, other)

    def fresh(*point):
        return f(*(np.copy(x) if isinstance(x, np.ndarray) else x for x in point))
    wanted = expansion(fresh, primals, series, ORDER, 0.15)
    for one, want in zip(leaves(found), wanted, strict=True):
        size = max(1.0, np.max(np.abs(want)))
        np.testing.assert_allclose(one, want, atol=1e-6 * size)
    with tl.options(optimize=False):
        _, plain = tl.jet(f, tuple(primals), series)
    for one, other in zip(leaves(found), leaves(plain), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-11)


def test_one_derivative_serves_shapes_orders_and_dtypes():
    derivative = tl.autodiff(softmax, mode='taylor')
    for shape, order, dtype in ((3, 2, float), (5, 4, float), (4, 3, np.float32)):
        x = np.linspace(0.1, 0.9, shape).astype(dtype)
        series = np.ones((order, shape), dtype)
        value, found = derivative(x, series)
        tangents = tl.jvp(softmax, (x,), (series[0],))[1]
        for one, tangent in zip(found, tangents):
            assert one.dtype == dtype and one.shape == (order, shape)
            np.testing.assert_allclose(one[0], tangent, rtol=1e-5, atol=1e-6)


def analytic(z):
    return np.exp(z) * np.sin(z) / (1.0 + z * z) + np.log(2.0 + z) + z ** 3


def test_complex_arguments():
    z, series = 0.3 + 0.4j, np.array([1.0 + 0.5j, -0.2j, 0.1])
    value, found = tl.jet(analytic, z, series)
    (want,) = expansion(analytic, [z], [series], 3)
    np.testing.assert_allclose(found, want, atol=1e-8)
    assert value == analytic(z)
