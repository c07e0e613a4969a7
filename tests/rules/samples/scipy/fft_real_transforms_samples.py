"""Samples of the cosine and sine transforms of scipy.fft."""
from scipy import fft

from tests.rules.samples.sample import sample, single, spread

A5, A34, A234 = (spread(*shape) for shape in ((5,), (3, 4), (2, 3, 4)))

OPTIONS = (
    {}, {'norm': 'ortho'}, {'norm': 'forward', 'axis': 0},
    {'norm': 'ortho', 'orthogonalize': False}, {'orthogonalize': True},
)  # fmt: skip

LINES = [
    *(
        sample(f, A34, type, **options)
        for f in (fft.dct, fft.idct, fft.dst, fft.idst)
        for type in (1, 2, 3, 4)
        for options in OPTIONS
    ),
    *(
        case
        for f in (fft.dct, fft.idct, fft.dst, fft.idst)
        for case in (
            sample(f, A5, n=3), sample(f, A34, 3, 6, 0), sample(f, single(4)),
            sample(f, A234, axis=1, workers=1),
        )
    ),
    sample(
        fft.dct, A5,
        body='y = scipy.fft.dct(x0 + 1j * x0 * x0)\n'
        'return np.real(y) + 2.0 * np.imag(y)',
    ),
]  # fmt: skip

SEVERAL_AXES = [
    case
    for f in (fft.dctn, fft.idctn, fft.dstn, fft.idstn)
    for case in (
        sample(f, A34), sample(f, A234, 3, axes=(0, 2)), sample(f, A34, 1),
        sample(f, A34, 2, (2, 5), norm='forward'), sample(f, A34, 3, norm='ortho'),
        sample(f, A234, 4, s=(5,), axes=(1,)), sample(f, single(3, 4)),
        sample(f, A34, axes=0), sample(f, A34, 3, s=5, axes=-1),
    )
]  # fmt: skip

SAMPLES = [*LINES, *SEVERAL_AXES]
