"""Samples of functions of consecutive orders, and of zeros of functions."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(3, low=-0.8, high=0.8)
PAIR = 'a, b = scipy.special.{}({}, x0)\nreturn a * a + b'

SAMPLES = [
    *(
        sample(f, x, body=PAIR.format(f.__name__, parameters))
        for f, parameters, x in (
            (special.pbdv_seq, '3.4', 0.7), (special.pbdv_seq, '0.4', -0.7),
            (special.pbvv_seq, '3.4', 0.7), (special.riccati_jn, '3', 0.7),
            (special.riccati_yn, '3', 1.7), (special.lmbda, '2.4', 0.7),
            (special.lmbda, '3', 1.7), (special.lqn, '3', 0.4), (special.lqn, '2', 1.7),
            (special.lqn, '3', X), (special.lqmn, '2, 3', 0.4),
            (special.lqmn, '1, 2', X), (special.lqmn, '1, 2', 1.7),
        )
    ),
    *(
        sample(special.pbdn_seq, 0.7,
               body=f'a, b = scipy.special.pbdn_seq({n}, x0)\n'
               'return np.real(a * a + b)')
        for n in (3, -6)
    ),
    *(
        sample(f, 2, wrt=())
        for f in (
            special.ai_zeros, special.bi_zeros, special.erf_zeros,
            special.fresnel_zeros, special.fresnelc_zeros, special.fresnels_zeros,
            special.kelvin_zeros, special.jnjnp_zeros, special.y0_zeros,
            special.y1_zeros, special.y1p_zeros, special.ber_zeros, special.bei_zeros,
            special.berp_zeros, special.beip_zeros, special.ker_zeros,
            special.kei_zeros, special.kerp_zeros, special.keip_zeros,
        )
    ),
    *(
        sample(f, 1, 2, wrt=())
        for f in (
            special.jn_zeros, special.jnp_zeros, special.jnyn_zeros, special.yn_zeros,
            special.ynp_zeros,
        )
    ),
]
if hasattr(special, 'stirling2'):
    SAMPLES += [sample(special.stirling2, np.array([3, 4]), 2, wrt=())]
