"""Sample inputs of the zeros of the series of numpy.polynomial."""
from numpy.polynomial import laguerre, legendre
from numpy.polynomial import polynomial as power

from tangentlite.templates.polynomial_roots import column_shares
from tests.rules.samples.polynomials.polynomial_bases_samples import of_all
from tests.rules.samples.sample import sample, single, spread

A2, A3, A4, A32 = spread(2), spread(3), spread(4), spread(3, 2)


def sizes_of_roots(roots, c):
    """A sample of what a number and its conjugate have in common."""
    module = roots.__module__.rsplit('.', 1)[1]
    body = f'return np.abs(np.polynomial.{module}.{roots.__name__}(x0)) ** 3'
    return sample(roots, c, body=body)


ROOTS = [
    *(sizes_of_roots(roots, A4) for roots in of_all('roots')),
    *(sizes_of_roots(roots, single(3)) for roots in of_all('roots')[:2]),
    sample(legendre.legroots, A2),
    sample(power.polyroots, (1.5, -3.0, 0.5)),
]

MATRICES = [
    *(sample(f, A4) for f in of_all('companion')),
    sample(legendre.legcompanion, single(3)),
    sample(laguerre.lagcompanion, A2),
    sample(column_shares, legendre.legcompanion, 2),
]

FROM_ROOTS = [
    *(sample(f, A3) for f in of_all('fromroots')),
    sample(power.polyfromroots, (0.5, 0.7)),
    sample(power.polyvalfromroots, A2, A3),
    sample(power.polyvalfromroots, 0.7, A3),
    sample(power.polyvalfromroots, A2, A32, tensor=False),
]

LINES = [*(sample(f, 0.5, 0.7) for f in of_all('line')), sample(power.polyline, 0.5, 0)]

SAMPLES = [*ROOTS, *MATRICES, *FROM_ROOTS, *LINES]
