"""Samples of Carlson's symmetric elliptic integrals, of equal arguments as well."""
import numpy as np
from scipy import special

from tangentlite.templates.scipy.special.carlson import principal_value, steps_for
from tests.rules.samples.sample import sample, single, spread

X, Y, Z = (spread(3, low=0.3, high=3.0, start=start) for start in (0, 5, 9))
COMPLEX = 'r = scipy.special.{}(x0 + 1j * x1, 1.3, x1)\nreturn np.real(r) * np.imag(r)'

SAMPLES = [
    sample(special.elliprc, spread(2, 3, low=0.3, high=3.0),
           spread(3, low=0.3, high=3.0, start=5)),
    sample(special.elliprc, np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.01, 9.0])),
    sample(special.elliprc, 0.7, 1.6),
    sample(special.elliprc, 0.0, 1.6, wrt=(1,)),
    *(
        sample(f, *args)
        for f in (special.elliprd, special.elliprf, special.elliprg)
        for args in ((X, Y, Z), (0.7, 1.9, 3.1), (1.3, 1.3, 1.3))
    ),
    sample(special.elliprd, spread(2, 1, low=0.3, high=3.0), Y, 1.3),
    sample(special.elliprf, single(3, low=0.3, high=3.0), 1.3, 0.4, wrt=(0,)),
    *(
        sample(f, 0.0, 1.9, 0.7, wrt=(1, 2))
        for f in (special.elliprd, special.elliprf, special.elliprg)
    ),
    *(
        sample(f, 0.7, 0.4, body=COMPLEX.format(f.__name__))
        for f in (special.elliprd, special.elliprf, special.elliprg)
    ),
    *(
        sample(special.elliprj, *args)
        for args in (
            (X, Y, Z, np.array([2.0, -1.0, 0.4])), (0.7, 1.9, 3.1, 2.3),
            (1.3, 0.4, 1.3, 1.3), (0.7, 1.9, 3.1, -0.3),
        )
    ),
    sample(special.elliprj, 0.0, 1.9, 0.7, 0.4, wrt=(1, 2, 3)),
    sample(principal_value, 0.7, 1.9, 3.1, -0.3, wrt=()),
    *(sample(steps_for, X, 1.9, 0.7, p, wrt=()) for p in (0.4, 1e8)),
]  # fmt: skip
