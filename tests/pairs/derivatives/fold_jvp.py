import math


def fold_jvp1(x, a, x_dot, a_dot):
    if len(x) == 1:
        return x[0], x_dot[0]
    half = len(x) // 2
    b = fold_jvp1(x[:half], a, x_dot[:half], a_dot)
    left = b[0]
    c = fold_jvp1(x[half:], a, x_dot[half:], a_dot)
    right = c[0]
    d = math.tanh(left + a * right)
    return d, (b[1] + (a_dot * right + a * c[1])) * (1.0 - d * d)


def fold_jvp(x, a, x_dot, a_dot):
    """Jacobian-vector product of tests.pairs.objects.fold with respect to x and a.

    x_dot: the derivative of x along the tangents.
    """
    if len(x) == 1:
        return x_dot[0]
    half = len(x) // 2
    b = fold_jvp1(x[:half], a, x_dot[:half], a_dot)
    left = b[0]
    c = fold_jvp1(x[half:], a, x_dot[half:], a_dot)
    right = c[0]
    d = math.tanh(left + a * right)
    return (b[1] + (a_dot * right + a * c[1])) * (1.0 - d * d)
