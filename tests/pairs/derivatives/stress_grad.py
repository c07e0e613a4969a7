import math


def stress_grad(strain, e, limit, h):
    """Gradient of tests.pairs.branches.stress with respect to strain, e and limit.

    strain_bar: the derivative of the result by strain.
    """
    if strain <= 0.0:
        return 0.0, 0.0, 0.0
    if e * strain <= limit:
        return e, strain, 0.0
    q = limit / e
    hardened = limit + h * (strain - q)
    if hardened <= 1.2 * limit:
        limit_bar = 0.0
        hardened_bar = 1.0
    else:
        # return 1.2 * limit * math.exp(1.2 - hardened / limit)
        a = hardened / limit
        b = math.exp(1.2 - a)
        c = 1.2 * limit * b / limit
        limit_bar = 1.2 * b + c * a
        hardened_bar = -c
    # hardened = limit + h * (strain - limit / e)
    strain_bar = h * hardened_bar
    d = strain_bar / e
    e_bar = d * q
    limit_bar += hardened_bar - d
    return strain_bar, e_bar, limit_bar
