"""Samples of distribution functions and their inverses."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(2, 3, low=0.3, high=4.0)
P = spread(2, 3, low=0.1, high=0.9)
T = spread(2, 3)
SHAPES = np.array([1.5, 2.0, 3.5])

SAMPLES = [
    *(sample(f, SHAPES, X, wrt=(1,)) for f in (special.pdtr, special.pdtrc,
                                               special.chdtr, special.chdtrc)),
    sample(special.pdtr, 2, 0.7),
    sample(special.pdtri, 2, P),
    sample(special.pdtri, 2, 0.7),
    *(sample(f, 2, 5, P) for f in (special.bdtr, special.bdtrc, special.bdtri,
                                   special.nbdtr, special.nbdtrc, special.nbdtri)),
    sample(special.bdtr, 5, 5, P),
    sample(special.chdtri, SHAPES, P, wrt=(1,)),
    sample(special.chdtri, 2, 0.7),
    *(sample(f, X, 1.7, SHAPES, wrt=(0, 2)) for f in (special.gdtr, special.gdtrc)),
    sample(special.gdtrix, X, 1.7, P, wrt=(0, 2)),
    sample(special.gdtria, P, 1.7, X, wrt=(0, 2)),
    *(sample(f, SHAPES, 2.4, X, wrt=(2,)) for f in (special.fdtr, special.fdtrc)),
    sample(special.fdtri, SHAPES, 2.4, P, wrt=(2,)),
    sample(special.fdtr, 3, 4, 0.7),
    sample(special.stdtr, SHAPES, T, wrt=(1,)),
    sample(special.stdtr, np.inf, T, wrt=(1,)),
    sample(special.stdtr, 3, 0.7),
    sample(special.stdtrit, SHAPES, P, wrt=(1,)),
    sample(special.stdtrit, 3, 0.7),
]

SHARE = spread(3, low=0.1, high=0.9)
SAMPLES += [
    sample(special.chndtr, 2.5 * SHARE, 3.0, 2.0 * SHARE, wrt=(0, 2)),
    sample(special.chndtr, 2.5 * SHARE, 3.0, 0.0, wrt=(0,)),
    sample(special.chndtrix, SHARE, 3.0, 2.0 * SHARE, wrt=(0, 2)),
    sample(special.chndtrinc, 4.3, 3.0, 0.4, wrt=(0, 2)),
    sample(special.tklmbda, SHARE, 0.3, wrt=(0,)),
    sample(special.tklmbda, SHARE, -0.3, wrt=(0,)),
    sample(special.nrdtrimn, SHARE, SHARE + 1.0, 0.4),
    sample(special.nrdtrisd, 0.3, 0.5 * SHARE, 0.4),
    sample(special.kolmogorov, 2.0 * SHARE),
    sample(special.kolmogi, SHARE),
]
