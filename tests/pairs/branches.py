"""Branches: an adaptive while loop, early returns, an adaptive recursion."""
import math


def heun(y, k, t_end, tol):
    """Logistic growth y' = k y (1 - y) up to t_end by adaptive Heun steps."""
    t = 0.0
    h = 0.5
    while t < t_end:
        h = min(h, t_end - t)
        slope = k * y * (1.0 - y)
        guess = y + h * slope
        ahead = k * guess * (1.0 - guess)
        if 0.5 * h * abs(ahead - slope) > tol:
            h = 0.5 * h
        else:
            t = t + h
            y = y + 0.5 * h * (slope + ahead)
            h = 1.5 * h
    return y


def heun_grad(y, k, t_end, tol):
    """Gradient of heun with respect to y and k."""
    # forward
    t = 0.0
    h = 0.5
    y_saved = []
    guess_saved = []
    h_saved = []
    while t < t_end:
        h = min(h, t_end - t)
        slope = k * y * (1.0 - y)
        guess = y + h * slope
        ahead = k * guess * (1.0 - guess)
        if 0.5 * h * abs(ahead - slope) > tol:
            h = 0.5 * h
        else:
            y_saved.append(y)
            guess_saved.append(guess)
            h_saved.append(h)
            t = t + h
            y = y + 0.5 * h * (slope + ahead)
            h = 1.5 * h

    # backward: rejected steps leave no trace
    y_bar = 1.0
    k_bar = 0.0
    while y_saved:
        # y = y + 0.5 * h * (slope + ahead)
        h = h_saved.pop()
        slope_bar = 0.5 * h * y_bar
        ahead_bar = slope_bar
        # ahead = k * guess * (1.0 - guess)
        guess = guess_saved.pop()
        k_bar = k_bar + ahead_bar * guess * (1.0 - guess)
        guess_bar = ahead_bar * k * (1.0 - 2.0 * guess)
        # guess = y + h * slope
        y_bar = y_bar + guess_bar
        slope_bar = slope_bar + h * guess_bar
        # slope = k * y * (1.0 - y)
        y = y_saved.pop()
        k_bar = k_bar + slope_bar * y * (1.0 - y)
        y_bar = y_bar + slope_bar * k * (1.0 - 2.0 * y)
    return y_bar, k_bar


def heun_jvp(y, k, t_end, tol, y_dot, k_dot):
    """Tangent of heun with respect to y and k."""
    t = 0.0
    h = 0.5
    while t < t_end:
        h = min(h, t_end - t)
        slope = k * y * (1.0 - y)
        guess = y + h * slope
        ahead = k * guess * (1.0 - guess)
        if 0.5 * h * abs(ahead - slope) > tol:
            h = 0.5 * h
        else:
            slope_dot = k_dot * y * (1.0 - y) + k * (1.0 - 2.0 * y) * y_dot
            guess_dot = y_dot + h * slope_dot
            ahead_dot = (
                k_dot * guess * (1.0 - guess) + k * (1.0 - 2.0 * guess) * guess_dot
            )
            t = t + h
            y_dot = y_dot + 0.5 * h * (slope_dot + ahead_dot)
            y = y + 0.5 * h * (slope + ahead)
            h = 1.5 * h
    return y_dot


def stress(strain, e, limit, h):
    """Uniaxial stress: slack, elastic, hardening, and softening after the peak."""
    if strain <= 0.0:
        return 0.0
    if e * strain <= limit:
        return e * strain
    hardened = limit + h * (strain - limit / e)
    if hardened <= 1.2 * limit:
        return hardened
    return 1.2 * limit * math.exp(1.2 - hardened / limit)


def stress_grad(strain, e, limit, h):
    """Gradient of stress with respect to strain, e and limit."""
    if strain <= 0.0:
        return 0.0, 0.0, 0.0
    if e * strain <= limit:
        return e, strain, 0.0
    hardened = limit + h * (strain - limit / e)
    if hardened <= 1.2 * limit:
        return h, h * limit / (e * e), 1.0 - h / e
    # return 1.2 * limit * math.exp(1.2 - hardened / limit)
    decay = 1.2 * math.exp(1.2 - hardened / limit)
    hardened_bar = -decay
    limit_bar = decay * (1.0 + hardened / limit)
    # hardened = limit + h * (strain - limit / e)
    strain_bar = h * hardened_bar
    e_bar = h * hardened_bar * limit / (e * e)
    limit_bar = limit_bar + hardened_bar * (1.0 - h / e)
    return strain_bar, e_bar, limit_bar


def stress_jvp(strain, e, limit, h, strain_dot, e_dot, limit_dot):
    """Tangent of stress with respect to strain, e and limit."""
    if strain <= 0.0:
        return 0.0
    if e * strain <= limit:
        return e_dot * strain + e * strain_dot
    hardened = limit + h * (strain - limit / e)
    hardened_dot = (
        limit_dot + h * (strain_dot - limit_dot / e + limit * e_dot / (e * e))
    )
    if hardened <= 1.2 * limit:
        return hardened_dot
    decay = 1.2 * math.exp(1.2 - hardened / limit)
    return decay * (limit_dot - hardened_dot + hardened * limit_dot / limit)


def bump(a, x):
    return math.exp(-a * x * x)


def quad(a, lo, hi, tol):
    """Integral of bump from lo to hi by trapezoids, halved where they are coarse."""
    mid = 0.5 * (lo + hi)
    left, centre, right = bump(a, lo), bump(a, mid), bump(a, hi)
    coarse = 0.5 * (hi - lo) * (left + right)
    fine = 0.25 * (hi - lo) * (left + 2.0 * centre + right)
    if abs(fine - coarse) < tol:
        return fine
    return quad(a, lo, mid, 0.5 * tol) + quad(a, mid, hi, 0.5 * tol)


def quad_grad(a, lo, hi, tol):
    """Gradient of quad with respect to a."""
    mid = 0.5 * (lo + hi)
    left, centre, right = bump(a, lo), bump(a, mid), bump(a, hi)
    coarse = 0.5 * (hi - lo) * (left + right)
    fine = 0.25 * (hi - lo) * (left + 2.0 * centre + right)
    if abs(fine - coarse) < tol:
        moment = lo * lo * left + 2.0 * mid * mid * centre + hi * hi * right
        return -0.25 * (hi - lo) * moment
    return quad_grad(a, lo, mid, 0.5 * tol) + quad_grad(a, mid, hi, 0.5 * tol)


CASES = (
    (heun, (0, 1), (0.1, 1.7, 4.0, 0.01)),
    (stress, (0, 1, 2), (-0.1, 10.0, 2.0, 1.5)),
    (stress, (0, 1, 2), (0.15, 10.0, 2.0, 1.5)),
    (stress, (0, 1, 2), (0.4, 10.0, 2.0, 1.5)),
    (stress, (0, 1, 2), (0.7, 10.0, 2.0, 1.5)),
    (quad, (0,), (1.3, -1.0, 2.0, 0.01)),
)
