def logistic_jvp(x, n, x_dot):
    """Jacobian-vector product of tests.pairs.classics.logistic with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    l = x
    l_dot = x_dot
    for _ in range(n):
        p = 4.0 * l
        d = 1.0 - l
        l = p * d
        l_dot = 4.0 * l_dot * d - p * l_dot
    return l_dot
