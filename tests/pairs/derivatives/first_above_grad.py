import numpy as np


def first_above_grad(xs, limit):
    """Gradient of tests.pairs.classics.first_above with respect to xs.

    xs_bar: the derivative of the result by xs.
    """
    # forward
    trips = 0
    for x in xs:
        if x > limit:
            break
        trips += 1

    # backward
    xs_bar = np.zeros_like(xs)
    for i in reversed(range(trips)):
        # total = total + x * x
        xs_bar[i] += 2.0 * xs[i]
    return xs_bar
