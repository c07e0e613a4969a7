"""Sample inputs of Legendre functions and spherical harmonics."""
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(3, low=-0.9, high=0.9)

SAMPLES = [
    *(
        sample(special.lpmv, m, v, X)
        for m, v in ((0, 2), (1, 3), (2, 2), (-1, 3), (-2, 2), (4, 3))
    ),
]
if hasattr(special, 'sph_harm_y'):
    SAMPLES += [
        *(
            sample(
                special.sph_harm_y, X, X + 1.5,
                body=f'y = scipy.special.sph_harm_y(3, {m}, x0, x1)\n'
                'return np.real(y) + 2.0 * np.imag(y)',
            )
            for m in (0, 2, 3, -3)
        ),
    ]
