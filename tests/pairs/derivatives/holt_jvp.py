import numpy as np


def holt_jvp(y, alpha, beta, y_dot, alpha_dot, beta_dot):
    """Jacobian-vector product of tests.pairs.filters.holt with respect to y, alpha and
    beta.

    y_dot: the derivative of y along the tangents.
    """
    level = float(y[1])
    level_dot = float(y_dot[1])
    trend = level - float(y[0])
    trend_dot = level_dot - float(y_dot[0])
    sse_dot = 0.0
    for i in range(2, len(y)):
        error = float(y[i]) - level - trend
        error_dot = float(y_dot[i]) - level_dot - trend_dot
        sse_dot += 2.0 * error_dot * error
        a_dot = alpha_dot * error + alpha * error_dot
        level = level + trend + alpha * error
        level_dot += trend_dot + a_dot
        trend = trend + beta * error
        trend_dot += beta_dot * error + beta * error_dot
    return np.float64(sse_dot)
