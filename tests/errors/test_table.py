"""Every error is a TangentliteError that says where, or which argument; it is short."""
import math
import os
import statistics
import time
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

import tangentlite as tl
from tests.features.corpus import refused
from tests.support.errors import assert_short, raised

X = np.array([0.5, 1.5])
POLYNOMIAL = np.poly1d([1.0, 2.0])
THIRD = Fraction(1, 3)
OPAQUE = np.frompyfunc(math.sin, 1, 1)


def square(x):
    return x * x


def product(a, b, *, c=1.0):
    return a * b * c


class Model:
    def __init__(self, w):
        self.w = w


def nothing(x):
    """Return no number."""


def entries(x):
    return 2.0 * x


grad, vjp, jvp, check = tl.grad, tl.vjp, tl.jvp, tl.check_grad
CALLED = 'did you call f?'
NO_POSITION = 'no position and no name of a parameter'
NO_TUPLE = 'not a tuple with an item for each argument'

# What is asked for, and what the message says.
ARGUMENTS = {
    'no function': (lambda: grad(square(2.0)), f'4.0 is no function: {CALLED}'),
    'an array': (
        lambda: grad(square(X)),
        f'an array of shape (2,) is no function: {CALLED}',
    ),
    'called: value_and_grad': (lambda: tl.value_and_grad(square(2.0)), CALLED),
    'called: autodiff': (lambda: tl.autodiff(square(2.0)), CALLED),
    'called: vjp': (lambda: vjp(square(2.0), 2.0), CALLED),
    'called: jvp': (lambda: jvp(square(2.0), (2.0,), (1.0,)), CALLED),
    'called: jacobian': (lambda: tl.jacobian(square(X)), CALLED),
    'called: hessian': (lambda: tl.hessian(square(X)), CALLED),
    'called: hvp': (lambda: tl.hvp(square(2.0), 2.0, 1.0), CALLED),
    'called: elementwise_grad': (lambda: tl.elementwise_grad(square(X)), CALLED),
    'called: check_grad': (lambda: check(square(2.0), (2.0,)), CALLED),
    'text': (lambda: grad('square'), CALLED),
    'a class': (lambda: grad(Model), 'Model is a class'),
    'an object': (lambda: grad(Model(2.0)), 'a Model is no function'),
    'a module': (lambda: grad(math), 'module objects cannot be differentiated'),
    'np.poly1d': (lambda: grad(POLYNOMIAL), 'Use an array of coefficients'),
    'a position': (lambda: grad(square, wrt=3), 'square has no parameter 3 to '
                   'differentiate; positions are 0 to 0 (x).'),
    'a negative position': (lambda: grad(product, wrt=-4), 'positions are 0 to 2'),
    'a name': (
        lambda: grad(square, wrt='y'),
        "no parameter 'y' to differentiate; it has x",
    ),
    'a float': (lambda: grad(square, wrt=1.0), f'wrt is 1.0, which is {NO_POSITION}'),
    'None': (lambda: grad(square, wrt=None), f'wrt is None, which is {NO_POSITION}'),
    'a function': (lambda: grad(square, wrt=square), NO_POSITION),
    'a set': (lambda: grad(product, wrt={0, 1}), NO_POSITION),
    'a dict': (lambda: grad(product, wrt={'a': 1}), NO_POSITION),
    'an array as wrt': (lambda: grad(product, wrt=np.array([0])), NO_POSITION),
    'a float in a tuple': (lambda: grad(square, wrt=(1.0,)), 'wrt holds 1.0'),
    'a flag': (lambda: grad(square, wrt=True), 'wrt holds True'),
    'an empty tuple': (lambda: grad(square, wrt=()), 'wrt is ()'),
    'twice': (lambda: grad(square, wrt=(0, 'x')), "wrt is (0, 'x')"),
    'a float, jacobian': (lambda: tl.jacobian(square, wrt=1.0), NO_POSITION),
    'a float, hessian': (lambda: tl.hessian(square, wrt=1.0), NO_POSITION),
    'a float, elementwise': (lambda: tl.elementwise_grad(square, wrt=1.0), NO_POSITION),
    'a float, check_grad': (lambda: check(square, (2.0,), wrt=1.0), NO_POSITION),
    'backwards in a star': (lambda: grad(lambda *a: a[0], wrt=-1), 'Count positions'),
    'a name in two stars': (lambda: grad(lambda **k: k['x'], wrt='x'), "wrt='k'"),
    'missing': (lambda: grad(product)(1.0), 'product() missing 1 required positional '
                "argument: 'b'"),
    'extra': (lambda: grad(product)(1.0, 2.0, 3.0), 'product() takes 2 positional '
              'arguments but 3 were given'),
    'unknown': (lambda: grad(product)(1.0, 2.0, d=3.0), "product() got an unexpected "
                "keyword argument 'd'"),
    'missing: vjp': (lambda: vjp(product, 1.0), "product() missing 1 required"),
    'missing: jvp': (lambda: jvp(product, (1.0,), (1.0,)), 'product() missing 1'),
    'missing: jacobian': (lambda: tl.jacobian(product)(1.0), 'product() missing 1'),
    'missing: hvp': (lambda: tl.hvp(product, (1.0,), (1.0,)), 'product() missing 1'),
    'missing: check_grad': (lambda: check(product, (1.0,)), 'product() missing 1'),
    'missing: a star': (lambda: grad(lambda *a: a[0] * a[1], wrt=1)(2.0), 'missing 1'),
    'extra: vjp': (lambda: vjp(square, 1.0, 2.0), 'square has 1 parameters, but 2'),
    'an array for a tuple': (
        lambda: check(square, X),
        f'an array of shape (2,), {NO_TUPLE}',
    ),
    'a number for a tuple': (lambda: check(square, 2.0), f'2.0, {NO_TUPLE}'),
    'arrays for tuples': (
        lambda: jvp(square, X, X),
        f'primals of tl.jvp is an array of shape (2,), {NO_TUPLE}',
    ),
    'a number, jvp': (
        lambda: jvp(square, (2.0,), 1.0),
        f'tangents of tl.jvp is 1.0, {NO_TUPLE}',
    ),
    'x is None': (
        lambda: grad(square)(None),
        "with respect to 'x', which is None here",
    ),
    'x is text': (lambda: grad(square)('a'), "'x', which is 'a' here"),
    'x is a flag': (lambda: grad(square)(True), "'x', which is True here"),
    'x is an integer': (lambda: grad(square)(2), 'x = 2.0 instead of 2'),
    'x is of integers': (lambda: grad(square)(np.arange(3)), 'x.astype(float)'),
    'x is an object': (
        lambda: grad(square)(object()),
        "'x', which is of the type object",
    ),
    'x is a generator': (
        lambda: grad(square)(v for v in X),
        "'x', which is of the type generator",
    ),
    'x is a set': (lambda: grad(square)({1.0}), "'x', which is of the type set"),
    'x is a Fraction': (lambda: grad(square)(THIRD), 'float(x)'),
    'x is a function': (lambda: grad(square)(square), "'x', which is <function square"),
    'x is a matrix': (lambda: grad(square)(np.matrix(X)), 'x is of the type matrix'),
    'x is masked': (
        lambda: grad(square)(np.ma.array(X)),
        'x is of the type MaskedArray',
    ),
    'x is of objects': (
        lambda: grad(square)(np.array([None])),
        'x has the dtype object',
    ),
    'x is a long double': (
        lambda: grad(square)(np.ones(2, np.longdouble)),
        'x has the dtype',
    ),
    'an array as result': (
        lambda: grad(entries)(X),
        'real scalar result, but entries returns an array with 1 axes',
    ),
    'None as result': (lambda: grad(nothing)(2.0), 'nothing returns None'),
    'no pair': (lambda: grad(square, has_aux=True)(2.0), 'square must return a pair'),
    'a complex result': (lambda: grad(lambda x: x * 1j)(2.0), 'tl.autodiff'),
    'a mode': (lambda: tl.autodiff(square, mode='back'), "mode is 'back'"),
    'modes': (lambda: check(square, (2.0,), modes=('x',)), "mode is 'x'"),
    'an order': (lambda: check(square, (2.0,), order=3), 'order is 3'),
    'nothing to check': (
        lambda: check(square, (2,)),
        'no argument is a floating number',
    ),
    'no tangent': (lambda: jvp(square, (2.0,), (None,)), 'no tangent is given'),
    'few tangents': (lambda: jvp(square, (2.0,), ()), '1 primals, but 0 tangents'),
    'a tangent of text': (
        lambda: jvp(square, (2.0,), ('a',)),
        'x_dot must be a number',
    ),
    'the shape of a tangent': (
        lambda: jvp(square, (X,), (np.ones(3),)),
        'x_dot has the shape (3,)',
    ),
    'no vector': (lambda: tl.hvp(square, (2.0,), (None,)), 'no vector is given'),
    'no primal': (lambda: vjp(square), 'no argument is a floating number'),
    'a stage': (lambda: grad(square).text({}, 'last'), "there is no stage 'last'"),
    'an example': (
        lambda: grad(square).text({'q': 1.0}),
        "square has no parameter 'q'",
    ),
    'a setting': (lambda: tl.options(optimise=False), "there is no setting 'optimise'"),
    'tl.numerical': (lambda: tl.numerical(3.0), 'numerical takes a function, not 3.0'),
    'tl.constant': (lambda: tl.constant(3.0), 'tl.constant takes functions, not 3.0'),
    'tl.elementwise': (lambda: tl.elementwise(), 'tl.elementwise needs the function'),
    'a template': (lambda: tl.adjoint(square)(lambda y, x: 0), 'Define it with def'),
    'a complex argument': (
        lambda: tl.jacobian(square)(X + 1j),
        'the Jacobian of square with respect to x',
    ),
}  # fmt: skip


