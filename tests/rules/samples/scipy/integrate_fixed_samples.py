"""Samples of quadrature at fixed points."""
import numpy as np
from scipy import integrate, special

from tests.rules.samples.sample import sample

SAMPLES = [
    sample(
        integrate.fixed_quad, np.sin, 1.3, 0.7, wrt=(1, 2),
        body='return scipy.integrate.fixed_quad(lambda t: np.sin(x0 * t), 0.1, x1)[0]'),
    sample(
        integrate.fixed_quad, np.sin, 1.3, 0.7, wrt=(1, 2),
        body='''\
def kernel(t, rate):
    return np.exp(-rate * t * x0)
return scipy.integrate.fixed_quad(kernel, x1, 2.0, args=(x0,), n=3)[0]'''),
    sample(special.roots_legendre, 4, wrt=()),
]  # fmt: skip
