"""Hypergeometric functions, by their argument."""

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise


@elementwise(special.hyp0f1)
def hyp0f1(y, v, z):
    d[z] = np.divide(d[y] * special.hyp0f1(v + 1.0, z), v)


@elementwise(special.hyp1f1)
def hyp1f1(y, a, b, x):
    d[x] = np.divide(d[y] * a * special.hyp1f1(a + 1.0, b + 1.0, x), b)


@elementwise(special.hyp2f1)
def hyp2f1(y, a, b, c, z):
    d[z] = np.divide(d[y] * a * b * special.hyp2f1(a + 1.0, b + 1.0, c + 1.0, z), c)


@elementwise(special.hyperu)
def hyperu(y, a, b, x):
    d[x] = d[y] * -a * special.hyperu(a + 1.0, b + 1.0, x)
