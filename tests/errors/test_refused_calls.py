"""What may not be called in a differentiated function says so at the user's line."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.7])


def scaled(z):
    return np.sin(z) * z[0]


def energy(z):
    return np.sum(np.sin(z))


def appends_to_what_it_captures(x):
    seen = []

    def inner(y):
        seen.append(y)
        return np.sum(y * x)
    return np.sum(tl.grad(inner)(x)) * len(seen)


def writes_what_it_captures(x):
    kept = np.zeros(2)

    def inner(y):
        kept[0] = y[0]
        return np.sum(y * x)
    return np.sum(tl.grad(inner)(x)) * kept[0]


def appends_under_elementwise_grad(x):
    seen = []

    def inner(y):
        seen.append(1.0)
        return y * y
    return np.sum(tl.elementwise_grad(inner)(x)) * len(seen)


def writes_an_argument_that_it_captures(x):
    def inner(y):
        y[0] = y[1] * x[0]
        return np.sum(x * y ** 2)
    return np.sum(tl.grad(inner)(x))


def jacobian_by_a_complex_array(x):
    return np.real(np.sum(tl.jacobian(lambda z: z * z)(x * (1.0 + 1.0j))))


def binds_what_it_captures(x):
    count = 0.0

    def inner(y):
        nonlocal count
        count = count + y[0]
        return np.sum(y * x)
    return np.sum(tl.grad(inner)(x)) * count


def of_no_parameter(x):
    return np.sum(tl.grad(lambda y: np.sum(y * x), wrt=2)(x))


def of_an_array(x):
    return np.sum(tl.grad(lambda y: y * x)(x))


def jacobian_by_integers(x):
    return tl.jacobian(lambda k: k * np.ones(2))(3) @ np.ones(2) * x


def jacobian_by_what_is_not_given(x):
    return np.sum(tl.jacobian(lambda x, y: x * y, wrt='y')(x))


def by_what_it_captures(x):
    return np.sum(tl.grad(lambda y: np.sum(y * x), wrt='x')(x))


def nth(f, n):
    return f if n == 0 else nth(tl.grad(f), n - 1)


def as_often_as_a_number_says(x):
    f = lambda t: np.exp(x[0] * t)  # noqa: E731
    total = 0.0
    for k in range(3):
        total += nth(f, k)(0.3)
    return total


def with_check_grad(x):
    return tl.check_grad(energy, x)


def with_numerical(x):
    return tl.numerical(energy)(x)


def with_options(x):
    with tl.options(backend='numba'):
        return energy(x)


def with_find_nan(x):
    tl.find_nan(tl.grad(energy), x)
    return energy(x)


def with_a_rule(x):
    tl.constant(energy)
    return energy(x)


INNER = {
    appends_to_what_it_captures: 'writes into seen, which it captures',
    writes_what_it_captures: 'writes into kept, which it captures',
    appends_under_elementwise_grad: 'writes into seen, which it captures',
    writes_an_argument_that_it_captures: 'may share memory',
    jacobian_by_a_complex_array: 'are by real arguments',
    jacobian_by_integers: 'are by floating numbers',
    jacobian_by_what_is_not_given: "missing a required argument: 'y'",
    binds_what_it_captures: 'binds count of the function around it',
    of_no_parameter: 'has no parameter 2 to differentiate',
    of_an_array: 'needs a function with a real scalar result',
    by_what_it_captures: "has no parameter 'x' to differentiate: it is captured",
    as_often_as_a_number_says: 'taken of derivatives more than 12 times',
    with_check_grad: 'tl.check_grad is not supported',
    with_numerical: 'Make it outside, g = tl.numerical(f)',
    with_options: 'tl.options is not supported',
    with_find_nan: 'tl.find_nan is not supported',
    with_a_rule: 'Register rules outside of the function',
}


@pytest.mark.one_in(3, always=('reverse-writes_an_argument',))
@pytest.mark.parametrize('function', INNER, ids=lambda f: f.__name__)
@pytest.mark.parametrize('mode', ['reverse', 'forward'])
def test_inner_derivatives_are_refused_at_the_users_line(function, mode):
    with pytest.raises(tl.TangentliteError) as caught:
        tl.autodiff(function, mode=mode)(X, *[X] * (mode == 'forward'))
    assert __file__ in str(caught.value).splitlines()[0]
    assert INNER[function] in str(caught.value)


def chosen_by_class(x, flag):
    total = np.sum(x ** 2)
    if isinstance(flag, float):
        total = total + np.sum(x) * flag
    elif isinstance(flag, (slice, np.dtype)):
        total = total + np.prod(x[flag] if isinstance(flag, slice) else x)
    return total


@pytest.mark.parametrize('flag', [slice(1, None), 0.5, np.dtype('f8'), b'text'])
def test_arguments_of_other_classes_are_told_apart(flag):
    tl.check_grad(chosen_by_class, (X, flag), wrt=0)


def weighted(x, d):
    return np.sum(x**2 * d)


@pytest.mark.parametrize('call, said', [
    (lambda: tl.hvp(energy, X, X, X), 'backend is an array'),
    (lambda: tl.jvp(energy, (X,), (X,), 'numpy', X), 'fallback is an array'),
    (lambda: tl.grad(energy, 0, X), 'has_aux is an array'),
    (lambda: tl.grad(energy, 0, 2.0), 'has_aux is 2.0, not True or False'),
    (lambda: tl.value_and_grad(energy, 0, X), 'has_aux is an array'),
    (lambda: tl.jacobian(scaled, 0, X), 'has_aux is an array'),
    (lambda: tl.hessian(energy, 0, X), 'has_aux is an array'),
])  # fmt: skip
def test_an_argument_in_the_place_of_a_setting(call, said):
    with pytest.raises(tl.ArgumentError) as error:
        call()
    assert said in str(error.value) and 'tl.grad(f)(x, y)' in str(error.value)


def test_too_few_primals_are_told_the_function_itself():
    for product in (tl.hvp, tl.jvp):
        with pytest.raises(tl.ArgumentError, match=r"argument: 'd'") as error:
            product(weighted, (X,), (X,))
        assert str(error.value).endswith('It is weighted(x, d).')


@pytest.mark.parametrize('call, words', [
    (lambda x: tl.jvp(lambda y: y * x, (x,), 1.0)[1], 'tangents of tl.jvp is a number'),
    (lambda x: tl.jvp(lambda y: y * x, x, 1.0)[1], 'primals of tl.jvp is a number'),
    (lambda x: tl.jvp(lambda y: y * x, (x,), (1.0, 2.0))[1], '1 primals, but 2 tang'),
    (lambda x: tl.hvp(lambda y: y * x, (x,), x)[0], 'vectors of tl.hvp is a number'),
    (lambda x: tl.jet(lambda y, z: y * z, (x, x), x)[0], 'coefficients of tl.jet is a'),
    (lambda x: tl.stop_gradient(x, x) * x, 'stop_gradient takes one argument, not 2'),
    (lambda x: tl.stop_gradient() * x, 'stop_gradient takes one argument, not 0'),
])
def test_products_inside_take_a_tuple_of_each(call, words):
    with pytest.raises(tl.UnsupportedError, match=words) as raised:
        tl.grad(call)(2.0)
    assert 'test_refused_calls.py' in str(raised.value)


@pytest.mark.parametrize('call, words', [
    (lambda x: tl.grad(lambda y: y * x)(x, 3.0), r'but 2 were given(.|\n)*takes \(y\)'),
    (lambda x: tl.grad(lambda y: y * x, wrt='z')(x), "no parameter 'z' .* it has y\\."),
    (lambda x: tl.grad(lambda y: y * x, wrt=-1)(x), 'it captures x'),
    (lambda x: tl.grad(lambda y: y * x, wrt=1)(x), 'it captures x'),
    (lambda x: tl.grad(tl.grad)(x), 'tl.grad is given tl.grad, which is no function'),
])
def test_calls_of_derivatives_of_what_captures(call, words):
    with pytest.raises(tl.UnsupportedError, match=words):
        tl.grad(call)(2.0)


def test_defaults_of_what_captures():
    found = tl.grad(lambda x: tl.grad(lambda y, k=2: y ** k * x)(x))(2.0)
    assert found == 8.0


@pytest.mark.parametrize('call, words', [
    (lambda: tl.batched(np.add)(np.ones((5, 3)), np.ones((4, 3))), 'in_axes says'),
    (lambda: tl.hessian(lambda x: x * x)(np.ones(3)), 'a gradient or Hessian needs'),
    (lambda: tl.custom_vjp(lambda x: x).defvjp(lambda x: (x, None)), 'is missing'),
])
def test_calls_outside_say_what_to_do(call, words):
    with pytest.raises(tl.ArgumentError, match=words):
        call()


by_differences = tl.numerical(np.sum)


def differenced(x):
    return by_differences(2.0 * x)


@pytest.mark.filterwarnings('ignore::tangentlite.NumericalWarning')
@pytest.mark.parametrize('make', [
    lambda x: tl.grad(lambda x: np.sum(tl.grad(differenced)(x)))(x),
    lambda x: tl.hessian(differenced)(x),
    lambda x: tl.hvp(differenced, (x,), (x,)),
])  # fmt: skip
def test_refused_second_derivatives_name_the_users_line_first(make):
    with pytest.raises(tl.UnsupportedError, match='would be inexact') as caught:
        make(X)
    first, shown, *rest = str(caught.value).splitlines()
    assert first.startswith(f'{__file__}:')
    assert shown.strip() == 'return by_differences(2.0 * x)'
    assert any('numerical_vjp(' in line for line in rest)
