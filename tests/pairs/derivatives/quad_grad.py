import math


def quad_fwd(a, lo, hi, tol, stack):
    mid = 0.5 * (lo + hi)
    b = -a
    left = math.exp(b * lo * lo)
    centre = math.exp(b * mid * mid)
    right = math.exp(b * hi * hi)
    d = hi - lo
    coarse = 0.5 * d * (left + right)
    p = 0.25 * d
    fine = p * (left + 2.0 * centre + right)
    branch = abs(fine - coarse) < tol
    if not branch:
        c = 0.5 * tol
        e = quad_fwd(a, lo, mid, c, stack)
        g = quad_fwd(a, mid, hi, c, stack)
        fine = e + g
    stack.append((lo, hi, mid, left, centre, right, p, branch))
    return fine


def quad_bwd(stack, a_bar):
    lo, hi, mid, left, centre, right, b, branch = stack.pop()
    if branch:
        a_bar1 = 0.0
    else:
        c = quad_bwd(stack, a_bar)
        d = quad_bwd(stack, a_bar)
        a_bar1 = d + c
        a_bar = 0.0
    e_bar = b * a_bar
    g_bar = 2.0 * e_bar * centre * mid * mid
    return a_bar1 - e_bar * right * hi * hi - g_bar - e_bar * left * lo * lo


def quad_grad(a, lo, hi, tol):
    """Gradient of tests.pairs.branches.quad with respect to a."""
    # forward
    stack = []
    quad_fwd(a, lo, hi, tol, stack)

    # backward
    b = quad_bwd(stack, 1.0)
    return b
