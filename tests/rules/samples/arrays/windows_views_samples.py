"""Sample inputs of windows that slide along axes."""
from numpy.lib.stride_tricks import sliding_window_view

from tests.rules.samples.sample import sample, single, spread

A4, A34, A234 = spread(4), spread(3, 4), spread(2, 3, 4)

SAMPLES = [
    sample(sliding_window_view, A4, 3),
    sample(sliding_window_view, A4, (4,)),
    sample(sliding_window_view, A34, 2, axis=0),
    sample(sliding_window_view, A34, (2, 3)),
    sample(sliding_window_view, A234, (2, 2), axis=(-1, 1)),
    sample(sliding_window_view, A34, (2, 2), axis=(1, 1)),
    sample(sliding_window_view, single(3, 4), 2, axis=-1),
]
