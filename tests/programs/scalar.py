"""Straight-line programs of Python floats, NumPy scalars and 0-d arrays."""
# ruff: noqa: B002
import math
from math import cos, exp, pi, sqrt

import numpy as np

from tests.programs.record import program

GAS_CONSTANT = 8.314
SQRT_TWO_OVER_PI = sqrt(2.0 / pi)


def log_product_sine(x1, x2):
    return np.log(x1) + x1 * x2 - np.sin(x2)


def horner(x, a, b, c, e):
    return ((a * x + b) * x + c) * x + e


def powers(x, y):
    return x ** 2 + x ** 3.0 + y ** 0.5 + x ** y + 2.0 ** y + 1 / x ** -1 + x ** 0


def black_scholes_call(spot, strike, rate, volatility, maturity):
    """The normal distribution function is replaced by its tanh approximation."""
    spread = volatility * math.sqrt(maturity)
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility ** 2) * maturity) / spread
    d2 = d1 - spread
    n1 = 0.5 * (1 + math.tanh(SQRT_TWO_OVER_PI * (d1 + 0.044715 * d1 ** 3)))
    n2 = 0.5 * (1 + math.tanh(SQRT_TWO_OVER_PI * (d2 + 0.044715 * d2 ** 3)))
    return spot * n1 - strike * math.exp(-rate * maturity) * n2


def quadratic_roots_distance(a, b, c):
    disc = sqrt(b * b - 4 * a * c)
    r1 = (-b + disc) / (2 * a)
    r2 = (-b - disc) / (2 * a)
    return (r1 - r2) * r1


def van_der_waals_pressure(n, volume, temperature, a=1.36, b=0.032):
    return n * GAS_CONSTANT * temperature / (volume - n * b) - a * (n / volume) ** 2


def rebinds_everything(x, y):
    x = x * y
    y = x + y
    x = x / y
    z = x
    x = x * x - z
    return x * y + z


def augmented_operators(x, y):
    r = x
    r += y
    r -= 0.25 * x
    r *= y
    r /= x
    r **= 2
    r += 7.5
    r %= 2.0
    r += x // 0.4
    return r


def remainder_and_floor(x, y):
    return x % y + (x // y) * x * y + 7.5 % x - (-x) % y


def conversions(x, y):
    k = int(y)
    return float(x) * k + round(x) * y + math.floor(x) * x


def haversine(lat1, lon1, lat2, lon2):
    a = np.sin((lat2 - lat1) / 2) ** 2
    a = a + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0 * np.arcsin(np.sqrt(a))


def unused_things(x, y, z):
    unused = y * y  # noqa: F841
    also_unused = math.exp(x)  # noqa: F841
    return x * 3.0


def names_of_modules(d, np):
    return d * np + math.sin(np) * d


def names_of_generated_code(x):
    x_bar = math.sin(x)
    x_dot = x_bar * x
    saved = x_dot + x
    x_saved = saved * saved
    t = x_saved - x_bar
    t1 = t * x
    tl = t1 / (1.0 + t * t)
    sum = tl + t1
    y_bar = sum * x_dot
    return y_bar + init_grad_like(x)


def init_grad_like(init_grad):
    return init_grad * cos(init_grad)


def trigonometry(x, y):
    direct = np.sin(x) * np.cos(y) + np.tan(0.3 * x)
    inverse = np.arcsin(0.3 * x) - np.arccos(0.4 * y) + np.arctan(x * y)
    return direct * inverse


def hyperbolas(x, y):
    u = np.sinh(x) - np.cosh(y) * np.tanh(x * y)
    return np.arcsinh(u) + np.arccosh(1.5 + x * x) + np.arctanh(0.2 * y)


def logarithms(x):
    y = np.log(x) * np.log2(x) + np.log10(x) * np.log1p(x)
    return y + np.expm1(-x) * np.exp2(x)


def stirling(z):
    return (z - 0.5) * math.log(z) - z + 0.5 * math.log(2 * math.pi) + 1 / (12 * z)


def planck(wavelength, temperature):
    # in micrometres and kilokelvin
    c2 = 14.388
    return 119.1 / wavelength ** 5 / (exp(c2 / (wavelength * temperature)) - 1.0)


def zero_dimensional(x, scale):
    y = np.sin(x) * scale
    return y * y + x


def returns_its_argument(x):
    return x


def returns_a_number(x):
    return 2.5


def softplus_minus_sigmoid(x):
    return np.logaddexp(0.0, x) - 1.0 / (1.0 + np.exp(-x)) * np.logaddexp(x, -x)


def kinked_away_from_kinks(x, y):
    a = abs(x - y) + np.abs(y) * np.sign(x) + np.maximum(x, y) * np.minimum(x, 2.0 * y)
    return a + np.floor(x) * y - np.ceil(y) * x + np.square(a) + np.clip(y, 0.0, 1.0)


def signs(x, y):
    z = -x
    z = -(-(-z))
    return +z * -y - (-x - -y) ** 2


def swapped(a: float, b: float) -> float:
    """Fibonacci steps written out, with annotations and a docstring."""
    a, b = b, a + b
    a, b = b, a * b
    (a, b) = (b - a, a)
    return a / b


def chained_assignment(x, y):
    p = q = x * y
    p = p + 1.0
    q *= p
    return p - q


def lorentz_factor_energy(velocity, mass):
    beta = velocity / 3.0
    gamma = 1.0 / np.sqrt(1.0 - beta * beta)
    momentum = gamma * mass * velocity
    return np.sqrt(momentum ** 2 + mass ** 2) + gamma


def reused_subexpressions(x):
    y = exp(-x * x)
    return y * y + y / (1.0 + y) - exp(-x * x) * y


PROGRAMS = [
    program(log_product_sine, 2.0, 5.0),
    program(horner, 0.7, 1.0, -2.0, 0.5, 3.0),
    program(powers, 1.3, 2.2),
    program(black_scholes_call, 100.0, 105.0, 0.03, 0.25, 1.5),
    program(quadratic_roots_distance, 1.0, -3.5, 2.0),
    program(van_der_waals_pressure, 1.2, 3.0, 300.0),
    program(van_der_waals_pressure, 1.2, 3.0, 300.0, 1.1, wrt=(1, 3),
            name='van_der_waals_pressure_some'),
    program(rebinds_everything, 0.8, 1.7),
    program(augmented_operators, 1.1, 0.7),
    program(remainder_and_floor, 2.3, 0.7),
    program(conversions, 1.3, 2.6),
    program(haversine, 0.3, 0.8, 0.9, -0.4),
    program(unused_things, 0.4, 0.5, 0.6),
    program(names_of_modules, 0.4, 1.5),
    program(names_of_generated_code, 0.9),
    program(trigonometry, 0.6, -1.1),
    program(hyperbolas, 0.6, 1.1),
    program(logarithms, 1.7),
    program(stirling, 4.3),
    program(planck, 5.0, 1.2),
    program(zero_dimensional, np.array(0.7), 1.5),
    program(zero_dimensional, np.float64(0.7), np.array(1.5),
            name='zero_dimensional_both'),
    program(zero_dimensional, np.float32(0.7), np.float32(1.5),
            name='single_precision'),
    program(returns_its_argument, 1.25),
    program(returns_a_number, 1.25),
    program(softplus_minus_sigmoid, 0.4),
    program(kinked_away_from_kinks, 1.3, 0.6),
    program(signs, 0.8, 0.3),
    program(swapped, 1.0, 1.5),
    program(chained_assignment, 1.2, 0.4),
    program(lorentz_factor_energy, 1.4, 0.9),
    program(reused_subexpressions, 0.5),
]
