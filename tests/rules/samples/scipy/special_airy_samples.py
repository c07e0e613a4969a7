"""Samples of Airy and Kelvin functions."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(2, 3)
POSITIVE = spread(2, 3, low=0.3, high=3.0)
AIRY = 'a, b, c, e = scipy.special.airy(x0)\nreturn a * b + c * e'
SCALED = AIRY.replace('airy', 'airye')

SAMPLES = [
    sample(special.airy, X, body=AIRY),
    sample(special.airy, 0.7, body=AIRY),
    sample(special.airye, POSITIVE, body=SCALED),
    sample(special.airye, 0.7, body=SCALED),
    sample(special.airye, -POSITIVE, body='return scipy.special.airye(x0)[2]'),
    *(sample(f, x) for f in (
        special.ber, special.bei, special.ker, special.kei, special.berp,
        special.beip, special.kerp, special.keip)
      for x in (POSITIVE, 0.7)),
    *(sample(f, 0.0) for f in (special.ber, special.bei)),
]

SAMPLES += [
    sample(
        special.itairy, np.array([0.2, 0.5]),
        body='a, b, c, e = scipy.special.itairy(x0)\nreturn a * b + 2.0 * c - e',
    ),
    sample(
        special.kelvin, np.array([0.3, 1.5]),
        body='a, b, c, e = scipy.special.kelvin(x0)\n'
        'return np.real(a * c) + np.imag(b + 2.0 * e)',
    ),
]
