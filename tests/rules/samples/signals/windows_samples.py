"""Sample inputs of windows and of the Bessel function in them."""
import numpy as np

from tangentlite.templates.windows import i1
from tests.rules.samples.sample import sample, single, spread

BESSEL = [
    sample(np.i0, spread(2, 3)),
    sample(np.i0, np.array([0.0, -9.0, 20.0, 7.9])),
    sample(np.i0, 0.7),
    sample(np.i0, single(3)),
    sample(i1, spread(3), wrt=()),
]

WINDOWS = [
    sample(np.kaiser, 5, 3.5),
    sample(np.kaiser, 4, spread(low=9.0, high=20.0)),
    sample(np.kaiser, 1, 3.5),
    sample(np.kaiser, 4, np.array(100.0, dtype=np.float32), wrt=(1,)),
    *(sample(f, 5) for f in (np.bartlett, np.blackman, np.hamming, np.hanning)),
]

SAMPLES = [*BESSEL, *WINDOWS]
