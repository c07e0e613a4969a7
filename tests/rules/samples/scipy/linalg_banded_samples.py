"""Sample inputs of systems with matrices given by their diagonals."""
import numpy as np
from scipy import linalg

from tests.rules.samples.sample import sample, single, spread

THREE = spread(3, 4) + 5.0 * np.array([[0.0], [1.0], [0.0]])
FOUR = spread(4, 5) + 7.0 * np.array([[0.0], [1.0], [0.0], [0.0]])
UPPER = spread(2, 4, low=-1.0, high=1.0) + 4.0 * np.array([[0.0], [1.0]])
LOWER = spread(3, 4, low=-1.0, high=1.0) + 5.0 * np.array([[1.0], [0.0], [0.0]])
SAMPLES = [
    sample(linalg.solve_banded, (1, 1), THREE, spread(4), wrt=(1, 2)),
    sample(linalg.solve_banded, (1, 1), single(3, 4) + THREE.astype(np.float32),
           single(4), wrt=(1, 2)),
    sample(linalg.solve_banded, (2, 1), FOUR, spread(5, 2), wrt=(1, 2)),
    sample(linalg.solve_banded, (2, 1), FOUR, spread(5), wrt=(1,)),
    sample(linalg.solveh_banded, UPPER, spread(4)),
    sample(linalg.solveh_banded, UPPER, spread(4, 2)),
    sample(linalg.solveh_banded, LOWER, spread(4), lower=True),
    sample(linalg.solveh_banded, LOWER, spread(4, 2), lower=True),
    sample(linalg.solveh_banded, UPPER, spread(4), wrt=(1,)),
]  # fmt: skip
