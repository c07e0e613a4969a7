"""Sample inputs of Legendre functions."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(3, low=-0.9, high=0.9)

SAMPLES = [
    *(
        sample(special.lpmv, m, v, X)
        for m, v in ((0, 2), (1, 3), (2, 2), (-1, 3), (-2, 2), (4, 3))
    ),
]
if hasattr(special, 'legendre_p'):
    SAMPLES += [
        sample(special.legendre_p, np.array([0, 1, 4]), X, wrt=(1,)),
        sample(special.legendre_p, 4, 0.7, diff_n=2),
        sample(special.legendre_p, 3, 1.0),
        sample(special.legendre_p, 4, single(3)),
        sample(special.legendre_p_all, 4, X),
        sample(special.legendre_p_all, 3, 0.4, diff_n=1),
        *(
            sample(special.assoc_legendre_p, n, m, X, norm=norm)
            for n, m in ((2, 0), (3, 1), (2, 2), (3, -1), (3, 4))
            for norm in (False, True)
        ),
        sample(special.assoc_legendre_p, 90, 60, X, norm=True),
        sample(special.assoc_legendre_p, 3, 1, X + 2.0, branch_cut=3),
        sample(special.assoc_legendre_p, 3, -2, 1.7, branch_cut=3, norm=True),
        sample(special.assoc_legendre_p_all, 3, 2, X),
        sample(special.assoc_legendre_p_all, 2, 2, 0.4, norm=True),
    ]
