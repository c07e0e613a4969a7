"""Samples of distances of rows in scipy.spatial."""
from scipy import spatial

from tests.rules.samples.sample import sample, spread

SAMPLES = [
    *(
        sample(f, spread(3, 2), spread(3, 2, start=9), p)
        for f in (spatial.distance_matrix, spatial.minkowski_distance)
        for p in (1, 2, 3)
    ),
]
