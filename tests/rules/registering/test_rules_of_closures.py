"""Functions of one code object that have rules of their own."""

import numpy as np

import tangentlite as tl
from tangentlite import d


def scaled_by(factor):
    def scaled(x):
        return factor * x

    @tl.adjoint(scaled)
    def _adjoint(y, x):
        d[x] = 10.0 * factor * d[y]

    return scaled


def squared(function):
    def total(x):
        return np.sum(function(x) ** 2)

    return total


def test_each_has_its_own_rule():
    x = np.array([1.0, 2.0])
    for factor in (1.0, 3.0, 1.0):
        found = tl.grad(squared(scaled_by(factor)))(x)
        np.testing.assert_allclose(found, 20.0 * factor**2 * x)


def test_one_with_a_rule_and_one_without():
    def made(has_rule):
        def doubled(x):
            return 2.0 * x

        if has_rule:

            @tl.adjoint(doubled)
            def _adjoint(y, x):
                d[x] = 100.0 * d[y]

        return doubled

    x = np.array([1.0, 2.0])
    for has_rule, slope in ((False, 2.0), (True, 100.0), (False, 2.0)):
        found = tl.grad(squared(made(has_rule)))(x)
        np.testing.assert_allclose(found, 2.0 * 2.0 * x * slope)
