import numpy as np


def holt_grad(y, alpha, beta):
    """Gradient of tests.pairs.filters.holt with respect to y, alpha and beta.

    y_bar: the derivative of the result by y.
    """
    # forward
    level = float(y[1])
    trend = level - float(y[0])
    error_saved = []
    for i in range(2, len(y)):
        error = float(y[i]) - level - trend
        error_saved.append(error)
        level = level + trend + alpha * error
        trend = trend + beta * error

    # backward
    y_bar = np.zeros_like(y)
    alpha_bar = 0.0
    beta_bar = 0.0
    trend_bar = 0.0
    level_bar = 0.0
    for i in reversed(range(2, len(y))):
        # trend = trend + beta * error
        error = error_saved.pop()
        beta_bar += trend_bar * error
        # level = level + trend + alpha * error
        alpha_bar += level_bar * error
        # sse = sse + error * error
        error_bar = 2.0 * error + alpha * level_bar + beta * trend_bar
        # error = y[i] - level - trend
        y_bar[i] += error_bar
        trend_bar += level_bar - error_bar
        level_bar -= error_bar
    # trend = y[1] - y[0]
    y_bar[0] -= trend_bar
    y_bar[1] += trend_bar
    # level = y[1]
    y_bar[1] += level_bar
    alpha_bar = np.float64(alpha_bar)
    beta_bar = np.float64(beta_bar)
    return y_bar, alpha_bar, beta_bar
