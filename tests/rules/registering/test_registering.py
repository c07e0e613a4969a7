"""Templates as users may write them, and mistakes in them."""
import random

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.rules.registry import d
from tests.support.numeric import assert_close

X = np.array([0.3, 0.7, 1.1])


# Of what eval computes no derivative can be taken but by a rule.
def tripled(x):
    return eval('3.0 * x')


@tl.adjoint(tripled)
def tripled_adjoint(y, x):
    d[x] = d[y]
    d[x] += 2.0 * d[y]


@tl.tangent(tripled)
def tripled_tangent(y, x):
    d[y] = d[x]
    d[y] *= 3.0


def test_augmented_derivatives_leave_what_others_are_given():
    def sums(a, b):
        return a + tripled(b)

    def squares(a, b):
        return np.sum(sums(a, b) ** 2)

    weights = np.array([1.0, 2.0, 3.0])
    assert_close(tl.vjp(sums, X, X)[1](weights), (weights, 3.0 * weights))
    tangents = X.copy(), weights.copy()
    assert_close(tl.jvp(sums, (X, X), tangents)[1], X + 3.0 * weights)
    assert_close(tangents, (X, weights))
    assert_close(tl.grad(squares, wrt=(0, 1))(X, X), (8.0 * X, 24.0 * X))
    seed = np.broadcast_to(1.0, 3)
    assert_close(tl.autodiff(tripled)(X, init_grad=seed), np.full(3, 3.0))


@pytest.mark.parametrize('statement', ['g *= 3.0', 'g[0] = 0.0', 'x[:] = 0.0'])
def test_templates_that_write_what_they_are_given_are_refused(statement, tmp_path):
    def opaque(x):
        return eval('3.0 * x')

    module = written_module(tmp_path, f'''
def rule(y, x):
    g = d[y]
    {statement}
    d[x] = g
''')
    tl.adjoint(opaque)(module['rule'])
    with pytest.raises(tl.UnsupportedError, match='template rule writes into an array'):
        tl.grad(lambda x: np.sum(opaque(x) * x))(X)


def written_module(directory, text: str) -> dict:
    """The names of a module that is read from a file."""
    path = directory / 'templates_of_a_user.py'
    path.write_text(text)
    names = {'d': d, 'np': np}
    exec(compile(text, str(path), 'exec'), names)
    return names


def test_a_rule_that_is_registered_later_is_used():
    def doubled(x):
        return 2.0 * x

    def program(x):
        return np.sum(doubled(x))

    gradient = tl.grad(program)
    assert_close(gradient(X), np.full(3, 2.0))

    @tl.elementwise(doubled)
    def rule(y, x):
        d[x] = 7.0 * d[y]

    assert_close(gradient(X), np.full(3, 7.0))
    assert_close(tl.grad(program)(X), np.full(3, 7.0))
    tl.constant(doubled)
    assert_close(gradient(X), np.zeros(3))


def test_draws_of_a_function_with_a_rule_are_those_of_the_program():
    def noisy(x):
        return eval('x * np.random.normal() * random.random()')

    @tl.adjoint(noisy)
    def rule(y, x):
        d[x] = d[y] * (y / x)

    np.random.seed(0)
    random.seed(0)
    value = noisy(2.0) + 1.0
    for _ in range(2):
        np.random.seed(0)
        random.seed(0)
        got, slope = tl.value_and_grad(lambda x: noisy(x) + 1.0)(2.0)
        assert got == value
        assert slope == (value - 1.0) / 2.0


def test_linear_functions_that_are_defined_inside_others():
    def doubled(x):
        return eval('2.0 * x')

    @tl.linear(doubled, in_='x')
    def doubled_adjoint(y, x):
        d[x] = 2.0 * d[y]

    def f(x):
        return np.sum(doubled(x) * x)

    _, change = tl.jvp(f, (X,), (np.ones(3),))
    assert_close(change, 4.0 * np.sum(X))
    assert_close(tl.grad(f)(X), 4.0 * X)
    assert_close(tl.hvp(f, (X,), (np.ones(3),))[0], np.full(3, 4.0))


def opaque(x, weight=0.5):
    return eval('x * weight')


def template(y, x, weight=0.5):
    d[x] = d[y] * weight


