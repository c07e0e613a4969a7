"""Sample inputs of numpy.fft; a body splits what is complex, and joins it again."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A4, A5, A34, A234 = (spread(*shape) for shape in ((4,), (5,), (3, 4), (2, 3, 4)))

PARTS = 'return np.real(y) + 2.0 * np.imag(y)'


def from_real(function, x, options=''):
    """A sample of a transform of real numbers to complex ones."""
    name = function.__name__
    return sample(function, x, body=f'y = np.fft.{name}(x0{options})\n{PARTS}')


def from_complex(function, x, options=''):
    """A sample of a transform of complex numbers."""
    name = function.__name__
    made = f'y = np.fft.{name}(x0 + 1j * x0 * x0{options})'
    return sample(function, x, body=f'{made}\n{PARTS}')


# a length that cuts, one that fills up; both parities
LENGTHS = ('', ', 3', ', 7, axis=0', ', norm="ortho"', ', 6, 1, "forward"')
SHAPES = (
    '', ', axes=(0, -1)', ', (2, 5), (-1, 0)', ', s=(4, -1), axes=(0, 1)',
    ', norm="forward"',
)  # fmt: skip

LINES = [
    from_real(np.fft.fft, A5),
    from_real(np.fft.fft, single(4)),
    from_real(np.fft.fft, A34, ', 5, -2'),
    *(from_complex(np.fft.fft, A34, options) for options in LENGTHS),
    from_complex(np.fft.ifft, A5),
    from_real(np.fft.ifft, A34, ', 5, -2, "ortho"'),
    *(from_real(np.fft.rfft, A34, options) for options in LENGTHS),
    from_real(np.fft.rfft, A5),
    from_real(np.fft.rfft, A234, ', axis=1'),
    from_real(np.fft.rfft, single(4)),
    from_real(np.fft.rfft, spread(1)),
    *(from_complex(np.fft.irfft, A34, options) for options in LENGTHS),
    sample(np.fft.irfft, single(4)),
    sample(np.fft.irfft, A4, 1),
    *(from_complex(np.fft.hfft, A34, options) for options in LENGTHS[::2]),
    sample(np.fft.hfft, A4, 5),
    *(from_real(np.fft.ihfft, A34, options) for options in LENGTHS[::2]),
    from_real(np.fft.ihfft, A5),
]

SEVERAL_AXES = [
    from_real(np.fft.fft2, single(3, 4)),
    *(from_complex(np.fft.fft2, A34, options) for options in SHAPES),
    from_real(np.fft.ifft2, A34),
    from_complex(np.fft.ifft2, A34, ', (2, 5)'),
    from_real(np.fft.fftn, A234),
    from_complex(np.fft.fftn, A234, ', (3, 3), (0, 2), "ortho"'),
    from_complex(np.fft.fftn, A34, ', axes=(0, 0)'),
    from_complex(np.fft.ifftn, A234),
    from_real(np.fft.ifftn, A34, ', s=(2,), axes=(0,)'),
    *(from_real(np.fft.rfft2, A34, options) for options in SHAPES),
    from_real(np.fft.rfftn, A234),
    from_real(np.fft.rfftn, single(2, 3, 4), ', axes=(1,)'),
    from_real(np.fft.rfftn, A234, ', s=(3, 3), axes=(-1, 0)'),
    *(from_complex(np.fft.irfft2, A34, options) for options in SHAPES),
    from_complex(np.fft.irfftn, A234),
    from_complex(np.fft.irfftn, A234, ', s=(5,), axes=(1,)'),
    sample(np.fft.irfftn, single(2, 3, 4), (3, 5, 2), (0, 1, 2)),
]

SHIFTS = [
    *(
        sample(function, A34, **axes)
        for function in (np.fft.fftshift, np.fft.ifftshift)
        for axes in ({}, {'axes': -1}, {'axes': (0,)})
    ),
    sample(np.fft.fftshift, single(5)),
]

FREQUENCIES = [
    sample(function, n, 0.3)
    for function in (np.fft.fftfreq, np.fft.rfftfreq)
    for n in (4, 5)
]

SAMPLES = [*LINES, *SEVERAL_AXES, *SHIFTS, *FREQUENCIES]
