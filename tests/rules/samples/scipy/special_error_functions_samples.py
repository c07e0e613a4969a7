"""Samples of error functions and of the normal distribution function."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3)
INSIDE = spread(2, 3, low=0.05, high=0.95)
FAR = np.array([60.0, 150.0, 2000.0])

SAMPLES = [
    *(sample(f, x) for f in (special.erf, special.erfc, special.erfi, special.erfcx,
                             special.dawsn, special.ndtr, special.log_ndtr)
      for x in (X, 0.7, single(3))),
    sample(special.erfcx, FAR),
    sample(special.dawsn, FAR),
    sample(special.log_ndtr, np.array([-200.0, -20.0, 0.0, 10.0])),
    *(sample(f, x) for f in (special.erfinv, special.erfcinv, special.ndtri)
      for x in (INSIDE, 0.3)),
    sample(special.ndtri_exp, np.array([-50.0, -1.0, -0.1])),
    sample(special.ndtri_exp, -2.0),
    sample(special.owens_t, X, spread(3, start=5)),
    sample(special.owens_t, 0.4, 1.5),
    sample(special.wofz, X, body='return scipy.special.wofz(x0).real'),
]

SAMPLES += [
    sample(special.voigt_profile, spread(3), 0.4, 0.6),
    sample(special.voigt_profile, spread(3), 0.0, 0.6, wrt=(0, 2)),
]
