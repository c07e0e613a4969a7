"""Samples of distances of scipy.spatial.distance."""
import numpy as np
from scipy.spatial import distance

from tests.rules.samples.sample import sample, single, spread

U, V = spread(4), spread(4, start=20)
W = spread(4, low=0.5, high=1.5)
M = spread(4, 4, low=-0.2, high=0.2) + 2.0 * np.eye(4)
# Of the numbers of spread many differences are equal.
A, B = (x * np.array([1.0, 0.7]) for x in (spread(3, 2), spread(4, 2, start=20)))
W2 = W[:2]
METRICS = (
    'euclidean', 'sqeuclidean', 'cityblock', 'chebyshev', 'minkowski', 'cosine',
    'correlation', 'canberra', 'braycurtis', 'seuclidean', 'mahalanobis',
)  # fmt: skip
WEIGHTED = 'return scipy.spatial.distance.{}, "{}", w={})'
GIVEN = 'return scipy.spatial.distance.pdist(x0, "{}", {}=x1)'
A4, B4 = spread(3, 4), spread(3, 4, start=20)

OF_VECTORS = [
    *(
        sample(f, *operands)
        for f in (
            distance.euclidean, distance.sqeuclidean, distance.cityblock,
            distance.chebyshev, distance.minkowski, distance.cosine,
            distance.correlation, distance.canberra, distance.braycurtis,
        )
        for operands in ((U, V), (single(4), single(4, start=20)))
    ),
    *(
        sample(f, U, V, W)
        for f in (
            distance.euclidean, distance.sqeuclidean, distance.cityblock,
            distance.cosine, distance.correlation, distance.canberra,
            distance.braycurtis,
        )
    ),
    sample(distance.chebyshev, U, V, W, wrt=(0, 1)),
    *(sample(distance.minkowski, U, V, p, W, wrt=(0, 1, 3)) for p in (1, 2, 3)),
    *(sample(distance.minkowski, U, V, p) for p in (2.5, 2.0, 1.0)),
    sample(distance.mahalanobis, U, V, M),
]  # fmt: skip

OF_ROWS = [
    *(sample(distance.cdist, A, B, metric) for metric in METRICS[:6]),
    sample(distance.cdist, A, B, 'mahalanobis'),
    *(sample(distance.cdist, A4, B4, metric) for metric in METRICS[6:-1]),
    *(
        sample(distance.pdist, A4 if metric == 'correlation' else B, metric)
        for metric in METRICS
    ),
    sample(distance.cdist, A, B, 'minkowski', p=3),
    sample(distance.cdist, A, B, 'minkowski', p=1.5, w=W2),
    sample(distance.cdist, A, B, w=W2),
    sample(distance.cdist, A, B, 'mahalanobis', VI=M[:2, :2]),
    sample(distance.cdist, A, B, 'seuclidean', V=W2),
    sample(distance.cdist, A4, 1.3 * B4, 'chebyshev', w=W),
    *(
        sample(
            distance.cdist, A4, B4, W,
            body=WEIGHTED.format('cdist(x0, x1', metric, 'x2'),
        )  # fmt: skip
        for metric in METRICS[:9]
        if metric != 'chebyshev'
    ),
    *(
        sample(distance.pdist, A4, W, body=WEIGHTED.format('pdist(x0', metric, 'x1'))
        for metric in ('euclidean', 'correlation', 'braycurtis')
    ),
    sample(distance.pdist, B, M[:2, :2], body=GIVEN.format('mahalanobis', 'VI')),
    sample(distance.pdist, B, W2, body=GIVEN.format('seuclidean', 'V')),
    *(sample(distance.pdist, B, 'minkowski', p=p) for p in (1, 2, 2.5, np.inf)),
    *(sample(distance.pdist, B, metric, w=W2) for metric in ('euclidean', 'canberra')),
    sample(distance.pdist, B, 'mahalanobis', VI=M[:2, :2]),
    sample(distance.pdist, B, 'seuclidean', V=W2),
    sample(distance.pdist, B, 'cosine', w=W2),
    sample(distance.cdist, A, B[:1]),
    sample(distance.cdist, single(3, 2), single(2, 2, start=20)),
    sample(distance.pdist, single(3, 2)),
    sample(distance.squareform, spread(6)),
    sample(distance.squareform, spread(4, 4), checks=False),
]  # fmt: skip

SAMPLES = [*OF_VECTORS, *OF_ROWS]
