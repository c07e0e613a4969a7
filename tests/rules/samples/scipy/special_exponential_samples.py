"""Samples of exponentials, logarithms and powers that SciPy defines."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3)
POSITIVE = spread(2, 3, low=0.2, high=3.0)
LAMBDA = np.array([-0.8, 0.0, 1.7])

SAMPLES = [
    *(sample(f, x) for f in (
        special.expm1, special.exp2, special.exp10, special.expit, special.log_expit,
        special.cosm1, special.sindg, special.cosdg, special.tandg, special.exprel,
        getattr(special, 'softplus', special.expm1))
      for x in (X, 0.7, single(3))),
    *(sample(f, x) for f in (special.log1p, special.cbrt) for x in (POSITIVE, 0.7)),
    sample(special.expit, np.array([-40.0, 40.0])),
    sample(special.exprel, np.array([-3.0, -0.1, 0.0, 1e-6, 0.4, 3.0])),
    sample(special.logit, spread(2, 3, low=0.05, high=0.95)),
    sample(special.logit, 0.3),
    sample(special.cotdg, 40.0 + X),
    sample(special.radian, X, 0.7, spread(3)),
    sample(special.round, X, wrt=()),
    sample(special.powm1, POSITIVE, X),
    sample(special.powm1, 1.4, 0.7),
    *(sample(f, POSITIVE, lmbda) for f in (special.boxcox, special.boxcox1p)
      for lmbda in (LAMBDA, 0.01, 0.0)),
    sample(special.boxcox, 1.7, 0.3),
    sample(special.boxcox, np.array([0.0, 1.0]), 2.0, wrt=(1,)),
    *(sample(f, spread(2, 3, low=-0.5, high=0.5), lmbda)
      for f in (special.inv_boxcox, special.inv_boxcox1p) for lmbda in (LAMBDA, 0.0)),
    sample(special.inv_boxcox, 0.4, 0.3),
]

SAMPLES += [
    sample(special.diric, spread(4), 5),
    sample(special.diric, np.array([6.28, 6.30, 0.01]), 4),
]
