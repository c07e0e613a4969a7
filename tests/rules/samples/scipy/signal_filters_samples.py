"""Samples of recursive filters of scipy.signal."""
import numpy as np
from scipy import signal

from tests.rules.samples.sample import sample, single, spread

B, A = np.array([0.5, 0.3, -0.2]), np.array([1.5, 0.4, -0.3])
SHORT, LONG = np.array([0.7, 0.2]), np.array([1.0, -0.5, 0.2, 0.1])
SOS = np.array([[0.5, 0.3, 0.2, 1.0, 0.4, -0.3], [0.7, 0.2, 0.0, 1.0, -0.5, 0.2]])
X, X24, X12 = spread(6), spread(2, 4), spread(12)
X217 = spread(2, 17)

LFILTER = [
    sample(signal.lfilter, B, A, X),
    sample(signal.lfilter, SHORT, LONG, X24),
    sample(signal.lfilter, LONG, SHORT, spread(3, 2), 0),
    sample(signal.lfilter, LONG, A, X24, wrt=(2,)),
    sample(signal.lfilter, LONG, A, X, wrt=(0,)),
    sample(signal.lfilter, LONG, A, X, wrt=(1,)),
    sample(signal.lfilter, B, (1.0,), spread(2, 3, 2), axis=1, wrt=(0, 2)),
    sample(signal.lfilter, B.astype(np.float32), A.astype(np.float32), single(5)),
    *(
        sample(
            signal.lfilter, b, a, x, 0, state,
            body='y, state = scipy.signal.lfilter(x0, x1, x2, 0, x3)\n'
            'return np.concatenate((y, state))',
        )
        for b, a, x, state in (
            (B, A, X, spread(2, start=9)), (SHORT, LONG, X, spread(3, start=9)),
            (LONG, SHORT, X[:2], spread(3, start=9)),
            (B, A, X24.T, spread(2, 2, start=9)), (B, A, X24.T, spread(2, 1, start=9)),
        )
    ),
    sample(signal.lfiltic, LONG, SHORT, X[:2], X[2:]),
    sample(signal.lfiltic, LONG, A, X[:1], X[2:4]),
    sample(signal.lfiltic, SHORT, LONG, X),
    sample(signal.lfiltic, 0.7, A, X[:2]),
    *(
        sample(signal.lfilter, *given, body=f'return scipy.signal.lfilter({called}')
        for called, given in (
            ('[1, 2], 1, x0, zi=[0.5])[0]', (spread(4),)),
            ('[1.0, x1], x2, x0, zi=x3)[0]', (spread(4), 0.4, 1.3, spread(1))),
            ('x1, [2.0, x2], x0, zi=x3)[1]', (spread(4), 0.4, 1.3, spread(1))),
            ('x1, x2, x0)', (spread(4), 0.4, 1.3)),
        )
    ),
    sample(signal.lfilter_zi, B, A),
    sample(signal.lfilter_zi, SHORT, LONG),
    sample(signal.lfilter_zi, LONG, SHORT),
]

BOTH_WAYS = [
    sample(signal.filtfilt, B, A, X12),
    sample(signal.filtfilt, SHORT, LONG, X217, wrt=(2,)),
    sample(signal.filtfilt, LONG, A, X217.T, 0, 'even', wrt=(2,)),
    sample(signal.filtfilt, B, A, X, padtype='constant', padlen=4),
    sample(signal.filtfilt, B, A, X, padtype=None, wrt=(2,)),
    sample(signal.filtfilt, B, A, X, padlen=0, wrt=(2,)),
    sample(signal.filtfilt, B, (1.0,), X, padlen=2, wrt=(0, 2)),
]

# Entry 3 of each section must be 1: what is given there is not read.
MADE = 'sos = np.concatenate((x0[:, :3], np.ones((2, 1)), x0[:, 4:]), 1)\n'

SECTIONS = [
    sample(
        signal.sosfilt, SOS, X, body=f'{MADE}return scipy.signal.sosfilt(sos, x1)'
    ),
    sample(signal.sosfilt, SOS, spread(4, 2), axis=0, wrt=(1,)),
    *(
        sample(
            signal.sosfilt, SOS, x, axis, state,
            body=f'{MADE}y, state = scipy.signal.sosfilt(sos, x1, {axis}, x2)\n'
            f'return np.concatenate((y, state[{place}]), {axis})', wrt=(0, 1, 3),
        )
        for x, axis, place, state in (
            (X, 0, '0', spread(2, 2, start=9)),
            (X24, -1, '1', spread(2, 2, 2, start=9)),
            (spread(4, 3), 0, '1', spread(2, 2, 3, start=9)),
        )
    ),
    sample(
        signal.sosfiltfilt, SOS, X, padtype=None,
        body=f'{MADE}return scipy.signal.sosfiltfilt(sos, x1, padtype=None)',
    ),
    sample(signal.sosfiltfilt, SOS, X217, padtype='even', padlen=3, wrt=(1,)),
    sample(signal.sosfiltfilt, SOS, X217.T, 0, wrt=(1,)),
]  # fmt: skip

SAMPLES = [*LFILTER, *BOTH_WAYS, *SECTIONS]
