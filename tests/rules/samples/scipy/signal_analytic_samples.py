"""Samples of analytic signals of planes and of envelopes."""
from scipy import signal

from tests.rules.samples.sample import sample, single, spread

X8, X9, X36 = spread(8), spread(9), spread(3, 6)
PARTS = 'y = scipy.signal.hilbert2({})\nreturn np.real(y) * np.imag(y)'
COMPLEX = 'y = scipy.signal.envelope(x0 + 1j * x0[::-1] ** 2, {})\n' \
    'return np.real(y) + np.imag(y) ** 2'

SAMPLES = [
    *(
        sample(signal.hilbert2, x, body=PARTS.format(f'x0{options}'))
        for x, options in (
            (X36, ''), (spread(4, 5), ''), (X36, ', 4'), (X36, ', (2, 7)'),
            (spread(2, 3, 4), ''),
        )
    ),
]  # fmt: skip

if 'axes' in (signal.hilbert2.__doc__ or ''):
    SAMPLES += [
        sample(signal.hilbert2, spread(2, 3, 4),
               body=PARTS.format(f'x0, axes={axes}'))
        for axes in ((0, 1), (2, 0))
    ]  # fmt: skip

if hasattr(signal, 'envelope'):
    OPTIONS = (
        {}, {'bp_in': (2, 4)}, {'bp_in': (-2, 3), 'residual': 'all'}, {'n_out': 11},
        {'n_out': 5, 'squared': True}, {'residual': None}, {'bp_in': (-3, -1)},
    )  # fmt: skip
    SAMPLES += [
        *(sample(signal.envelope, x, **more) for x in (X8, X9) for more in OPTIONS),
        sample(signal.envelope, single(8)),
        sample(signal.envelope, X36, axis=0, squared=True, bp_in=(0, 2)),
        *(
            sample(signal.envelope, x, body=COMPLEX.format(options))
            for x in (X8, X9)
            for options in ('(1, 3)', '(-3, 2), residual="all"', '(-2, -1), n_out=12',
                            '(-2, None), n_out=6')
        ),
    ]  # fmt: skip
