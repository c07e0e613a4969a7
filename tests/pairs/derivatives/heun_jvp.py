def heun_jvp(y, k, t_end, tol, y_dot, k_dot):
    """Jacobian-vector product of tests.pairs.branches.heun with respect to y and k.

    y_dot: the derivative of y along the tangents.
    """
    t = 0.0
    h = 0.5
    while t < t_end:
        h1 = t_end - t
        if not h1 < h:
            h1 = h
        p = k * y
        d = 1.0 - y
        slope = p * d
        slope_dot = (k_dot * y + k * y_dot) * d - p * y_dot
        guess = y + h1 * slope
        guess_dot = y_dot + h1 * slope_dot
        a = k * guess
        b = 1.0 - guess
        ahead = a * b
        ahead_dot = (k_dot * guess + k * guess_dot) * b - a * guess_dot
        if 0.5 * h1 * abs(ahead - slope) > tol:
            h = 0.5 * h1
        else:
            t = t + h1
            c = 0.5 * h1
            y = y + c * (slope + ahead)
            y_dot = y_dot + c * (slope_dot + ahead_dot)
            h = 1.5 * h1
    return y_dot
