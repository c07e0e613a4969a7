"""Sample inputs of the series of numpy.polynomial, a basis for each option."""
import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre
from numpy.polynomial import polynomial as power

from tangentlite.templates.polynomial_bases import BASES, functions_of, integrated
from tests.rules.samples.sample import sample, single, spread

A2, A3, A4, A23, A32 = (spread(*shape) for shape in ((2,), (3,), (4,), (2, 3), (3, 2)))
B2, B3, A322 = spread(2, start=9), spread(3, start=9), spread(3, 2, 2)
POINTS = np.array([-1.0, -0.4, 0.3, 0.8])


def of_all(*endings):
    """The functions of these names in every basis."""
    return [function for basis in BASES for function in functions_of(basis, *endings)]


VALUES = [
    *(sample(val, A2, A4) for val in of_all('val')),
    sample(power.polyval, 0.7, A4),
    sample(power.polyval, A23, (0.5, -0.7)),
    sample(power.polyval, single(2), single(3)),
    sample(power.polyval, A2, A4, wrt=(0,)),
    sample(legendre.legval, A2, A4, wrt=(1,)),
    sample(legendre.legval, A2, A32),
    sample(chebyshev.chebval, 0.7, A32),
    sample(hermite.hermval, A23, A322),
    sample(hermite_e.hermeval, A2, A32, tensor=False),
    sample(laguerre.lagval, A32, A32, tensor=False),
    sample(laguerre.lagval, A2, spread(1)),
    *(sample(val, A2, B2, A23) for val in of_all('val2d', 'grid2d')),
    *(sample(val, A2, B2, A2, A322) for val in of_all('val3d', 'grid3d')),
    *(
        sample(val, (A2, B2), A23)
        for val in (of_all('valnd') if hasattr(power, 'polyvalnd') else ())
    ),
]

MATRICES = [
    *(sample(vander, A2, 3) for vander in of_all('vander')),
    sample(chebyshev.chebvander, 0.7, 2),
    sample(legendre.legvander, A23, 1),
    sample(hermite.hermvander, single(2), 0),
    *(sample(vander, A2, B2, (1, 2)) for vander in of_all('vander2d')),
    *(sample(vander, A2, B2, A2, (1, 0, 2)) for vander in of_all('vander3d')),
]

COMPLEX_SCALE = 'return np.abs(np.polynomial.polynomial.polyder(x0 + 1j, 1, 2j))'
CALCULUS = [
    *(sample(f, A4) for f in of_all('der', 'int')),
    sample(power.polyder, single(4), 2),
    sample(chebyshev.chebder, A23, 1, 0.5, -1),
    sample(power.polyder, A4, 2, 0.5),
    sample(power.polyder, A4, body=COMPLEX_SCALE),
    sample(legendre.legder, A322, axis=1),
    sample(hermite.hermder, A2, 3),
    sample(power.polyint, A3, 2, (0.5, 0.7), 0.3),
    sample(power.polyint, A3, 2, (0.5, 0.7), 0.3, 1.7),
    sample(hermite.hermint, A23, 2, (), 0, 1.7, 1, wrt=(0, 4)),
    sample(chebyshev.chebint, A23, 1, 0.5, 0.7, axis=-1),
    sample(legendre.legint, A23, axis=1),
    sample(hermite.hermint, A322, 2),
    sample(laguerre.lagint, single(3)),
    sample(integrated, A3, legendre.legint, wrt=()),
]

FITS = [
    *(sample(fit, POINTS, A4, 1) for fit in of_all('fit')),
    *(
        sample(fit, POINTS, y, 2, body=f'return {name}(x0, x1, 2, w=1 + x0 * x0)')
        for fit, y, name in (
            (chebyshev.chebfit, A4, 'np.polynomial.chebyshev.chebfit'),
            (legendre.legfit, spread(4, 2), 'np.polynomial.legendre.legfit'),
        )
    ),
    sample(legendre.legfit, POINTS, A4, 2, rcond=1e-9),
    sample(legendre.legfit, POINTS, spread(4, 2), np.array([2, 0])),
    sample(chebyshev.chebfit, POINTS, A4, [0, 1], None, False, POINTS * POINTS),
    sample(
        chebyshev.chebfit, POINTS, spread(4, 2), 1,
        body='c, more = np.polynomial.chebyshev.chebfit(x0, x1, 1, full=True)\n'
             'return c * np.sum(more[2]) * more[1] + more[0] + more[3]'),
    sample(
        power.polyfit, POINTS, A4, 2,
        body='c, (r, _, s, _) = np.polynomial.polynomial.polyfit(x0, x1, [0, 2], '
             'full=True)\nreturn c * r * np.sum(s)'),
    sample(power.polyfit, single(4, low=-1.0), single(4, start=5), 1),
]

INTERPOLATIONS = [
    sample(
        chebyshev.chebinterpolate, lambda x, k: k * x, 3, (0.5,), wrt=(2,),
        body='return np.polynomial.chebyshev.chebinterpolate('
             'lambda x, k: np.exp(k * x) + k, 3, args=(x0,))'),
    sample(chebyshev.chebinterpolate, np.sin, 3),
]  # fmt: skip

SAMPLES = [*VALUES, *MATRICES, *CALCULUS, *FITS, *INTERPOLATIONS]
