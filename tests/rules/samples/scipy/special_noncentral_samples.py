"""Samples of noncentral distributions of ratios and their inverses."""
import numpy as np
from scipy import special

from tangentlite.templates.scipy.special.noncentral import (
    log_kummer,
    log_moment,
)
from tests.rules.samples.sample import sample, single, spread

SHARE = spread(3, low=0.1, high=0.9)
T = np.array([-1.3, 0.0, 2.4])

SAMPLES = [
    sample(log_kummer, 1.5, 2.5, 0.7 * SHARE, wrt=(2,),
           body='return scipy.special.ncfdtr(3.0, 5.0, 1.4, x0)'),
    sample(log_moment, 3.0, T, wrt=(1,),
           body='return scipy.special.nctdtr(4.0, 0.5, x0)'),
    sample(special.ncfdtr, 3.0, 5.0, 4.0 * SHARE, 2.0 * SHARE, wrt=(2, 3)),
    sample(special.ncfdtr, 3.0, 5.0, 1.3, 0.7, wrt=(2, 3)),
    sample(special.ncfdtr, 2.0, 7.0, 1.3, np.array([0.05, 30.0]), wrt=(2, 3)),
    sample(special.ncfdtr, 3.0, 5.0, single(3, low=0.5), single(3, low=0.5),
           wrt=(2, 3)),
    sample(special.ncfdtri, 3.0, 5.0, 1.0 + SHARE, SHARE, wrt=(2, 3)),
    # SciPy finds it to four digits.
    sample(special.ncfdtrinc, 3.0, 5.0, single(3, low=0.06, high=0.2), 1.8, wrt=(2,)),
    sample(special.ncfdtrinc, 3.0, 5.0, 0.12, single(3, low=1.0, high=2.0), wrt=(3,)),
    sample(special.nctdtr, 4.0, SHARE, T, wrt=(1, 2)),
    sample(special.nctdtr, 4.0, -1.2, 0.7, wrt=(1, 2)),
    sample(special.nctdtr, 0.8, 1.5, np.array([-30.0, 3.0]), wrt=(1, 2)),
    sample(special.nctdtr, 4.0, single(3), single(3), wrt=(1, 2)),
    sample(special.nctdtrit, 4.0, SHARE, SHARE, wrt=(1, 2)),
    sample(special.nctdtrinc, 4.0, SHARE, 0.8, wrt=(1, 2)),
]
