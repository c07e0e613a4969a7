"""Arrays without axes that are made of numbers: they share no memory with these."""

import numpy as np
import pytest

import tangentlite as tl


class Quantity:
    def __init__(self, value, sigma):
        self.value = np.asarray(value, dtype=np.float64)
        self.sigma = sigma


def mean_of(a, s):
    total, weight = 0.0, 0.0
    for value, sigma in ((a, s), (2.0, a)):
        quantity = Quantity(value, sigma)
        total += quantity.value / quantity.sigma**2
        weight += 1 / quantity.sigma**2
    mean = Quantity(total / weight, weight**-0.5)
    mean.value[...] = mean.value * 2
    return float(mean.value)


def doubled(a, s):
    t = np.asarray(a / s)
    t[...] = t * 2
    return float(t)


def by_sign(a, s):
    t = np.asarray(a * a / s)
    t[...] = t * 2 if t > 0 else -t
    return float(t)


def shifted(a, s):
    t = np.asarray(a / s)
    t -= 0.5 * s
    t[...] = t * t if t > 0 else -t
    return t.item()


def reshaped(a, s):
    ratio = a / s
    t = np.reshape(ratio, (1,))
    t *= s
    return t[0] * ratio


@pytest.mark.parametrize('f', [mean_of, doubled, by_sign, shifted, reshaped])
def test_they_are_written(f):
    for args in ((1.2, 0.3), (np.float64(1.2), np.float64(0.3))):
        value, _ = tl.value_and_grad(f)(*args)
        assert value == f(*args)
        tl.check_grad(f, args, wrt=(0, 1), order=2)
