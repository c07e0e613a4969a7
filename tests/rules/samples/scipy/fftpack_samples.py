"""Samples of scipy.fftpack; a body splits what is complex."""
from scipy import fftpack

from tests.rules.samples.sample import sample, single, spread

A34, A5, A6 = spread(3, 4), spread(5), spread(6)
PARTS = 'return np.real(y) + 2.0 * np.imag(y)'


def of_complex(function, x, options=''):
    """A sample of a function of complex numbers."""
    made = f'y = scipy.fftpack.{function.__name__}(x0 + 1j * x0 * x0{options})'
    return sample(function, x, body=f'{made}\n{PARTS}')


TRANSFORMS = [
    *(
        of_complex(f, A34, options)
        for f in (fftpack.fft, fftpack.ifft)
        for options in ('', ', 3', ', 7, 0')
    ),
    *(
        of_complex(f, A34, options)
        for f in (fftpack.fft2, fftpack.ifft2, fftpack.fftn, fftpack.ifftn)
        for options in ('', ', (2, 5), (0, 1)')
    ),
    *(
        sample(f, *arguments)
        for f in (fftpack.rfft, fftpack.irfft)
        for arguments in (
            (A5,), (A6,), (A34, 3), (A34, 7, 0), (single(4),), (spread(1),),
            (A5, 4), (A6, 9),
        )
    ),
    *(
        sample(f, A34, type, norm=norm)
        for name in ('dct', 'dst', 'dctn', 'dstn')
        for f in (getattr(fftpack, name), getattr(fftpack, f'i{name}'))
        for type in (1, 2, 3, 4)
        for norm in (None, 'ortho')
    ),
    sample(fftpack.idct, A34, 3, 6, 0), sample(fftpack.dstn, A34, 2, (2, 5)),
    sample(fftpack.dctn, A34, axes=1), sample(fftpack.idstn, A34, shape=5, axes=0),
]  # fmt: skip

OPERATORS = [
    *(sample(fftpack.diff, x, order) for x in (A5, A6) for order in (1, 2, -1, 0)),
    sample(fftpack.diff, A6, 2, 3.0, wrt=(0, 2)), of_complex(fftpack.diff, A6),
    *(sample(f, x) for f in (fftpack.hilbert, fftpack.ihilbert) for x in (A5, A6)),
    *(
        sample(f, x, 0.7, 3.0, wrt=(0, 1, 2))
        for f in (fftpack.tilbert, fftpack.itilbert, fftpack.shift)
        for x in (A5, A6)
    ),
    *(
        sample(f, x, 0.3, 0.7, 5.0, wrt=(0, 1, 2, 3))
        for f in (fftpack.cs_diff, fftpack.sc_diff, fftpack.ss_diff, fftpack.cc_diff)
        for x in (A5, A6)
    ),
    of_complex(fftpack.shift, A6, ', 0.2'),
    sample(fftpack.next_fast_len, 7), sample(fftpack.rfftfreq, 5),
    *(sample(fftpack.rfftfreq, n, 0.3) for n in (4, 5)),
]  # fmt: skip

SAMPLES = [*TRANSFORMS, *OPERATORS]
