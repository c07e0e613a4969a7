"""Samples of functions of scipy.signal that act by the spectrum, and of detrending."""
import numpy as np
from scipy import signal

from tests.rules.samples.sample import sample, single, spread

A5, A6, A34 = spread(5), spread(6), spread(3, 4)

DETREND = [
    sample(signal.detrend, A5),
    sample(signal.detrend, A34, 0),
    sample(signal.detrend, A34, type='constant'),
    sample(signal.detrend, A6, bp=np.array([3])),
    sample(signal.detrend, single(4)),
]

HILBERT = [
    sample(
        signal.hilbert, x,
        body=f'y = scipy.signal.hilbert(x0{options})\n'
        'return np.real(y) + 2.0 * np.imag(y)',
    )
    for x in (A5, A34)
    for options in ('', ', 4', ', N=7', ', axis=0')
]  # fmt: skip

RESAMPLE = [
    *(sample(signal.resample, x, num) for x in (A5, A6) for num in (3, 4, 5, 6, 8)),
    sample(signal.resample, A34, 6, axis=1),
    sample(signal.resample, single(4), 5),
    sample(
        signal.resample, A6, 4,
        body='y = scipy.signal.resample(x0 + 1j * x0 * x0, 4)\n'
        'return np.real(y) + 2.0 * np.imag(y)',
    ),
]  # fmt: skip

SAMPLES = [*DETREND, *HILBERT, *RESAMPLE]
