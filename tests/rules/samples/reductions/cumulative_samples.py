"""Sample inputs of running sums and products."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A5, A34, A234 = spread(5), spread(3, 4), spread(2, 3, 4)
ZEROS = np.array([[0.0, 0.5, 0.0, 2.0], [1.5, 0.0, 2.5, 0.0], [3.0, 0.1, 0.2, 0.3]])

SAMPLES = [
    sample(np.cumsum, A34, axis=1),
    sample(np.cumsum, single(4), 0),
    sample(np.cumprod, ZEROS),
    sample(np.cumprod, ZEROS, axis=0),
    sample(np.cumprod, A234, axis=-2),
    sample(np.cumprod, single(5)),
]

if hasattr(np, 'cumulative_sum'):
    SAMPLES += [
        *(
            sample(function, a, **axis, include_initial=start)
            for function in (np.cumulative_sum, np.cumulative_prod)
            for a, axis in ((A5, {}), (A34, {'axis': 0}), (A234, {'axis': -1}))
            for start in (False, True)
        ),
        sample(np.cumulative_sum, single(3), include_initial=True),
        sample(np.cumulative_prod, A5),
    ]
