"""Samples of Bessel functions."""
import numpy as np
from scipy import special

from tangentlite import runtime
from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3, low=0.3, high=4.0)
ORDERS = np.array([0.0, 1.0, 1.7])
SIGNED = spread(4, low=-3.0, high=3.0)

SAMPLES = [
    *(sample(runtime.bessel_j, n, x, wrt=(1,)) for n in (0, 2, 3)
      for x in (X, 3.0, SIGNED)),
    *(sample(f, x) for f in (
        special.j0, special.j1, special.y0, special.y1, special.i0, special.i1,
        special.k0, special.k1, special.i0e, special.i1e, special.k0e, special.k1e)
      for x in (X, 0.7, single(3, low=0.3, high=4.0))),
    *(sample(f, SIGNED) for f in (special.j0, special.j1, special.i0, special.i1,
                                  special.i0e, special.i1e)),
    *(sample(f, 0.0) for f in (special.j0, special.j1, special.i0, special.i1)),
    *(sample(f, v, x, wrt=(1,)) for f in (
        special.jv, special.yv, special.iv, special.kv, special.jve, special.yve,
        special.ive, special.kve)
      for v, x in ((ORDERS, X), (2, 1.3), (0, X))),
    *(sample(f, n, X) for f in (special.yn, special.kn) for n in (0, 1, 3)),
    *(sample(f, 1.7, X, wrt=(1,)) for f in (special.jvp, special.yvp, special.ivp,
                                            special.kvp)),
    *(sample(f, 2, 1.3, 2) for f in (special.jvp, special.yvp, special.ivp,
                                     special.kvp)),
    *(sample(f, n, X, **options) for f in (
        special.spherical_jn, special.spherical_yn, special.spherical_in,
        special.spherical_kn)
      for n, options in ((0, {}), (2, {}), (1, {'derivative': True}))),
    sample(special.spherical_jn, 1, 1.3),
]

Z = spread(3, low=0.3, high=2.0)
SAMPLES += [
    *(
        sample(
            f, Z,
            body=f'h = scipy.special.{f.__name__}({order}, x0)\n'
            'return np.real(h) + 2.0 * np.imag(h)',
        )
        for f, order in (
            (special.hankel1, 1.5), (special.hankel2, 1.5), (special.hankel1e, 1.5),
            (special.hankel2e, 0.5), (special.h1vp, 1), (special.h2vp, 2),
        )
    ),
    sample(special.besselpoly, Z, 1.0, 2.0, wrt=(0,)),
]
if hasattr(special, 'log_wright_bessel'):
    SAMPLES.append(sample(special.log_wright_bessel, 0.5, 1.2, Z, wrt=(2,)))
if hasattr(special, 'wright_bessel'):
    SAMPLES.append(sample(special.wright_bessel, 0.5, 1.2, Z, wrt=(2,)))
