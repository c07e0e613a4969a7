"""Samples of hypergeometric functions."""
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(2, 3, low=0.1, high=0.8)

SAMPLES = [
    sample(special.hyp0f1, 1.3, X, wrt=(1,)),
    sample(special.hyp0f1, 2, 0.4),
    sample(special.hyp1f1, 0.7, 1.3, X, wrt=(2,)),
    sample(special.hyp1f1, 1, 2, 0.4),
    sample(special.hyp2f1, 0.7, 1.3, 2.1, X, wrt=(3,)),
    sample(special.hyp2f1, 1, 2, 3, 0.4),
    sample(special.hyperu, 0.7, 1.3, X, wrt=(2,)),
    sample(special.hyperu, 1, 2, 0.4),
]
