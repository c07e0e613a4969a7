"""Parameters of all kinds, decorators, functools, operator and functions as values."""
# ruff: noqa: B006, B023, C417, E731
import functools
import math
import operator
from functools import partial, reduce
from operator import itemgetter

import numpy as np

from tests.programs.record import program, sample


def doubled(function):
    def wrapper(*args, **kwargs):
        return 2.0 * function(*args, **kwargs)

    return wrapper


def squashed(function):
    @functools.wraps(function)
    def wrapper(x, *rest):
        return np.tanh(function(x, *rest))

    return wrapper


def repeated(times, *, offset=0.0):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(x):
            for _ in range(times):
                x = function(x) + offset
            return x

        return wrapper

    return decorator


@functools.lru_cache(maxsize=None)  # noqa: UP033
def weights(n):
    return tuple(1.0 / (1.0 + k) ** 2 for k in range(n))


@functools.cache
def choose(n, k):
    return 1 if k in (0, n) else choose(n - 1, k - 1) + choose(n - 1, k)


def oscillator(x, v, /, stiffness=1.0, *, damping, steps=5):
    for _ in range(steps):
        v -= 0.1 * (stiffness * x + damping * v)
        x += 0.1 * v
    return x, v


def keyword_only(x, c):
    position, speed = oscillator(x, 0.0, damping=c, steps=4)
    return position * oscillator(position, speed, c, damping=0.1)[1]


def diffuse(u, /, *, rate, sides=(0.5, 0.5)):
    left, right = sides
    return u + rate * (left * np.roll(u, 1) + right * np.roll(u, -1) - u)


def keyword_only_array(u, rate):
    return diffuse(diffuse(u, rate=rate), sides=(0.3, 0.7), rate=0.2) * u


def polynomial(t, *coefficients):
    value = 0.0
    for c in reversed(coefficients):
        value = value * t + c
    return value * len(coefficients)


def any_number_of_arguments(x, y):
    return polynomial(x, y, 0.5, x * y) - polynomial(y) + polynomial(x, *(y, x), 2.0)


def starred_rows(a):
    def blend(first, *others, weight=0.5):
        return first * weight + sum(others) / len(others)

    return blend(*a) * blend(a[0], *a[1:], weight=2.0)


def potential(r, **options):
    depth = options['depth']
    power = options.get('power', 6)
    shift = options.pop('shift', 0.0)
    return depth * (r ** -power - 1.0) + shift * len(options)


def options_by_key(r, d):
    return potential(r, depth=d) * potential(r + d, shift=d * d, depth=2.0, power=2)


def mixture(x, **components):
    total = np.zeros_like(x)
    for name, (centre, width) in components.items():
        z = (x - centre) / width
        total += np.exp(-0.5 * z * z) * (2.0 if name == 'main' else 1.0)
    return total


def options_by_items(x, centre):
    extra = {'side': (0.2, 0.5)}
    return np.log(mixture(x, main=(centre, 1.0), **extra))


def options_passed_on(x, y):
    def model(*args, **kwargs):
        return oscillator(*args, **kwargs)

    options = {'damping': 0.3, 'steps': 3}
    t = (x, y)
    return model(*t, **options, stiffness=x * y)


def knots_by_default(x, knots=[0.1, 0.4, 0.9], scale=None):
    scale = 1.0 + x if scale is None else scale
    return sum((x - k) ** 3 for k in knots if x > k) * scale


def several_defaults(x):
    return knots_by_default(x) + knots_by_default(x, scale=2.0) * knots_by_default(1.0)


def ridge(w, x, y=None, alpha=0.1):
    if y is None:
        y = np.ones(len(x))
    r = x @ w - y
    return r @ r + alpha * w @ w


def default_none_arrays(w, x):
    return ridge(w, x) + ridge(w, x, x[:, 0] * x[:, 1], alpha=0.5)


@doubled
def decorated(x, y=0.5):
    return math.sin(x) * y


def calls_decorated(x):
    return decorated(x) * decorated(x, y=x)


@squashed
@doubled
def decorated_twice(x, y):
    """Bounded by one."""
    return x * y


@repeated(3, offset=0.1)
def decorated_with_arguments(x):
    return x * x / (1.0 + x)


def decorated_local_functions(x):
    @doubled
    def square(v):
        return v * v

    @repeated(2)
    @squashed
    def layer(v):
        return v * x

    return square(x) + layer(x) * square(layer(x))


def partial_positional(x, y):
    power_of_two = partial(pow, 2.0)
    line = partial(lambda a, b, t: a * t + b, x, y)
    return power_of_two(x) * line(0.5) - line(y)


def partial_keyword(x, w):
    column_sum = partial(np.sum, axis=0)
    loss = partial(ridge, x=w, alpha=0.7)
    return column_sum(w * x) * loss(x)


def reduced(x):
    product = reduce(operator.mul, [x, x + 1.0, 2.0])
    return reduce(lambda h, k: h / (1.0 + k * x * h), range(3), product)


