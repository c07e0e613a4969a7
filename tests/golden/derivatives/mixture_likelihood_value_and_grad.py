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
    total = 0.0
    means_bar = np.zeros_like(means)
    weights_bar = np.zeros_like(weights)
    for i in range(len(x)):
        d = x[i] - means
        t = -0.5 * d
        t1 = np.exp(t * d)
        t2 = (weights * t1).sum()
        total = total + np.log(t2)
        # total = total + np.log(np.sum(weights * np.exp(-0.5 * d * d)))
        t_bar = np.divide(1.0, t2)
        weights_bar += t_bar * t1
        t1 *= t_bar * weights
        # d = x[i] - means
        means_bar -= t1 * t + -0.5 * (t1 * d)
    return total, (means_bar, weights_bar)
