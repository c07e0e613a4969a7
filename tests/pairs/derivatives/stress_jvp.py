import math


def stress_jvp(strain, e, limit, h, strain_dot, e_dot, limit_dot):
    """Jacobian-vector product of tests.pairs.branches.stress with respect to strain, e
    and limit.

    strain_dot: the derivative of strain along the tangents.
    """
    if strain <= 0.0:
        return 0.0
    if e * strain <= limit:
        return e_dot * strain + e * strain_dot
    q = limit / e
    a_dot = h * (strain_dot - limit_dot / e + e_dot * q / e)
    hardened = limit + h * (strain - q)
    hardened_dot = limit_dot + a_dot
    if not hardened <= 1.2 * limit:
        b = hardened / limit
        c = math.exp(1.2 - b)
        p = 1.2 * limit * ((hardened_dot / limit - limit_dot * b / limit) * c)
        hardened_dot = 1.2 * limit_dot * c - p
    return hardened_dot