def renamed(y, z, weight=0.5):
    d[z] = d[y] * weight


def with_another_default(y, x, weight=0.7):
    d[x] = d[y] * weight


def without_result(x):
    d[x] = 0.5


@pytest.mark.parametrize('wrong, complaint', [
    (renamed, 'names and defaults'),
    (with_another_default, 'names and defaults'),
    (without_result, 'names and defaults'),
    (lambda y, x: None, 'Define it with def'),
    (3, 'Define it with def'),
])  # fmt: skip
def test_what_is_no_template_of_the_function(wrong, complaint):
    for decorator in (tl.elementwise, tl.adjoint, tl.tangent):
        with pytest.raises(tl.ArgumentError, match=complaint):
            decorator(opaque)(wrong)
    with pytest.raises(tl.ArgumentError, match=complaint):
        tl.linear(opaque, in_='x')(wrong)


def test_options_that_name_no_parameter():
    with pytest.raises(tl.ArgumentError, match="in_='q' of tl.linear is no parameter"):
        tl.linear(opaque, in_='q')(template)
    with pytest.raises(tl.ArgumentError, match="may_view='q' of tl.adjoint"):
        tl.adjoint(opaque, may_view=('x', 'q'))(template)


@pytest.mark.parametrize('key', ['sin', 3, [], None])
def test_what_is_no_function(key):
    with pytest.raises(tl.ArgumentError, match='takes functions, not'):
        tl.elementwise(key)
    with pytest.raises(tl.ArgumentError, match='takes functions, not'):
        tl.constant(key)
    with pytest.raises(tl.ArgumentError, match='needs the function'):
        tl.elementwise()


def test_a_template_without_the_derivative_of_the_result(tmp_path):
    def opaque(x):
        return eval('2.0 * x')

    text = '\n\ndef rule(y, x):\n    d[x] = 2.0 + 0.0 * x\n'
    tl.elementwise(opaque)(written_module(tmp_path, text)['rule'])
    for derivative in (tl.grad(lambda x: np.sum(opaque(x))),
                       lambda x: tl.jvp(lambda x: opaque(x), (x,), (x,))):
        with pytest.raises(tl.UnsupportedError, match='without d.y.'):
            derivative(X)


@pytest.mark.parametrize('place', ['q', 'y[0]', '"x"'])
def test_derivatives_of_what_is_no_parameter(place, tmp_path):
    def opaque(x):
        return eval('2.0 * x')

    text = f'\n\ndef rule(y, x):\n    d[x] = 2.0 * d[{place}]\n'
    tl.adjoint(opaque)(written_module(tmp_path, text)['rule'])
    with pytest.raises(tl.UnsupportedError) as caught:
        tl.grad(lambda x: np.sum(opaque(x)))(X)
    assert 'templates_of_a_user.py:4: what stands in d[...]' in str(caught.value)
    assert 'd[x], d[y]' in str(caught.value)


def test_rules_of_local_functions_at_second_order():
    def cubed(x):
        return eval('x ** 3')

    @tl.elementwise(cubed)
    def rule(y, x):
        d[x] = 3.0 * d[y] * x**2

    second = tl.grad(lambda x: tl.grad(cubed)(x) * 1.0)
    assert_close(second(1.5), 9.0)
    assert_close(tl.grad(tl.grad(lambda x: cubed(x)))(1.5), 9.0)
    assert_close(tl.hvp(lambda x: np.sum(cubed(x)), X, X), 6.0 * X * X)


def test_functions_of_a_library_that_a_module_does_not_import(tmp_path):
    special = pytest.importorskip('scipy.special')

    @tl.elementwise(special.expit)
    def rule(y, x):
        d[x] = d[y] * y * (1.0 - y)

    path = tmp_path / 'second_order.py'
    path.write_text(
        'import tangentlite as tl\n\n\n'
        'def second(f):\n    return tl.grad(tl.grad(lambda x: f(x)))\n'
    )
    names = {}
    exec(compile(path.read_text(), str(path), 'exec'), names)
    value = special.expit(0.3)
    second = value * (1.0 - value) * (1.0 - 2.0 * value)
    assert_close(names['second'](lambda x: special.expit(x))(0.3), second)
