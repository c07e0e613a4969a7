"""Samples of the gamma function and its like."""
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3, low=0.4, high=4.0)
NEGATIVE = spread(4, low=-2.9, high=-2.1)

SAMPLES = [
    *(sample(f, x) for f in (special.gammaln, special.gamma, special.digamma)
      for x in (X, 2.3, NEGATIVE, single(3, low=0.4, high=4.0))),
]