def reduced_matrices(a, x):
    chain = reduce(np.dot, [a, a.T, a])
    return reduce(lambda v, m: np.tanh(m @ v), (chain, a), x)


def mapped_and_filtered(x):
    kept = list(filter(lambda v: v > 0.5, x))
    squares = list(map(lambda v: v * v, kept))
    return sum(map(operator.mul, kept, squares)) * sum(map(math.sin, squares))


def sorted_by_key(x):
    terms = [('c', 2), ('a', 3), ('b', 1)]
    y = x * 1.0
    for name, k in sorted(terms, key=itemgetter(1), reverse=True):
        y = y * x[k] + (name == 'a')
    first = sorted(terms, key=lambda t: t[0])[0][1]
    return y * max(terms, key=lambda t: t[1])[1] * first


def late_binding(x):
    functions = []
    for k in (1.0, 2.0, 3.0):
        scale = k * x
        functions.append(lambda v: v ** k * scale)
    return functions[0](x) + functions[2](0.5) * functions[1](x)


UPDATES = {
    'gradient': lambda p, g: p - 0.1 * g,
    'sign': lambda p, g: p - 0.1 * np.tanh(5.0 * g),
    'decay': lambda p, g: 0.9 * p,
}


def lambdas_in_a_dict(p, names):
    for name in names:
        p = UPDATES[name](p, p ** 3 - p)
    return p


def rational(*, top, bottom):
    def numerator(t):
        return polynomial(t, *top)

    return lambda t: numerator(t) / polynomial(t, *bottom)


def returned_functions(x, c):
    f = rational(top=(1.0, c), bottom=(2.0, 0.3, c * c))
    compose = lambda outer, inner: lambda v: outer(inner(v))
    return compose(f, compose(math.exp, f))(x)


def logistic(z):
    return 1.0 / (1.0 + np.exp(-logistic.slope * z))


logistic.slope = 1.5
logistic.derivative = lambda p: logistic.slope * p * (1.0 - p)


def function_attributes(z):
    p = logistic(z)
    return p * logistic.derivative(p)


def recursion_inside(x, depth):
    def segment(left, right, n):
        middle = 0.5 * (left + right)
        if n == 0:
            return (right - left) * math.exp(-middle * x)
        return segment(left, middle, n - 1) + segment(middle, right, n - 1)

    return segment(0.0, x, depth)


def recursive_halves(x):
    def transform(v):
        if len(v) == 1:
            return v
        even, odd = transform(v[::2]), transform(v[1::2])
        return np.concatenate([even + odd, even - 0.5 * odd * x[0]])

    return transform(x) ** 2


def operators(x, y):
    first, last = itemgetter(0, -1)([x, 1.0, x * y])
    table = {'+': operator.add, '-': operator.sub, '/': operator.truediv}
    ratio = table['/'](last, operator.neg(2.0))
    return operator.pow(table['+'](first, ratio), 2) * table['-'](x, y)


def operators_of_arrays(x, a):
    y = operator.matmul(a, operator.getitem(x, slice(0, 3)))
    return reduce(operator.add, [y, x[1:]]) * operator.attrgetter('T')(a)[0]


def cached_weights(x):
    w = weights(len(x))
    binomial = [choose(len(x), k) for k in range(len(x))]
    return sum(a * v * b for a, v, b in zip(w, x, binomial)) * x


def cached_scalar(x, n):
    return sum(c * math.cos(k * x) for k, c in enumerate(weights(n))) * choose(4, 2)


V = sample(1501, 4, low=0.3, high=1.2)
A = sample(1502, 3, 3)
X = sample(1503, 5, 3)
W = sample(1504, 3)

PROGRAMS = [
    program(keyword_only, 0.7, 0.4),
    program(keyword_only_array, V, 0.3),
    program(any_number_of_arguments, 0.7, 1.3),
    program(starred_rows, A),
    program(options_by_key, 0.9, 0.4),
    program(options_by_items, V, 0.4),
    program(options_passed_on, 0.7, 1.3),
    program(several_defaults, 0.6),
    program(knots_by_default, 1.2),
    program(default_none_arrays, W, X),
    program(decorated, 0.7, name='decorated_itself'),
    program(calls_decorated, 0.7),
    program(decorated_twice, V, 0.6),
    program(decorated_with_arguments, V),
    program(decorated_local_functions, V),
    program(partial_positional, 0.7, 1.3),
    program(partial_keyword, W, X),
    program(reduced, 0.7),
    program(reduced_matrices, A, W),
    program(mapped_and_filtered, [0.4, 0.9, 0.7]),
    program(sorted_by_key, V),
    program(late_binding, 0.7),
    program(lambdas_in_a_dict, V, ('gradient', 'sign', 'decay', 'gradient')),
    program(returned_functions, 0.7, 0.4),
    program(function_attributes, V),
    program(recursion_inside, 0.9, 3),
    program(recursive_halves, V),
    program(operators, 0.7, 1.3),
    program(operators_of_arrays, V, A),
    program(cached_weights, V),
    program(cached_scalar, 0.7, 5),
]
