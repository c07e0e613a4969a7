"""Sample inputs of the elementwise rules, away from kinks and singular points."""
import math
import operator

import numpy as np

from tangentlite import runtime
from tests.rules.samples.sample import binary_samples, sample, single, spread

A3, A23 = spread(3), spread(2, 3)
B3, B23 = spread(3, start=20), spread(2, 3, start=20)
ROWS = np.array([True, False, True])

UNARY = (
    (np.negative, -2, 2), (np.positive, -2, 2), (np.absolute, -2, 2), (np.fabs, -2, 2),
    (np.square, -2, 2), (np.exp, -2, 2), (np.expm1, -2, 2), (np.exp2, -2, 2),
    (np.log, 0.3, 3), (np.log1p, -0.5, 3), (np.log2, 0.3, 3), (np.log10, 0.3, 3),
    (np.sqrt, 0.3, 3), (np.sin, -3, 3), (np.cos, -3, 3), (np.tan, -1.2, 1.2),
    (np.arcsin, -0.8, 0.8), (np.arccos, -0.8, 0.8), (np.arctan, -2, 2),
    (np.sinh, -2, 2), (np.cosh, -2, 2), (np.tanh, -2, 2), (np.arcsinh, -2, 2),
    (np.arccosh, 1.2, 3), (np.arctanh, -0.8, 0.8), (np.conjugate, -2, 2),
    (np.real, -2, 2), (np.imag, -2, 2), (np.sign, -2, 2), (np.floor, -2, 2),
    (np.ceil, -2, 2), (np.rint, -2, 2), (np.trunc, -2, 2), (np.round, -2, 2),
    (np.cbrt, 0.3, 3), (np.reciprocal, 0.3, 3), (np.sinc, -2, 2), (np.deg2rad, -2, 2),
    (np.rad2deg, -2, 2), (np.degrees, -2, 2), (np.radians, -2, 2),
    (np.nan_to_num, -2, 2), (np.angle, -2, 2), (np.fix, -2, 2),
    (operator.neg, -2, 2), (operator.pos, -2, 2), (operator.abs, -2, 2), (abs, -2, 2),
)  # fmt: skip

SCALAR = (
    (math.exp, 0.7), (math.expm1, 0.7), (math.exp2, 0.7), (math.log, 0.7),
    (math.log1p, 0.7), (math.log2, 0.7), (math.log10, 0.7), (math.sqrt, 0.7),
    (math.cbrt, -0.7), (math.fabs, -0.7), (math.sin, 0.7), (math.cos, 0.7),
    (math.tan, 0.7), (math.asin, 0.7), (math.acos, 0.7), (math.atan, 0.7),
    (math.sinh, 0.7), (math.cosh, 0.7), (math.tanh, 0.7), (math.asinh, 0.7),
    (math.acosh, 1.7), (math.atanh, 0.7), (math.degrees, 0.7), (math.radians, 0.7),
    (math.erf, 0.7), (math.erfc, 0.7), (math.lgamma, 0.7), (math.lgamma, -1.3),
    (math.gamma, 2.7), (math.gamma, -1.3), (math.hypot, -0.7), (float, 0.7),
    (np.float64, 0.7),
)  # fmt: skip

# function, bounds of the left operand, bounds of the right operand
BINARY = (
    (np.add, (-2, 2), (-2, 2)), (np.subtract, (-2, 2), (-2, 2)),
    (np.multiply, (-2, 2), (-2, 2)), (np.divide, (-2, 2), (0.5, 2)),
    (np.power, (0.5, 2), (-2, 2)), (np.remainder, (-2, 0.2), (0.3, 2)),
    (np.maximum, (-2, 2), (-2, 2)), (np.minimum, (-2, 2), (-2, 2)),
    (np.logaddexp, (-2, 2), (-2, 2)), (np.logaddexp2, (-2, 2), (-2, 2)),
    (np.arctan2, (-2, 2), (-2, 2)), (np.hypot, (-2, 2), (-2, 2)),
    (np.fmax, (-2, 2), (-2, 2)), (np.fmin, (-2, 2), (-2, 2)),
    (np.fmod, (1.3, 1.9), (0.65, 1.2)), (np.copysign, (-2, 2), (-2, 2)),
)  # fmt: skip

