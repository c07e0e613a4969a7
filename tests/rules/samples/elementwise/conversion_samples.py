"""Sample inputs of conversions, and of options of rules with samples elsewhere."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, A34, A234 = spread(3), spread(3, 4), spread(2, 3, 4)

CONVERSIONS = [
    *(
        sample(f, a)
        for f in (np.asanyarray, np.asarray_chkfinite, np.require)
        for a in (A34, single(3))
    ),
    sample(np.asanyarray, [0.5, 0.7], dtype=np.float32),
    sample(np.require, A34, None, ['F', 'W']),
    sample(np.from_dlpack, A34),
    sample(np.real_if_close, A34),
    sample(np.asarray, A34, copy=True),
    sample(np.full_like, A34, 0.5, shape=(2,), wrt=(1,)),
    sample(np.full, (2, 3), 0.7, order='F', wrt=(1,)),
    sample(np.array, A3, ndmin=2),
    sample(np.array, (0.5, 0.7), ndmin=3),
    sample(np.array, 0.5, ndmin=1),
    sample(np.around, A34, 1, wrt=(0,)),
    sample(np.heaviside, np.zeros(3), A3, wrt=(1,)),
    sample(np.heaviside, A3, 0.5),
]

if hasattr(np, 'astype'):
    CONVERSIONS += [
        sample(np.astype, A34, float, copy=False),
        sample(np.astype, A3, np.float32),
    ]

BOUNDS = [
    sample(np.clip, A34, None, 0.5),
    sample(np.clip, A34, -0.5, None),
    sample(np.clip, A34, 0.3, -0.2),
    sample(np.ndarray.clip, A34, 0.1, body='return x0.clip(0.1)'),
    sample(np.ndarray.clip, A34, 0.1, body='return x0.clip(max=x1)'),
    sample(np.ndarray.clip, A34, 0.1, 0.5, body='return x0.clip(x1, x2)'),
    sample(np.nan_to_num, A3, copy=True, nan=1.0),
]

if np.lib.NumpyVersion(np.__version__) >= '2.1.0':
    BOUNDS += [
        sample(np.clip, A34, min=-0.5, max=0.5),
        sample(np.clip, A34, body='return np.clip(x0, min=x0[0])'),
    ]

QUERIES = [
    sample(np.isrealobj, A3, wrt=()),
    sample(np.isscalar, 0.5, wrt=()),
    sample(np.array_equiv, A3, A34, wrt=()),
]

AXES = [
    sample(np.roll, A34, [1, 2], [0, 1]),
    sample(np.sort, A34, 0, stable=True),
    sample(np.hstack, (A3, A3[:2]), dtype=np.float32),
    sample(np.moveaxis, A234, [0, 1], [-1, 0]),
    sample(
        np.ndarray.flatten, A34,
        body='return x0.astype(np.float32, order="F", copy=True).flatten()'),
    sample(np.ndarray.flatten, A34, 'F', body='return x0.flatten("F")'),
    sample(np.transpose, A234, body='return x0.transpose(1, 2, 0) * 2.0'),
]

SAMPLES = [*CONVERSIONS, *BOUNDS, *QUERIES, *AXES]
