"""Samples of options given by their places, or at the values that they have anyway."""
import numpy as np

from tests.rules.sample import sample, spread

A34, V4 = spread(3, 4), spread(4)

BY_PLACE = [
    sample(np.std, A34, 0, None, None, 1),
    sample(np.max, A34, 1, None, True, 0.5, wrt=(0,)),
    sample(np.minimum.reduce, A34, 0, None, None, True),
    sample(np.prod, A34, body='return x0.prod(1, None, None, True)'),
    sample(np.percentile, A34, 50, 0, None, False, 'linear', True),
    sample(np.concatenate, (A34, A34 + 1.0), 0, None),
    sample(np.add, V4, 1.5, None),
    sample(
        np.var, A34,
        body='y = np.zeros((1, 4))\nnp.var(x0, 0, None, y, 1, True)\nreturn y'),
    sample(
        np.take, A34, [0], wrt=(0,),
        body="y = np.zeros(4)\nnp.take(x0, [0, 7, 2, 13], None, y, 'wrap')\nreturn y"),
]

DEFAULTS = [
    sample(np.array, V4, body='y = np.array(x0, copy=None)\nreturn y * y'),
    sample(np.array, V4, body='return np.array(x0, dtype=float, copy=False) * x0'),
    sample(np.add, 0.5, V4, body='return np.add.outer([x0, 2.0], x1)'),
]

SAMPLES = [*BY_PLACE, *DEFAULTS]
