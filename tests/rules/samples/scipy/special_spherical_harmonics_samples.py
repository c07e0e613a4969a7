"""Sample inputs of spherical harmonics."""
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(3, low=-0.9, high=0.9)

SAMPLES = []
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
        *(
            sample(special.sph_legendre_p, 3, m, X) for m in (0, 2, 3, -3, 4)
        ),
        sample(special.sph_legendre_p, 3, 2, 0.0),
        sample(special.sph_legendre_p_all, 3, 2, X + 1.5),
        sample(special.sph_legendre_p_all, 2, 3, 0.7),
        sample(
            special.sph_harm_y_all, X, 0.4,
            body='y = scipy.special.sph_harm_y_all(2, 2, x0, x1)\n'
            'return np.real(y) + 2.0 * np.imag(y)',
        ),
    ]
