"""Samples of convolutions of scipy.signal; a body has complex operands."""
from scipy import signal

from tests.rules.samples.sample import sample, single, spread

A5, B3, B4 = spread(5), spread(3, start=20), spread(4, start=20)
A34, B23 = spread(3, 4), spread(2, 3, start=20)

MODES = ('full', 'same', 'valid')

DIRECT = [
    *(
        sample(f, *operands, mode)
        for f in (signal.convolve, signal.correlate)
        for operands in ((A5, B3), (A5, B4), (B3, A5), (B4, A5), (A34, B23))
        for mode in MODES
    ),
    *(
        case
        for f in (signal.convolve, signal.correlate)
        for case in (
            sample(f, A5, B3), sample(f, A5, B4, method='fft'),
            sample(f, B23, A34, 'valid', 'direct'), sample(f, single(5), single(3)),
            sample(f, A5, B3, wrt=(0,)), sample(f, A5, B3, wrt=(1,)),
            *(
                sample(
                    f, A5, B4,
                    body=f'a, b = x0 + 1j * x0 * x0, x1 - 2j * x1 * x1\n'
                    f'y = scipy.signal.{f.__name__}(a, b, "{mode}")\n'
                    'return np.real(y) + 2.0 * np.imag(y)',
                )
                for mode in MODES
            ),
        )
    ),
]  # fmt: skip

TRANSFORMED = [
    *(
        sample(f, *operands, mode)
        for f in (signal.fftconvolve, signal.oaconvolve)
        for operands in ((A5, B4), (B3, A5), (A34, B23))
        for mode in MODES
    ),
    *(
        sample(f, A34, spread(*shape, start=20), mode, axes=axes)
        for f in (signal.fftconvolve, signal.oaconvolve)
        for shape, axes in (((3, 3), 1), ((1, 2), (-1,)), ((2, 4), [0]), ((2, 2), None))
        for mode in MODES
    ),
]

# Of no entries nothing is left, and nothing raises.
EMPTY = [
    *(
        sample(signal.fftconvolve, *operands, mode)
        for operands, modes in (
            ((spread(0), B3), MODES), ((B3, spread(0)), ('full', 'valid')),
        )
        for mode in modes
    ),
    *(
        sample(f, spread(0), B3, 'same')
        for f in (signal.oaconvolve, signal.convolve, signal.correlate)
    ),
]

SAMPLES = [*DIRECT, *TRANSFORMED, *EMPTY]