OPERATORS = (
    (operator.add, (-2, 2), (-2, 2)), (operator.sub, (-2, 2), (-2, 2)),
    (operator.mul, (-2, 2), (-2, 2)), (operator.truediv, (-2, 2), (0.5, 2)),
    (operator.pow, (0.5, 2), (-2, 2)), (operator.mod, (-2, 0.2), (0.3, 2)),
    (pow, (0.5, 2), (-2, 2)), (np.float_power, (0.5, 2), (-2, 2)),
)  # fmt: skip

# Real programs through complex numbers
COMPLEX_PATHS = (
    (np.absolute, 'np.abs((1.0 + 2.0j) * x0 + 1j)'),
    (np.angle, 'np.angle(1.0 + 1j * x0)'),
    (np.angle, 'np.angle(3.0 + 1j * x0, deg=True)'),
    (np.real, 'np.real(np.exp(1j * x0) * (2.0 + 1j))'),
    (np.imag, 'np.imag(np.sin((1.0 + 0.5j) * x0) / (2.0 + 1j * x0))'),
    (np.conjugate, 'np.imag(np.conjugate((x0 + 1j) ** 2) * np.log(x0 + 2j))'),
    (np.real, 'np.real(np.sqrt(2.0 + 1j * x0) * np.conjugate(x0 * 1j))'),
)

# None stands for a Python float
SHAPES = (
    (None, None), (None, (3,)), ((3,), None), ((), (3,)), ((2, 3), (3,)),
    ((1,), (2, 3)), ((1, 3), (2, 1)), ((2, 3), (2, 1)), ((4, 3), (4, 3)),
)  # fmt: skip

