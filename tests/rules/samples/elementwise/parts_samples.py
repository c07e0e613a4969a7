"""Samples of functions that take numbers apart, and of small conversions."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

X = spread(2, 3)
MODULI = spread(3, low=0.5, high=1.5)
BOTH = 'a, b = np.{}(x0{})\nreturn a * b + x0 * b'
INTO_TWO = 'q, r = np.zeros((2, 2, 3))\na, b = np.{}\nreturn q * r + a * r + b * x0'

SAMPLES = [
    sample(np.divmod, X, MODULI, body=BOTH.format('divmod', ', x1')),
    sample(np.divmod, 2.7, 0.8, body=BOTH.format('divmod', ', x1')),
    sample(np.divmod, single(3), 0.7, wrt=(0,), body=BOTH.format('divmod', ', 0.7')),
    *(
        sample(f, x, body=BOTH.format(f.__name__, ''))
        for f in (np.modf, np.frexp)
        for x in (X, 2.7, single(3))
    ),
    sample(np.divmod, X, MODULI, body=INTO_TWO.format('divmod(x0, x1, out=(q, r))')),
    sample(np.divmod, X, MODULI, body=INTO_TWO.format('divmod(x0, x1, q, r)')),
    sample(np.modf, X, body=INTO_TWO.format('modf(x0, out=(q, r))')),
    sample(np.modf, X, body=INTO_TWO.format('modf(x0 * x0, r)')),
    sample(np.frexp, X, body=INTO_TWO.format('frexp(x0, out=(r, None))')),
    sample(np.nextafter, X, 3.0, wrt=(0,)),
    sample(np.nextafter, single(3), np.float32(1.0), wrt=(0,)),
    sample(np.spacing, X, wrt=()),
    *(
        sample(getattr(np, name), (X[0], X[1]))
        for name in ('row_stack',)
        if hasattr(np, name)
    ),
    sample(np.gcd, 4, 6, wrt=()),
    sample(np.lcm, 4, 6, wrt=()),
    sample(np.left_shift, 4, 2, wrt=()),
    sample(np.right_shift, 4, 1, wrt=()),
    sample(np.isfortran, X, wrt=()),
    sample(np.iterable, X, wrt=()),
    sample(np.longlong, 1.5, wrt=()),
    sample(np.ulonglong, 1.5, wrt=()),
    sample(np.float16, 1.5, wrt=()),
    sample(np.random.ranf, (2,), wrt=()),
    sample(np.random.sample, wrt=()),
]
