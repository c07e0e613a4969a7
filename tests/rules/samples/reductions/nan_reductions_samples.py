"""Sample inputs of reductions that leave out what is not a number."""
import math

import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, A34 = spread(3), spread(3, 4)
MISSING = np.where(A34 > 1.2, math.nan, A34)
CHOSEN = np.array([True, True, False, True])
AXES = ({}, {'axis': 0}, {'axis': -1, 'keepdims': True}, {'axis': (0, 1)})

SAMPLES = [
    *(
        sample(f, MISSING, **axes)
        for f in (np.nanvar, np.nanstd, np.nanprod, np.nanmax, np.nanmin)
        for axes in AXES
    ),
    *(
        sample(f, MISSING.astype(np.float32), axis=1)
        for f in (np.nansum, np.nanmean, np.nanstd, np.nanprod, np.nanmax)
    ),
    *(
        sample(f, MISSING, where=CHOSEN, axis=1)
        for f in (np.nansum, np.nanmean, np.nanvar, np.nanprod)
    ),
    sample(np.nansum, MISSING, axis=1, initial=0.5),
    sample(np.nanmax, MISSING, axis=1, initial=0.5),
    sample(np.nanvar, MISSING, ddof=1),
    sample(np.nanstd, MISSING, axis=0, correction=0.5),
    sample(np.nanvar, A3, body='return np.nanvar(x0, mean=2.0 * x0[0])'),
    *(
        sample(f, x, **axis)
        for f in (np.nancumsum, np.nancumprod)
        for x, axis in ((MISSING, {}), (MISSING, {'axis': 0}), (single(3), {}))
    ),
]
