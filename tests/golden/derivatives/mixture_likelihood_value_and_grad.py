# tests.golden_programs.mixture_likelihood, called with
#     x: float64[:]
#     means: float64[:]
#     weights: float64[:]

import numpy as np


def mixture_likelihood_value_and_grad(x, means, weights):
    """Value and gradient of tests.golden_programs.mixture_likelihood with respect to
    means and weights.

    means_bar: the derivative of the result by means.
    """
    means_bar = np.zeros_like(means)
    weights_bar = np.zeros_like(weights)
    total = 0.0
    for i in range(len(x)):
        d = x[i] - means
        p = -0.5 * d
        e = np.exp(p * d)
        a = (weights * e).sum()
        total = total + np.log(a)
        # total = total + np.log(np.sum(weights * np.exp(-0.5 * d * d)))
        a_bar = 1.0 / a
        weights_bar += a_bar * e
        e *= weights * a_bar
        # d = x[i] - means
        means_bar -= p * e - 0.5 * e * d
    return total, (means_bar, weights_bar)
