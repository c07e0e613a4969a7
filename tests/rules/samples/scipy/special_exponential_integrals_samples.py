"""Samples of integrals of elementary functions, and of Lambert's W."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3, low=0.3, high=3.0)
SUM = 'a, b = scipy.special.{}(x0)\nreturn a * b + 2.0 * b'

SAMPLES = [
    *(sample(f, x) for f in (special.exp1, special.expi, special.spence)
      for x in (X, 0.7, single(3, low=0.3, high=3.0))),
    *(sample(special.expn, n, X) for n in (0, 1, 4)),
    sample(special.expn, np.array([0, 1, 2]), X),
    sample(special.expn, 2, 0.7),
    *(sample(f, x, body=SUM.format(f.__name__)) for f in (
        special.sici, special.shichi, special.fresnel) for x in (X, 0.7)),
    sample(special.sici, 0.0, body='return scipy.special.sici(x0)[0]'),
    sample(special.shichi, 0.0, body='return scipy.special.shichi(x0)[0]'),
    sample(special.fresnel, 0.0, body=SUM.format('fresnel')),
    sample(special.spence, np.array([0.995, 1.0, 1.002, 2.0])),
    sample(special.lambertw, X, body='return scipy.special.lambertw(x0).real'),
    sample(special.lambertw, 0.7, body='return scipy.special.lambertw(x0).real'),
    sample(special.lambertw, -0.1, body='return scipy.special.lambertw(x0, -1).real'),
    sample(special.wrightomega, X - 1.0),
    sample(special.wrightomega, 0.7),
]

COMPLEX = 'a, b = scipy.special.{}(x0)\nreturn np.real(a * b) + 2.0 * np.imag(b)'
SAMPLES += [
    sample(f, x, body=COMPLEX.format(f.__name__))
    for f in (special.modfresnelp, special.modfresnelm)
    for x in (X, 0.7, 150.0, single(3, low=0.3, high=2.0))
]
