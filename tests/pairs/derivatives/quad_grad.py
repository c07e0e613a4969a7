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


def quad_bwd(stack, fine_bar):
    lo, hi, mid, left, centre, right, a, branch = stack.pop()
    if branch:
        a_bar = 0.0
    else:
        b = quad_bwd(stack, fine_bar)
        c = quad_bwd(stack, fine_bar)
        a_bar = c + b
        fine_bar = 0.0
    right_bar = a * fine_bar
    centre_bar = 2.0 * right_bar
    d_bar = right_bar * left * lo * lo
    return a_bar - right_bar * right * hi * hi - centre_bar * centre * mid * mid - d_bar


def quad_grad(a, lo, hi, tol):
    """Gradient of tests.pairs.branches.quad with respect to a."""
    stack = []
    quad_fwd(a, lo, hi, tol, stack)
    return quad_bwd(stack, 1.0)
