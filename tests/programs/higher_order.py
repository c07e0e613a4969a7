"""Functions that take and return functions, and closures made outside the program."""
# ruff: noqa: E731
import math

import numpy as np

from tests.programs.record import program, sample

RULE = {'nodes': np.array([-0.577350269, 0.577350269]), 'weights': (1.0, 1.0)}


def simpson(f, a, b, n):
    h = (b - a) / n
    total = f(a) + f(b)
    for k in range(1, n):
        total += (4.0 if k % 2 else 2.0) * f(a + k * h)
    return total * h / 3.0


def integral_of_a_closure(a, b, omega):
    return simpson(lambda t: np.sin(omega * t) / (1.0 + t), a, b, n=4)


def integral_of_known_functions(a, b):
    return simpson(math.exp, a, b, 2) * simpson(gaussian, a, b, 4)


def gaussian(t, width=0.8):
    return math.exp(-t * t / width)


def double_integral(a, b):
    return simpson(lambda x: simpson(lambda y: np.exp(x * y * a), 0.0, x, 2), 0.0, b, 2)


def newton(f, slope, x, steps=5):
    for _ in range(steps):
        change = f(x) / slope(x)
        x = x - change
        if abs(change) < 1e-11:
            return x
    return x


def root_of_a_closure(a, b):
    return newton(lambda x: x ** 3 + a * x - b, lambda x: 3.0 * x * x + a, 1.0)


def runge_kutta(rate, y, h, n):
    for k in range(n):
        k1 = rate(k * h, y)
        k2 = rate(k * h + h / 2, y + h / 2 * k1)
        y = y + h * k2
    return y


def driven_oscillator(y, omega, damping):
    def rate(t, state):
        return np.array([state[1], -state[0] - damping * state[1] + np.cos(omega * t)])

    return runge_kutta(rate, y, 0.1, n=3)


def compose(f, g):
    return lambda v: f(g(v))


def repeated(f, n):
    def apply(v):
        for _ in range(n):
            v = f(v)
        return v

    return apply


def composition(x, a):
    shifted = lambda v: v + a
    chain = compose(np.sin, compose(shifted, lambda v: v * x))
    return chain(x) * compose(chain, chain)(a)


def repetition(x, r):
    logistic = lambda v: r * v * (1.0 - v)
    return repeated(logistic, 3)(x) + repeated(repeated(math.sin, 2), 2)(x)


def make_polynomial(coefficients):
    def polynomial(x):
        y = 0.0
        for c in reversed(coefficients):
            y = y * x + c
        return y

    return polynomial


def made_from_active_values(a, b, x):
    p = make_polynomial([a, b, a * b])
    q = make_polynomial((b, 1.0))
    return p(x) * q(p(a))


def make_layer(w, b, activation=np.tanh):
    return lambda x: activation(x @ w + b)


def sequential(layers):
    def run(x):
        for layer in layers:
            x = layer(x)
        return x

    return run


def network_of_functions(w1, w2, x):
    model = sequential([make_layer(w1, 0.1), make_layer(w2, -0.2, lambda z: z * z),
                        lambda h: h.sum(axis=1)])
    return model(x)


def make_least_squares(features, targets):
    """A loss that holds its data."""
    count = len(targets)

    def loss(w, ridge=0.1):
        residual = features @ w - targets
        return residual @ residual / count + ridge * (w @ w)

    return loss


def make_quadrature(rule, f):
    def integral(a, b):
        total = 0.0
        for node, weight in zip(rule['nodes'], rule['weights']):
            total += weight * f(0.5 * (a + b) + 0.5 * (b - a) * node)
        return 0.5 * (b - a) * total

    return integral


def make_terms(count):
    terms = []
    for k in range(count):
        terms.append(lambda x, k=k: np.cos(k * x) / (k + 1))
    return terms


def sum_of_terms(terms, x):
    total = 0.0
    for term in terms:
        total = total * 0.5 + term(x)
    return total


def fixed_point(f, x, steps=3, *, relaxation=1.0):
    for _ in range(steps):
        x = (1.0 - relaxation) * x + relaxation * f(x)
    return x


def keyword_calls(a, b):
    first = fixed_point(f=lambda v: np.cos(a * v), x=b)
    return fixed_point(lambda v, shift=b: shift + np.sin(v), first, relaxation=a)


def curried(x, y):
    add = lambda u: lambda v: lambda w: u * v + v * w
    partial = add(x)
    return partial(y)(2.0) * partial(x)(y)


def numerical_slope(f, x, h=0.25):
    return (f(x + h) - f(x - h)) / (2.0 * h)


def slope_of_a_slope(x, a):
    f = lambda v: np.sin(a * v)
    return numerical_slope(lambda u: numerical_slope(f, u), x) + numerical_slope(f, a)


PROGRAMS = [
    program(integral_of_a_closure, 0.2, 1.4, 1.7),
    program(integral_of_known_functions, 0.2, 1.4),
    program(double_integral, 0.7, 1.3),
    program(root_of_a_closure, 0.7, 1.3),
    program(driven_oscillator, sample(710, 2), 1.3, 0.2),
    program(composition, 0.7, 1.3),
    program(repetition, 0.3, 2.9),
    program(made_from_active_values, 0.7, 1.3, -0.4),
    program(network_of_functions, sample(711, 3, 2), sample(712, 2, 2),
            sample(713, 2, 3)),
    program(make_polynomial((0.3, -0.7, 1.2)), 0.8, name='made_outside'),
    program(make_polynomial([0.4, 1.7]), 0.8, name='made_outside_from_a_list'),
    program(make_layer(sample(714, 3, 2), 0.4), sample(715, 3), name='layer_outside'),
    program(sequential([make_layer(sample(716, 2, 2), 0.1), np.sin]), sample(717, 2),
            name='sequential_outside'),
    program(repeated(lambda v: v * v - 0.4, 3), 1.1, name='repeated_outside'),
    program(compose(math.exp, lambda t: 2.0 * t), 0.3, name='composed_outside'),
    program(simpson, gaussian, 0.2, 1.1, 4, wrt=(1, 2), name='function_argument'),
    program(simpson, lambda t: t ** 3 - t, 0.2, 1.1, 2, wrt=(1, 2),
            name='lambda_argument'),
    program(newton, math.sin, math.cos, 2.2, 2, wrt=(2,),
            name='two_functions_argument'),
    program(make_least_squares(sample(731, 4, 2), sample(732, 4)), sample(733, 2),
            name='least_squares_outside'),
    program(make_least_squares(sample(734, 4, 2), sample(735, 4)), sample(736, 2), 0.3,
            name='least_squares_ridge'),
    program(make_quadrature(RULE, lambda t: t ** 3 + 1.0), 0.2, 1.4,
            name='quadrature_outside'),
    program(make_terms(3)[2], 0.7, name='term_from_a_list'),
    program(sum_of_terms, make_terms(3), 0.7, wrt=(1,)),
    program(keyword_calls, 0.7, 0.4),
    program(curried, 0.7, 1.3),
    program(slope_of_a_slope, 0.7, 1.3),
]
