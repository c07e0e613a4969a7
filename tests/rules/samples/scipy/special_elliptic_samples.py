"""Samples of elliptic integrals and functions."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

M = np.array([-5.0, -0.3, 0.0, 0.2, 0.7, 0.95])
PHI = spread(2, 3, low=-1.4, high=1.4)
PARAMETERS = np.array([-1.5, 0.0, 0.6])
ELLIPJ = 'a, b, c, e = scipy.special.ellipj(x0, x1)\nreturn a * b + c * e'

SAMPLES = [
    *(sample(f, m) for f in (special.ellipk, special.ellipe)
      for m in (M, 0.3, single(3, low=-0.9, high=0.9))),
    sample(special.ellipkm1, np.array([0.01, 0.3, 0.9, 1.0, 4.0])),
    sample(special.ellipkm1, 0.3),
    *(sample(f, phi, m) for f in (special.ellipkinc, special.ellipeinc)
      for phi, m in ((PHI, PARAMETERS), (4.0, 0.3), (PHI, 1e-3), (0.7, -0.4))),
    sample(special.ellipkinc, PHI, 1.0, wrt=(0,)),
    sample(special.ellipj, PHI, np.array([0.1, 0.4, 0.8]), body=ELLIPJ),
    sample(special.ellipj, 0.7, 0.3, body=ELLIPJ),
]

SAMPLES += [
    sample(special.agm, spread(3, low=0.5, high=2.0), spread(3, low=1.0, high=3.0)),
    sample(special.agm, 1.5, 1.5),
]
