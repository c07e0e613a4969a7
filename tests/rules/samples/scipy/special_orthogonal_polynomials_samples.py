"""Samples of orthogonal polynomials."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(2, 3, low=-0.9, high=0.9)
ABOVE = spread(2, 3, low=0.1, high=0.9)
DEGREES = np.array([0, 1, 4])

SAMPLES = [
    *(sample(f, n, x) for f in (
        special.eval_legendre, special.eval_chebyt, special.eval_chebyu,
        special.eval_chebyc, special.eval_chebys, special.eval_hermite,
        special.eval_hermitenorm, special.eval_laguerre)
      for n, x in ((0, X), (1, X), (5, X), (DEGREES, X), (3, 0.4))),
    *(sample(f, n, ABOVE) for f in (
        special.eval_sh_legendre, special.eval_sh_chebyt, special.eval_sh_chebyu)
      for n in (0, 1, 4)),
    *(sample(f, 4, np.array([-1.0, 1.0])) for f in (
        special.eval_legendre, special.eval_chebyt, special.eval_chebyu)),
    *(sample(special.eval_gegenbauer, n, 0.7, X, wrt=(2,)) for n in (0, 1, 4)),
    *(sample(special.eval_genlaguerre, n, 0.7, X, wrt=(2,)) for n in (0, 1, 4)),
    *(sample(special.eval_jacobi, n, 0.7, 1.3, X, wrt=(3,)) for n in (0, 1, 4)),
    *(sample(special.eval_sh_jacobi, n, 2.0, 1.3, ABOVE, wrt=(3,)) for n in (0, 1, 4)),
    sample(special.eval_legendre, 1.7, ABOVE, wrt=(1,)),
    sample(special.assoc_laguerre, X, 3, 1),
]

SAMPLES += [
    sample(f, 4, wrt=())
    for f in (
        special.roots_chebyt, special.roots_chebyu, special.roots_chebyc,
        special.roots_chebys, special.roots_laguerre, special.roots_hermite,
        special.roots_hermitenorm, special.roots_sh_legendre,
        special.roots_sh_chebyt, special.roots_sh_chebyu,
    )
]
