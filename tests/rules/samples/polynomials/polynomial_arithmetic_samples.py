"""Sample inputs of the arithmetic of numpy.polynomial."""
import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polyutils,
)
from numpy.polynomial import polynomial as power

from tangentlite.templates import polynomial_arithmetic as helpers
from tests.rules.samples.polynomials.polynomial_bases_samples import of_all
from tests.rules.samples.sample import sample, single, spread

A2, A3, A4, A23 = (spread(*shape) for shape in ((2,), (3,), (4,), (2, 3)))
B2 = spread(2, start=9)
ZERO_ENDED = np.array([0.5, 0.7, 0.0])

OTHER_BASES = (
    (chebyshev, 'cheb'), (legendre, 'leg'), (hermite, 'herm'), (hermite_e, 'herme'),
    (laguerre, 'lag'),
)  # fmt: skip

SUMS = [
    *(sample(f, A3, A4) for f in of_all('add', 'sub')),
    sample(power.polyadd, single(4), single(2)),
    sample(power.polysub, A3, (0.5, 0.7)),
    sample(legendre.legadd, A3, ZERO_ENDED, wrt=(0,)),
]

PRODUCTS = [
    *(sample(f, A3, A2) for f in of_all('mul')),
    *(sample(f, A3, ZERO_ENDED, wrt=(0,)) for f in (power.polymul, legendre.legmul)),
    sample(power.polymul, single(2), (0.5, 0.7)),
    *(sample(f, A3, 2) for f in of_all('pow')),
    sample(chebyshev.chebpow, A2, 3),
    sample(power.polypow, A2, 0, wrt=()),
    sample(power.polypow, A2, 1),
    *(sample(f, A3) for f in of_all('mulx')),
    *(
        sample(getattr(module, name), A3)
        for module, prefix in OTHER_BASES
        for name in (f'poly2{prefix}', f'{prefix}2poly')
    ),
]

# Of a quotient that is returned alone, or a remainder.
QUOTIENT, REMAINDER = (
    'return np.polynomial.{}.{}(x0, x1)' + f'[{k}]' for k in range(2)
)
BOTH = 'q, r = np.polynomial.{}.{}(x0, x1)\nreturn np.sum(q * q) * r'


def division(div, c1, c2, body):
    """A sample of one or both of the results of a division."""
    module = div.__module__.rsplit('.', 1)[1]
    return sample(div, c1, c2, body=body.format(module, div.__name__))


DIVISIONS = [
    *(division(div, A4, B2, BOTH) for div in of_all('div')),
    division(power.polydiv, A2, A3, REMAINDER),
    division(chebyshev.chebdiv, A3, A3[1:2], QUOTIENT),
    division(hermite.hermdiv, single(4), single(2), BOTH),
    sample(
        legendre.legdiv, A4, [2, 1, 0],
        body='q, r = np.polynomial.legendre.legdiv(x0, [2, 1, 0])\nreturn q * r'),
    sample(helpers.division, A3, A2, legendre.legdiv, legendre.legmul, wrt=()),
    sample(polyutils.trimcoef, np.array([0.5, 0.7, 0.1]), 0.2, wrt=(0,)),
    sample(polyutils.trimcoef, np.array([0.1, 0.1]), 0.2, wrt=(0,)),
    sample(polyutils.trimcoef, single(3)),
]  # fmt: skip

WEIGHTS = [
    *(
        sample(f, spread(3, low=-0.9, high=0.9))
        for f in (
            chebyshev.chebweight,
            legendre.legweight,
            hermite.hermweight,
            hermite_e.hermeweight,
            laguerre.lagweight,
        )
    ),
    sample(polyutils.mapdomain, A23, (0.0, 2.0), A2),
    sample(
        polyutils.mapparms,
        A2,
        (0.5, 2.0),
        body='parts = np.polynomial.polyutils.mapparms(x0, (x1, x2))\n'
        'return parts[0] * parts[1]',
    ),
]

CONSTANT = [
    *(
        sample(f, 3)
        for f in (
            chebyshev.chebgauss,
            legendre.leggauss,
            hermite.hermgauss,
            hermite_e.hermegauss,
            laguerre.laggauss,
            chebyshev.chebpts1,
            chebyshev.chebpts2,
        )
    ),
    sample(helpers.trimmed_size, ZERO_ENDED, wrt=()),
    sample(helpers.product, A3, A2, legendre.legmul, wrt=()),
    sample(helpers.image, A3, legendre.legmulx, 1, wrt=()),
    sample(helpers.basis_products, legendre.legmul, 2, 3),
    sample(helpers.matrix_of, legendre.legmulx, 2, 1),
]

SAMPLES = [*SUMS, *PRODUCTS, *DIVISIONS, *WEIGHTS, *CONSTANT]
