"""Samples of logarithms of sums of exponentials, and of softmax."""
import numpy as np
from scipy import special

from tests.rules.samples.sample import sample, single, spread

X = spread(3, 4)
B = spread(3, 4, low=0.3, high=2.0, start=5)
HOLES = np.array([[-np.inf, 0.5], [-np.inf, -np.inf]])
SIGNED = '''r, s = scipy.special.logsumexp(x0, 1, b=x1, return_sign=True)
return r * s'''
COMPLEX = '''y = scipy.special.logsumexp(x0 + 1j * x1{options})
return np.real(y) + 2.0 * np.imag(y)'''

SAMPLES = [
    *(sample(f, x, **options) for f in (
        special.logsumexp, special.softmax, special.log_softmax)
      for x, options in ((X, {}), (X, {'axis': 0}), (X, {'axis': -1}),
                         (spread(2, 3, 2), {'axis': (0, 2)}), (single(3), {}))),
    sample(special.logsumexp, X, axis=1, keepdims=True),
    sample(special.logsumexp, X, keepdims=True),
    sample(special.logsumexp, X, 1, B),
    sample(special.logsumexp, X, None, spread(4, low=0.3, high=2.0)),
    sample(special.logsumexp, spread(4), 1, B),
    sample(special.logsumexp, X, 1, 2.0, wrt=(0,)),
    sample(special.logsumexp, X, 1, spread(3, 4, start=3), body=SIGNED),
    *(
        sample(special.logsumexp, X, B, body=COMPLEX.format(options=options))
        for options in ('', ', 1', ', 0, b=[[1.0], [2.0], [0.5]], keepdims=True')
    ),
    sample(special.logsumexp, HOLES,
           body='return np.exp(scipy.special.logsumexp(x0, axis=1))'),
]
