"""Samples of options given by their places, or at the values that they have anyway."""
import numpy as np

from tests.rules.samples.sample import sample, spread

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
        body='y = np.zeros((1, 4), x0.dtype)\n'
             'np.var(x0, 0, None, y, 1, True)\nreturn y'),
    sample(
        np.take, A34, [0], wrt=(0,),
        body='y = np.zeros(4, x0.dtype)\n'
             "np.take(x0, [0, 7, 2, 13], None, y, 'wrap')\nreturn y"),
]

DEFAULTS = [
    sample(np.array, V4, body='y = np.array(x0, copy=None)\nreturn y * y'),
    sample(np.array, V4, body='return np.array(x0, dtype=float, copy=False) * x0'),
    sample(
        np.reshape, A34, -1, wrt=(0,),
        body='t = x0 * 1.0\ny = t.reshape(-1, copy=True)\ny[0] = 5.0\n'
             'return y * t[0, 0]'),
    sample(np.meshgrid, V4, A34[0], body='return np.meshgrid(x0, x1, copy=True)[1]'),
    sample(np.broadcast_to, V4, (3, 4), True, wrt=(0,)),
    sample(np.einsum, 'ij->ji', A34, order='K', casting='safe'),
    sample(
        np.partition, V4, 1, kind='introselect', wrt=(0,),
        body="y = np.partition(x0, 1, kind='introselect')\n"
             'return y[:2] * np.sum(y[2:] ** 2)'),
    sample(np.ravel, A34, body='return np.stack([2.0 * x for x in list(x0.flat)])'),
    sample(
        np.sum, A34,
        body='return np.ndarray.sum(x0, 0) + np.ndarray.dot(x0.T, x0[:, 0])'),
    sample(np.copy, V4, body='return x0 * (x0.nbytes // x0.itemsize)'),
    sample(np.add, 0.5, V4, body='return np.add.outer([x0, 2.0], x1)'),
]

if np.lib.NumpyVersion(np.__version__) >= '2.3.0':
    DEFAULTS += [
        sample(np.pad, A34, 2, wrt=(0,), body='return np.pad(x0, {-1: 2, 0: (1, 0)})'),
    ]

SAMPLES = [*BY_PLACE, *DEFAULTS]
