"""Samples of the filter of Savitzky and Golay."""
from scipy import signal

from tangentlite.templates.scipy.signal.smoothing import edge_weights, unit_weights
from tests.rules.samples.sample import sample, single, spread

A7, A62 = spread(7), spread(6, 2)

SAMPLES = [
    sample(signal.savgol_filter, A7, 5, 2),
    sample(signal.savgol_filter, A62, 3, 1, axis=0),
    sample(signal.savgol_filter, A7, 5, 3, 1, 0.5),
    sample(signal.savgol_filter, A7, 4, 2, mode='nearest'),
    sample(signal.savgol_filter, A7, 5, 2, mode='constant', cval=0.3),
    sample(signal.savgol_filter, single(6), 3, 1),
    sample(signal.savgol_coeffs, 5, 2, 1, 0.5),
    sample(edge_weights, 5, 2, 0, True),
    sample(unit_weights, 5, 2, 0, None, 'conv'),
]
