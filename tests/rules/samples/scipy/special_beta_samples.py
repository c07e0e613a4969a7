"""Samples of the beta function and its logarithm."""
from scipy import special

from tests.rules.samples.sample import sample, single, spread

A = spread(2, 3, low=0.4, high=4.0)
B = spread(3, low=0.4, high=4.0, start=5)

SAMPLES = [
    *(sample(f, a, b) for f in (special.beta, special.betaln)
      for a, b in ((A, B), (1.5, 2.3), (A, 0.7), (single(3, low=0.4, high=4.0), B))),
]