ELEMENTWISE = [
    *(sample(f, spread(2, 3, low=low, high=high)) for f, low, high in UNARY),
    *(sample(f, float(spread(low=low, high=high, start=3))) for f, low, high in UNARY),
    *(sample(f, single(3, low=low, high=high)) for f, low, high in UNARY[:24:3]),
    sample(np.exp, spread()),
    sample(np.sin, spread(0, 3)),
    sample(np.tanh, spread(1, 3)),
    *(sample(f, x) for f, x in SCALAR),
    sample(float, spread()),
    sample(np.float32, 0.75),
    sample(np.float64, single(3)),
    sample(math.log, 0.7, 3.0),
    sample(math.log, spread(low=0.5), spread(low=1.5)),
    sample(math.atanh, spread(low=0.1, high=0.9)),
    sample(math.pow, 0.7, 1.3),
    sample(math.hypot, 0.7, -2.0),
    sample(math.atan2, 0.7, -1.3),
    sample(math.hypot, 0.7, -2.0, 0.5),
    sample(math.hypot, 0.7, -2.0, 0.5, 1.5, -0.3),
    sample(math.hypot, 0.0, 0.7, body='return math.hypot(*(x0, x1) * 3)'),
    sample(
        np.arccosh, np.array([1.3, 2.6, 3.3]),
        body='return np.imag(np.arccosh(x0 - 3.0 + 0.2j) * (1.0 + 2.0j))'),
    sample(math.dist, (0.7, -2.0), (0.5, 1.5)),
    sample(math.remainder, -1.7, 0.6),
    sample(math.nextafter, -1.7, 0.6),
    sample(math.ulp, 0.7, wrt=()),
    sample(math.isclose, 0.7, 0.7, wrt=()),
    sample(math.modf, -1.7, body='a, b = math.modf(x0)\nreturn a * b'),
    sample(math.frexp, -1.7, body='a, b = math.frexp(x0)\nreturn a * b + x0'),
    sample(runtime.polygamma, 0, 0.7, wrt=(1,)),
    sample(runtime.polygamma, 2, -0.7, wrt=(1,)),
    *binary_samples(BINARY, SHAPES),
    *binary_samples(
        BINARY[::3], [((2, 3), (3,)), (None, (3,)), ((3,), None)], np.float32
    ),
    *binary_samples(OPERATORS, [(None, None), ((2, 3), (3,)), (None, (2, 1))]),
    *(
        sample(f, A3, y, wrt=(0,))
        for f in (operator.pow, np.power)
        for y in (0, 1, 2, 3, 2.0, 3.0)
    ),
    sample(operator.pow, spread(3, low=0.5), -1, wrt=(0,)),
    sample(operator.pow, single(3), 2, wrt=(0,)),
    sample(operator.pow, 2.0, A3, wrt=(1,)),
    sample(operator.pow, A3, np.array([0, 1, 2]), wrt=(0,)),
    sample(pow, -1.5, 2, wrt=(0,)),
    sample(operator.truediv, 1.0, spread(3, low=0.5), wrt=(1,)),
    sample(operator.mul, single(2, 3), 2.5, wrt=(0,)),
    sample(operator.mod, 7.5, 2.2),
    sample(np.maximum, A23, 0.0, wrt=(0,)),
    sample(np.logaddexp, 0.0, A3, wrt=(1,)),
    sample(math.fmod, -1.7, 0.6),
    sample(math.copysign, 0.7, -2.0),
    sample(math.ldexp, 0.7, 2, wrt=(0,)),
    sample(np.ldexp, A23, np.array([0, 1, -2]), wrt=(0,)),
    sample(np.ldexp, single(3), 2, wrt=(0,)),
    sample(np.sinc, np.array([0.0, 1e-3, 0.02, -0.5])),
    sample(np.sinc, 0.0),
    sample(np.sinc, single(3)),
    sample(np.fmax, np.array([math.nan, 1.0]), np.array([2.0, 0.5])),
    sample(np.fmin, A23, 0.1, wrt=(0,)),
    sample(np.hypot, np.array([1e200, 1e-200]), np.array([1e200, 0.0]), wrt=()),
    sample(
        np.nan_to_num, A3, 0.3, 0.5, 0.7, wrt=(0, 1, 2, 3),
        body='c = np.array([np.nan, np.inf, -np.inf])\nreturn np.nan_to_num('
             'np.stack((x0, x0 + c)), nan=x1, posinf=x2, neginf=x3)'),
    sample(np.nan_to_num, np.array([math.nan, 2.0, math.inf]), nan=1.0, posinf=3.0),
    sample(
        np.nan_to_num,
        A3,
        body='z = 1j * x0 + np.array([0.5, np.nan, np.inf])\n'
        'z = np.nan_to_num(z, posinf=3.0)\nreturn z.imag + (z * z).real',
    ),
    sample(
        np.sign,
        A3,
        body='z = np.sign(x0 + 1j * x0 * x0 + 0.5j)\nreturn z.real + 2.0 * z.imag',
    ),
    sample(np.float_power, A3, 2.0, wrt=(0,)),
    sample(complex, 0.7, 0.3, body='return abs(complex(x0, x1))'),
    sample(complex, 0.7, body='return np.real(complex(x0) ** 2)'),
    sample(np.complex128, 0.7, body='return np.real(np.complex128(x0) * 1j * x0)'),
    sample(np.complex64, 0.5, wrt=()),
    *(sample(f, A3, body=f'return {text}') for f, text in COMPLEX_PATHS),
    sample(np.where, ROWS, A3, B3),
    sample(np.where, ROWS, A23, 0.5),
    sample(np.where, np.array([[True], [False]]), A3, spread(2, 1)),
    sample(np.where, True, 0.5, 1.5),
    sample(np.where, ROWS, single(3), 0.0, wrt=(1,)),
    sample(np.clip, A23, -0.8, 0.8),
    sample(np.clip, A23, None, 0.8),
    sample(np.clip, A3, -0.7, None),
    sample(np.clip, A23, spread(3, high=-1), spread(2, 1, low=0, start=8)),
    sample(np.clip, 0.3, 0.4, 0.9),
    sample(np.clip, A3, a_max=0.5, a_min=-0.6),
    *(sample(f, A23 + 1j * B23, wrt=()) for f in (np.real, np.imag, np.conjugate)),
]
