"""Samples of spheroidal wave functions."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(3, low=-0.8, high=0.8)
NEAR = spread(3, low=0.2, high=1.2)
OUTER = spread(3, low=1.4, high=4.0)
PAIR = 'a, b = scipy.special.{}({}, x0)\nreturn a * a + b'

SAMPLES = [
    *(
        sample(f, x, body=PAIR.format(f.__name__, parameters))
        for f, x in (
            (special.pro_ang1, X), (special.obl_ang1, X), (special.pro_rad1, OUTER),
            (special.obl_rad1, X + 0.9),
        )
        for parameters in ('1, 3, 1.3', '0, 2, 2.1')
    ),
    # Where SciPy's functions of the second kind are right.
    sample(special.obl_rad2, NEAR, body=PAIR.format('obl_rad2', '1, 3, 1.3')),
    sample(special.pro_rad2, np.array([9.0, 11.3]),
           body=PAIR.format('pro_rad2', '0, 2, 2.1')),
    *(
        sample(f, x, body=PAIR.format(f.__name__, f'1, 3, 1.3, {value}'))
        for f, x, value in (
            (special.pro_ang1_cv, X, special.pro_cv(1, 3, 1.3)),
            (special.obl_ang1_cv, X, special.obl_cv(1, 3, 1.3)),
            (special.pro_rad1_cv, OUTER, special.pro_cv(1, 3, 1.3)),
            (special.pro_rad2_cv, 3.0 * OUTER, special.pro_cv(1, 3, 1.3)),
            (special.obl_rad1_cv, X + 0.9, special.obl_cv(1, 3, 1.3)),
            (special.obl_rad2_cv, NEAR, special.obl_cv(1, 3, 1.3)),
        )
    ),
]
