"""Rules that a user registers for functions that cannot be read."""
import statistics
import subprocess
import sys

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.rules.registry import d
from tangentlite.runtime import unbroadcast
from tests.rules.samples.sample import spread
from tests.support.measure import inner
from tests.support.numeric import assert_close, central_gradient, central_jvp


# Of what eval computes no derivative can be taken but by a rule.
def cubed(x):
    return eval('x**3')


@tl.elementwise(cubed)
def cubed_rule(y, x):
    d[x] = d[y] * (3.0 * x**2)


def mixed(x, weights):
    return eval('weights @ x')


@tl.linear(mixed, in_=('x', 'weights'))
def mixed_rule(y, x, weights):
    d[x] = weights.T @ d[y]
    d[weights] = np.outer(d[y], x)


def chained(*operands):
    return eval('np.linalg.multi_dot(operands)')


@tl.linear(chained, in_='operands')
def chained_rule(y, *operands):
    adjoints = ()
    for k in range(len(operands)):
        seed = d[y]
        for left in operands[:k]:
            seed = left.T @ seed
        for right in operands[:k:-1]:
            seed = seed @ right.T
        adjoints = adjoints + (seed,)
    d[operands] = adjoints


def length(x):
    return eval('np.sqrt(np.sum(x * x))')


@tl.adjoint(length)
def length_adjoint(y, x):
    d[x] = d[y] * x / y


@tl.tangent(length)
def length_tangent(y, x):
    d[y] = np.sum(d[x] * x) / y


def rounded(x):
    return eval('np.round(x, 1)')


tl.constant(rounded)


def program_of_cubes(x, y):
    return cubed(x) * y


def program_of_products(x, y):
    return mixed(x, np.outer(y, x)) * y


def program_of_chain(x, y):
    return chained(np.outer(x, y), np.outer(y, y), np.outer(y, x))


def program_of_lengths(x, y):
    return x * length(y) + length(x * y)


def program_of_constants(x, y):
    return rounded(x) * y + x


PROGRAMS = [
    program_of_cubes, program_of_products, program_of_chain, program_of_lengths,
    program_of_constants,
]  # fmt: skip
X, Y = spread(3), spread(3, start=20)


def weighted_sum(program, weights):
    """The program's result as one number."""
    return lambda x, y: np.sum(weights * program(x, y))


@pytest.mark.parametrize('program', PROGRAMS, ids=lambda p: p.__name__)
def test_both_modes_and_second_order(program):
    weights = spread(*np.shape(program(X, Y)), start=33)
    vjp = tl.autodiff(program, wrt=(0, 1))
    got = vjp(X, Y, init_grad=weights)
    assert_close(got, central_gradient(weighted_sum(program, weights), (X, Y), (0, 1)))
    tangents = spread(3, start=40), spread(3, start=47)
    jvp = tl.autodiff(program, wrt=(0, 1), mode='forward')
    forward = jvp(X, Y, *tangents)
    assert_close(forward, central_jvp(program, (X, Y), tangents))
    assert_close(inner([weights], [forward]), inner(got, tangents))


def total_of_cubes(x):
    return np.sum(cubed(x) * length(x))


def total_of_chain(x):
    return np.sum(chained(np.outer(x, x), np.outer(x, x)))


@pytest.mark.parametrize('total', [total_of_cubes, total_of_chain])
def test_second_order(total):
    way = spread(3, start=40)
    gradient = tl.grad(total)
    want = central_jvp(gradient, (X,), (way,))
    assert_close(tl.jvp(gradient, [X], [way])[1], want)
    assert_close(tl.autodiff(gradient)(X, init_grad=way), want)


def test_a_missing_rule_prints_the_template_to_write():
    opaque = np.frompyfunc(float, 1, 1)

    def program(x):
        return np.sum(opaque(x))

    with pytest.raises(tl.MissingRuleError) as caught:
        tl.grad(program)(X)
    text = str(caught.value)
    assert '@tl.elementwise(' in text and 'd[x] = d[y] * ...' in text
    assert 'return np.sum(opaque(x))' in text


def test_errors_inside_a_library_name_the_call_of_the_program():
    def program(x):
        return statistics.pvariance([x, 2.0, 3.0])

    with pytest.raises(tl.UnsupportedError) as caught:
        tl.grad(program)(1.5)
    first, *_, place, _, _, _ = str(caught.value).splitlines()
    assert first.startswith(__file__)
    assert first.endswith('pvariance cannot be differentiated.')
    assert place.startswith(statistics.__file__)


def forward_only(x):
    return eval('np.concatenate([x, x * 2.0])')


