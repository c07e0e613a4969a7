def heun_grad(y, k, t_end, tol):
    """Gradient of tests.pairs.branches.heun with respect to y and k.

    y_bar: the derivative of the result by y.
    """
    # forward
    t = 0.0
    h = 0.5
    saved = []
    while t < t_end:
        h1 = t_end - t
        if not h1 < h:
            h1 = h
        slope = k * y * (1.0 - y)
        guess = y + h1 * slope
        p = k * guess
        d = 1.0 - guess
        ahead = p * d
        branch = 0.5 * h1 * abs(ahead - slope) > tol
        saved.append((h1, branch, y, guess, p, d))
        if branch:
            h = 0.5 * h1
        else:
            t = t + h1
            y = y + 0.5 * h1 * (slope + ahead)
            h = 1.5 * h1

    # backward
    y_bar = 1.0
    k_bar = 0.0
    while saved:
        h, branch, y, guess, p, d = saved.pop()
        if branch:
            slope_bar = 0.0
            ahead_bar = 0.0
        else:
            # y = y + 0.5 * h * (slope + ahead)
            slope_bar = 0.5 * h * y_bar
            ahead_bar = slope_bar
        # ahead = k * guess * (1.0 - guess)
        p_bar = ahead_bar * d
        guess_bar = k * p_bar - p * ahead_bar
        # guess = y + h * slope
        slope_bar += h * guess_bar
        # slope = k * y * (1.0 - y)
        a_bar = slope_bar * (1.0 - y)
        y_bar += guess_bar + k * a_bar - k * y * slope_bar
        k_bar += a_bar * y + p_bar * guess
    return y_bar, k_bar
