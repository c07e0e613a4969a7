"""Samples of the methods of NumPy's elementwise functions.

Those without a text of their own share one; some functions stand for all of them.
"""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3, low=0.5, high=2.0)
V = spread(4, low=0.5, high=2.0)
X234 = spread(2, 3, 4, low=0.5, high=2.0)
CHOSEN = np.array([[True, False, True], [False, False, False]])

SAMPLES = [
    *(sample(f.reduce, X) for f in (np.add, np.multiply, np.maximum, np.minimum)),
    sample(np.add.reduce, X, axis=None),
    sample(np.add.reduce, single(2, 3), axis=1, keepdims=True),
    *(sample(np.logaddexp.reduce, X, **axes) for axes in ({}, {'axis': -1})),
    sample(np.logaddexp.reduce, X, axis=None, keepdims=True),
    sample(np.logaddexp.reduce, single(3)),
    *(sample(f.reduce, X, axis=1) for f in (np.divide, np.subtract, np.fmax)),
    sample(np.hypot.reduce, X, axis=None),
    sample(np.hypot.reduce, X, axis=0, keepdims=True),
    sample(np.hypot.reduce, single(3)),
    sample(np.hypot.reduce, np.array([[-0.5], [0.7]]), axis=1),
    sample(np.fmax.reduce, X, axis=(0, 1)),
    sample(np.hypot.reduce, X234, axis=(0, -1), keepdims=True),
    sample(np.fmax.reduce, X, axis=None, initial=1.5),
    sample(np.hypot.reduce, X, axis=0, where=CHOSEN),
    *(
        sample(
            f.reduce, X, 0, None, None, False, 0.7, wrt=(0, 5),
            body=f'return np.{f.__name__}.reduce(x0, {o}initial=x1)')
        for f in (np.logaddexp, np.hypot, np.multiply)
        for o in ('', f'1, where=np.array({CHOSEN.tolist()}), ')
    ),
    sample(np.add.accumulate, X),
    sample(np.multiply.accumulate, X, axis=-1),
    *(
        sample(f.accumulate, X)
        for f in (np.maximum, np.minimum, np.subtract, np.logaddexp)
    ),
    sample(np.power.accumulate, V),
    sample(np.fmax.accumulate, X, axis=1),
    sample(np.subtract.accumulate, spread(0, 3)),
    sample(np.hypot.reduce, spread(0, 3), axis=0, keepdims=True),
    sample(np.add.reduceat, V, [0, 2]),
    sample(np.add.reduceat, X, [0, 2, 1], axis=1),
    sample(np.add.reduceat, single(4), np.array([1, 3, 2])),
    sample(np.maximum.reduceat, V, [0, 2]),
    sample(np.multiply.reduceat, X, [0, 2, 1], axis=1),
    sample(np.hypot.at, V, [0, 2, 0], 1.5, wrt=(0, 2), body='''\
y = 2.0 * x0
np.hypot.at(y, [0, 2, 0], x1)
return y'''),
    sample(np.exp.at, V, [1], wrt=(0,), body='''\
y = x0 * x0
np.exp.at(y, [1, 3])
return y'''),
    sample(np.logical_and.reduce, np.array([True, False]), wrt=()),
    sample(np.logical_or.accumulate, np.array([True, False]), wrt=()),
    sample(np.bitwise_or.reduceat, np.array([1, 2, 4]), [0, 2], wrt=()),
    sample(np.multiply, X, X + 1.0, dtype=np.float32),
    sample(np.multiply, single(2, 3), 1.5, dtype=float),
    sample(np.multiply, 0.7, 1.5, dtype='float32'),
    sample(np.arctan2, X, single(2, 3), dtype=np.float64, casting='safe', order='K'),
    sample(np.exp, X, subok=False),
    sample(np.matmul, X, X.T + 1.0, dtype=np.float32),
    sample(
        np.multiply, V, 2, wrt=(0,),
        body='return np.abs(np.multiply(x0, x0, dtype=complex))'),
    sample(
        np.add, V, 2,
        body='t = x0 * 1.0\nnp.add(t, 2, out=t, dtype=float)\nreturn t * t'),
    sample(np.add, V, 1, dtype=int, casting='unsafe', wrt=()),
]