@tl.tangent(forward_only)
def forward_only_tangent(y, x):
    d[y] = np.concatenate([d[x], d[x] * 2.0])


def test_matrices_from_products_alone_are_refused_of_what_leaves_something_behind():
    kept = np.zeros(1)

    def noted(x):
        kept[0] += 1.0
        return forward_only(x)

    np.testing.assert_array_equal(
        tl.jacobian(lambda x: forward_only(x))(np.ones(1)), [[1.0], [2.0]]
    )
    with pytest.raises(tl.UnsupportedError, match='evaluated several times'):
        tl.jacobian(noted)(np.ones(1))
    assert kept[0] == 0.0


def two(x):
    return eval('(x * 2.0, x * 3.0)')


def halved(x):
    return eval('(x * 2.0, x * 3.0)')


@tl.tangent(two)
def tangent_of_one(y, x):
    d[y] = (d[x] * 2.0,)


@tl.tangent(halved)
def tangent_of_none(y, x):
    d[y] = d[x] * 2.0


@pytest.mark.parametrize('function', [two, halved])
def test_a_tangent_has_as_many_values_as_the_function(function):
    def product(x):
        a, b = function(x)
        return a * b

    with pytest.raises(tl.UnsupportedError, match='is no tuple of 2'):
        tl.jvp(product, (2.0,), (1.0,))


REGISTERED_FIRST = '''
import numpy as np
from scipy import special
import tangentlite as tl

@tl.elementwise(np.sin, special.gamma)
def other(y, x):
    d[x] = d[y] * 100.0

def f(x):
    return np.sin(x) + special.gamma(x) + special.gammaln(x)

print(tl.grad(f)(1.0))
'''


def test_rules_of_users_stay_when_those_that_come_with_us_are_loaded(tmp_path):
    pytest.importorskip('scipy')
    path = tmp_path / 'registered_first.py'
    path.write_text(REGISTERED_FIRST)
    command = [sys.executable, path]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(run.stdout) == pytest.approx(200.0 - np.euler_gamma)


def shifted(a, b):
    return eval('a + b * b')


@tl.adjoint(shifted)
def shifted_adjoint(y, a, b):
    d[a] = unbroadcast(d[y], a)
    d[b] = unbroadcast(2.0 * b * d[y], b)


@tl.tangent(shifted)
def shifted_tangent(y, a, b):
    d[y] = d[a] + 2.0 * b * d[b]


@pytest.mark.parametrize('wrt', [(0,), (1,), (0, 1)])
def test_a_tangent_without_that_of_an_inactive_input_has_the_shape_of_the_result(wrt):
    def f(a, b):
        return np.sum(shifted(a, b)) + np.arange(2.0) @ shifted(a, b) @ np.arange(3.0)

    a, b = spread(3), spread(2, 3)
    tl.check_grad(f, (a, b), wrt=wrt)
    tl.check_grad(f, (b, a), wrt=wrt)


def test_the_template_of_a_function_of_a_library_works_as_it_is_typed(tmp_path):
    pytest.importorskip('scipy')
    (tmp_path / 'typed.py').write_text(TYPED)
    ran = subprocess.run(
        [sys.executable, 'typed.py'], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr


TYPED = """\
import numpy as np
import tangentlite as tl
from scipy.stats import multivariate_t

def program(x):
    return multivariate_t.cdf(x, np.zeros(2), np.eye(2))

x = np.array([0.1, 0.2])
try:
    tl.grad(program)(x)
except tl.MissingRuleError as error:
    text = str(error)
assert '@tl.adjoint(multivariate_t.cdf)' in text
assert 'cdf(y, x, loc=None, shape=1, df=1, allow_singular=False):' in text
assert 'tl.numerical(multivariate_t.cdf)' in text

@tl.adjoint(multivariate_t.cdf)
def cdf(y, x, loc=None, shape=1, df=1, allow_singular=False):
    d[x] = d[y] * x

np.testing.assert_array_equal(tl.grad(program)(x), x)
"""


def squared(x):
    return eval('x**2')


@tl.adjoint(squared)
def squared_adjoint(y, x):
    tl.d[x] = tl.d[y] * (2.0 * x)


@tl.tangent(squared)
def squared_tangent(y, x):
    tl.d[y] = 2.0 * x * tl.d[x]


def test_d_is_an_attribute_of_the_package_too():
    x = np.array([0.4, -1.5])
    np.testing.assert_allclose(tl.grad(lambda x: np.sum(squared(x)))(x), 2.0 * x)
    np.testing.assert_allclose(tl.jvp(squared, (x,), (x,))[1], 2.0 * x * x)
