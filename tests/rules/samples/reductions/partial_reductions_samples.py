"""Sample inputs of reductions of some entries only, or with a number to start from."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A34, A234 = spread(3, 4), spread(2, 3, 4)
CHOSEN = np.array([[1, 0, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1]], bool)
COLUMNS = np.array([True, False, True, True])
OF_MEAN = """m = np.mean(x0, 1, keepdims=True)
return np.std(x0, 1, mean=m, ddof=1.5, keepdims=True)"""
COMPLEX = 'return np.{}(x0 + 1j * x0 * x0, axis=1, ddof=1)'

CHOSEN_ENTRIES = [
    *(
        sample(f, A34, where=CHOSEN, **axes)
        for f in (np.sum, np.mean, np.var, np.std, np.prod)
        for axes in ({}, {'axis': 0}, {'axis': -1, 'keepdims': True})
    ),
    sample(np.sum, A234, where=COLUMNS, axis=(0, 2)),
    sample(np.mean, single(3, 4), where=COLUMNS),
    sample(np.max, A34, where=CHOSEN, axis=1, initial=-5.0),
    sample(np.min, A34, where=COLUMNS, initial=5.0),
]

STARTS = [
    *(
        sample(
            f,
            A34,
            *(*before, False, 0.5),
            wrt=(0, len(before) + 2),
            body=f'return np.{f.__name__}(x0, {o}initial=x1)',
        )
        for f, before in (
            (np.sum, (None, None, None)),
            (np.prod, (None, None, None)),
            (np.max, (None, None)),
            (np.min, (None, None)),
        )
        for o in ('', 'axis=1, ', 'axis=0, keepdims=True, ')
    ),
    sample(np.amax, A34, 0),
    sample(np.amin, A34),
]

MOMENTS = [
    sample(np.std, A34, body=OF_MEAN),
    sample(np.var, A34, body='return np.var(x0, 1, mean=2.0 * x0[:, :1])'),
    sample(np.std, A34, body='return np.std(x0, mean=2.0 * x0[0, 0])'),
    sample(np.var, A34, correction=1),
    sample(np.std, A34, axis=0, correction=0.5),
    sample(np.var, A34, body=COMPLEX.format('var')),
    sample(np.std, A34, body=COMPLEX.format('std')),
]

SAMPLES = [*CHOSEN_ENTRIES, *STARTS, *MOMENTS]
