"""Sample inputs of scipy.fft; a body splits what is complex, and joins it again."""
from scipy import fft

from tests.rules.samples.sample import sample, single, spread

A4, A5, A34, A234 = (spread(*shape) for shape in ((4,), (5,), (3, 4), (2, 3, 4)))

PARTS = 'return np.real(y) + 2.0 * np.imag(y)'


def from_real(function, x, options=''):
    """A sample of a transform of real numbers to complex ones."""
    name = function.__name__
    return sample(function, x, body=f'y = scipy.fft.{name}(x0{options})\n{PARTS}')


def from_complex(function, x, options=''):
    """A sample of a transform of complex numbers."""
    name = function.__name__
    made = f'y = scipy.fft.{name}(x0 + 1j * x0 * x0{options})'
    return sample(function, x, body=f'{made}\n{PARTS}')


# a length that cuts, one that fills up; both parities
LENGTHS = ('', ', 3', ', 7, axis=0', ', norm="ortho"', ', 6, 1, "forward"')
SHAPES = (
    '', ', axes=(0, -1)', ', (2, 5), (-1, 0)', ', s=(4, -1), axes=(0, 1)',
    ', norm="forward"',
)  # fmt: skip

LINES = [
    from_real(fft.fft, A5),
    from_real(fft.fft, single(4)),
    from_real(fft.fft, A34, ', 5, -2, workers=1'),
    *(from_complex(fft.fft, A34, options) for options in LENGTHS),
    from_complex(fft.ifft, A5),
    from_real(fft.ifft, A34, ', 5, -2, "ortho"'),
    *(from_real(fft.rfft, A34, options) for options in LENGTHS),
    from_real(fft.rfft, A5),
    from_real(fft.rfft, A234, ', axis=1'),
    from_real(fft.rfft, single(4)),
    from_real(fft.rfft, spread(1)),
    *(from_complex(fft.irfft, A34, options) for options in LENGTHS),
    sample(fft.irfft, single(4)),
    sample(fft.irfft, A4, 1),
    *(from_complex(fft.hfft, A34, options) for options in LENGTHS[::2]),
    sample(fft.hfft, A4, 5),
    *(from_real(fft.ihfft, A34, options) for options in LENGTHS[::2]),
    from_real(fft.ihfft, A5),
]

SEVERAL_AXES = [
    from_real(fft.fft2, single(3, 4)),
    *(from_complex(fft.fft2, A34, options) for options in SHAPES),
    from_real(fft.ifft2, A34),
    from_complex(fft.ifft2, A34, ', (2, 5)'),
    from_real(fft.fftn, A234),
    from_complex(fft.fftn, A234, ', (3, 3), (0, 2), "ortho"'),
    from_complex(fft.ifftn, A234),
    from_real(fft.ifftn, A34, ', s=(2,), axes=(0,)'),
    *(from_real(fft.rfft2, A34, options) for options in SHAPES),
    from_real(fft.rfftn, A234),
    from_real(fft.rfftn, single(2, 3, 4), ', axes=(1,)'),
    from_real(fft.rfftn, A234, ', s=(3, 3), axes=(-1, 0)'),
    *(from_complex(fft.irfft2, A34, options) for options in SHAPES),
    from_complex(fft.irfftn, A234),
    from_complex(fft.irfftn, A234, ', s=(5,), axes=(1,)'),
    sample(fft.irfftn, single(2, 3, 4), (3, 5, 2), (0, 1, 2)),
    *(
        from_complex(f, A34, options)
        for f in (fft.fftn, fft.ifftn, fft.irfftn)
        for options in (', axes=1', ', s=3, axes=1', ', s=5')
    ),
    from_real(fft.rfftn, A34, ', axes=0'),
    from_real(fft.rfftn, A34, ', 5, -1'),
]

HERMITIAN = [
    *(from_complex(fft.hfft2, A34, options) for options in SHAPES),
    *(from_real(fft.ihfft2, A34, options) for options in SHAPES),
    from_complex(fft.hfftn, A234),
    from_complex(fft.hfftn, A234, ', (3, 3), (0, 2), "ortho"'),
    from_real(fft.ihfftn, single(2, 3, 4)),
    from_real(fft.ihfftn, A234, ', s=(3, 3), axes=(-1, 0)'),
]

SHIFTS = [
    sample(function, A34, **axes)
    for function in (fft.fftshift, fft.ifftshift)
    for axes in ({}, {'axes': -1}, {'axes': (0,)})
]

FREQUENCIES = [
    *(sample(f, n, 0.3) for f in (fft.fftfreq, fft.rfftfreq) for n in (4, 5)),
    sample(fft.next_fast_len, 7),
    *([sample(fft.prev_fast_len, 7)] if hasattr(fft, 'prev_fast_len') else []),
]

SAMPLES = [*LINES, *SEVERAL_AXES, *HERMITIAN, *SHIFTS, *FREQUENCIES]
