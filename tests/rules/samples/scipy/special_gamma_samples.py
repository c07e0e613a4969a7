"""Samples of the gamma function and its like."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3, low=0.4, high=4.0)
NEGATIVE = spread(4, low=-2.9, high=-2.1)
OTHER = spread(3, low=0.6, high=3.0, start=5)

SAMPLES = [
    *(sample(f, x) for f in (special.gammaln, special.gamma, special.digamma)
      for x in (X, 2.3, NEGATIVE, single(3, low=0.4, high=4.0))),
    sample(special.loggamma, X),
    sample(special.loggamma, 2.3),
    sample(special.gammasgn, NEGATIVE, wrt=()),
    sample(special.rgamma, X),
    sample(special.rgamma, NEGATIVE),
    sample(special.rgamma, 0.0),
    sample(special.rgamma, np.array([-3.0, -1.0, 0.3, 0.7, 5.0])),
    sample(special.polygamma, 0, X),
    sample(special.polygamma, 2, X),
    sample(special.zeta, 2.5, X, wrt=(1,)),
    sample(special.zeta, np.array([2.0, 3.0, 4.5]), X, wrt=(1,)),
    sample(special.poch, X, OTHER),
    sample(special.poch, 1.3, 2.2),
    sample(special.poch, np.array([-3.0, -1.0, 0.0, 2.0]),
           np.array([2.0, 1.0, 2.0, 2.5]), wrt=(0,)),
    sample(special.binom, 4.0 + X, OTHER),
    sample(special.binom, 5.5, 2, wrt=(0,)),
    sample(special.binom, np.array([1.0, 2.0, 3.5]), 4.0, wrt=(0,)),
    sample(special.comb, 4.0 + X, OTHER),
    sample(special.comb, 4.0 + X, 2, repetition=True),
    sample(special.perm, 4.0 + X, 2),
    sample(special.factorial, X),
]

SAMPLES += [sample(f, 4, wrt=()) for f in (special.bernoulli, special.euler)]
SAMPLES += [sample(special.multigammaln, x, 3) for x in (1.2 + X, 1.7)]
