"""Samples of Struve functions and integrals of Bessel functions."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(2, 3, low=0.3, high=3.0)
ORDERS = np.array([0.0, 1.0, 1.7])
SUM = 'a, b = scipy.special.{}(x0)\nreturn a * b + 2.0 * b'

SAMPLES = [
    *(sample(f, v, x, wrt=(1,)) for f in (special.struve, special.modstruve)
      for v, x in ((ORDERS, X), (1, 0.7))),
    *(sample(f, x) for f in (special.itstruve0, special.itmodstruve0)
      for x in (X, 0.7)),
    *(sample(f, x, body=SUM.format(f.__name__))
      for f in (special.itj0y0, special.iti0k0) for x in (X, 0.7)),
    *(sample(f, 0.0, body=f'return scipy.special.{f.__name__}(x0)[0]')
      for f in (special.itj0y0, special.iti0k0)),
]

SAMPLES += [
    sample(special.it2struve0, spread(3, low=0.3, high=2.0)),
    *(
        sample(
            f, spread(3, low=0.3, high=2.0),
            body=f'a, b = scipy.special.{f.__name__}(x0)\nreturn a + b * b',
        )
        for f in (special.it2j0y0, special.it2i0k0)
    ),
]
