"""Samples of incomplete gamma and beta functions and their inverses."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(2, 3, low=0.3, high=4.0)
P = spread(2, 3, low=0.1, high=0.9)
SHAPES = np.array([0.7, 1.0, 3.5])

SAMPLES = [
    *(sample(f, SHAPES, X, wrt=(1,)) for f in (special.gammainc, special.gammaincc)),
    *(sample(f, SHAPES, P, wrt=(1,)) for f in (special.gammaincinv,
                                               special.gammainccinv)),
    *(sample(f, 2.5, 0.7, wrt=(1,)) for f in (
        special.gammainc, special.gammaincc, special.gammaincinv,
        special.gammainccinv)),
    *(sample(f, a, b, x, wrt=(2,))
      for name in ('betainc', 'betaincc', 'betaincinv', 'betainccinv')
      if (f := getattr(special, name, None)) is not None
      for a, b, x in ((SHAPES, 1.4, P), (2.5, 1.0, 0.7))),
]
