"""Samples of entropies, x log y, and the losses of Huber."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3, low=0.2, high=3.0)
Y = spread(3, low=0.2, high=3.0, start=5)
R = spread(2, 3, low=-3.0, high=3.0)

SAMPLES = [
    *(sample(f, x, y) for f in (special.xlogy, special.xlog1py, special.rel_entr,
                                special.kl_div)
      for x, y in ((X, Y), (0.7, 1.6), (single(3, low=0.2, high=3.0), Y))),
    sample(special.xlogy, np.array([0.0, 1.0]), np.array([2.0, 3.0])),
    sample(special.entr, X),
    sample(special.entr, 0.4),
    sample(special.huber, Y, R),
    sample(special.huber, 1.5, R),
    sample(special.pseudo_huber, Y, R),
    sample(special.pseudo_huber, 1.5, 0.0),
]