@pytest.mark.parametrize('call, said', ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments(call, said):
    error = raised(call)
    assert type(error) is tl.ArgumentError
    assert isinstance(error, (TypeError, ValueError))
    assert said in str(error)
    assert_short(error)


def test_a_call_that_does_not_fit_stays_a_type_error():
    derivative = tl.grad(product)
    for _ in range(10):  # the first calls go to the compiler, then to a test of kinds
        assert derivative(2.0, 3.0) == 3.0
        for call, said in (
            (partial(derivative, 2.0), "product() missing 1 required positional"),
            (partial(derivative, 1.0, 2.0, 3.0), 'product() takes 2 positional'),
            (partial(derivative, 1.0, 2.0, d=3.0), 'product() got an unexpected'),
        ):
            error = raised(call)
            assert isinstance(error, TypeError) and said in str(error)
            assert_short(error)


def misspelt(x):
    return np.sum(x).summ  # here


def unknown(x):
    return np.sum(x) * missing_name  # noqa: F821  # here


def no_rule(x):
    return x * OPAQUE(x)  # here


def opens(x):
    return x * float(open('numbers').read())  # here


def asks_the_system(x):
    return x * len(os.getcwd())  # here


def asks_the_user(x):
    return x * float(input('x?'))  # here


def loads(x):
    return np.sum(np.load('numbers.npy') * x)  # here


def makes_a_fraction(x):
    return x * Fraction(1, 2)  # here


def multiplies_a_fraction(x):
    return x * THIRD  # here


def makes_a_polynomial(x):
    return np.poly1d([1.0, 2.0])(x)  # here


def calls_a_polynomial(x):
    return POLYNOMIAL(x)  # here


def sums_polynomials(x):
    return sum(p(x) for p in [POLYNOMIAL, POLYNOMIAL])  # here


def calls_a_library(x):
    return statistics.pvariance([x, 2.0])  # here


def differentiates_a_number(x):
    return tl.grad(3.0)(x)  # here


def differentiates_by_nobody(x):
    return tl.grad(square, wrt=4)(x)  # here


def calls_wrongly(x):
    return product(x)  # here


def calls_a_derivative_wrongly(x):
    return tl.grad(product)(x)  # here


def evaluates(x):
    return eval('x * x')  # here


def of_none(x, y=None):
    return x * y  # here


async def waits(x):
    return x


def awaits_nothing(x):
    return 2.0 * waits(x)  # here


PROGRAMS = {
    misspelt: "Did you mean 'sum'?", unknown: "'missing_name' is not defined",
    no_rule: '@tl.elementwise(OPAQUE)', opens: 'Call it outside of the function',
    asks_the_user: 'Call it outside', asks_the_system: 'Call it outside',
    loads: 'pass the array',
    makes_a_fraction: 'Use floats.', multiplies_a_fraction: 'float(v)',
    makes_a_polynomial: 'np.polyval', calls_a_polynomial: 'np.polyval',
    sums_polynomials: 'np.polyval', calls_a_library: 'pvariance cannot be',
    differentiates_a_number: CALLED, differentiates_by_nobody: 'positions are 0 to 0',
    calls_wrongly: "product() missing 1 required positional argument: 'b'",
    calls_a_derivative_wrongly: "product() missing 1 required positional argument: 'b'",
    evaluates: 'Write out what it does', of_none: 'NoneType',
    awaits_nothing: 'Use a plain def',
}  # fmt: skip


@pytest.mark.parametrize('program', PROGRAMS, ids=lambda f: f.__name__)
def test_programs_name_the_line(program):
    error = raised(lambda: tl.grad(program)(2.0))
    assert isinstance(error, tl.TangentliteError)
    assert_short(error)
    assert PROGRAMS[program] in str(error)
    lines = open(__file__).read().splitlines()
    number = next(k for k, t in enumerate(lines) if f'def {program.__name__}(' in t) + 2
    if program is not awaits_nothing:  # it names the function that cannot be read
        assert str(error).startswith(f'{__file__}:{number}:')
    assert any(place.line == number for place in error.trail)


REFUSED = [program for _, program in refused()]


@pytest.mark.parametrize('program', REFUSED, ids=lambda p: p.function.__name__)
def test_all_that_readme_lists_as_not_yet(program):
    error = raised(lambda: tl.grad(program.function, wrt=0)(*program.args))
    assert isinstance(error, tl.TangentliteError)
    assert_short(error)
    place = str(error).splitlines()[0]
    named = '.py:' in place or program.function.__name__ in place
    assert named or isinstance(error, tl.ArgumentError)


def test_a_constant_clock_is_differentiated_around():
    tl.constant(time.perf_counter)

    def timed(x):
        start = time.perf_counter()
        return x * x + 0.0 * start

    assert tl.grad(timed)(3.0) == 6.0


def test_a_result_that_is_complex_by_its_values():
    first = grad(lambda c: np.roots(c)[0])
    np.testing.assert_allclose(first(np.array([1.0, -3.0, 2.0])), [-4.0, -2.0, -1.0])
    with pytest.raises(TypeError, match='returns a complex number; take its real part'):
        first(np.array([1.0, 0.0, 1.0]))
