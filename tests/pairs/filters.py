"""Smoothing and filtering: Holt's trend, Kalman filters of scalar and matrix state."""
import math

import numpy as np


def holt(y, alpha, beta):
    """Sum of squared one-step errors of exponential smoothing with trend."""
    level = y[1]
    trend = y[1] - y[0]
    sse = 0.0
    for i in range(2, len(y)):
        error = y[i] - level - trend
        sse = sse + error * error
        level = level + trend + alpha * error
        trend = trend + beta * error
    return sse


def holt_grad(y, alpha, beta):
    """Gradient of holt with respect to y, alpha and beta."""
    # forward
    level = y[1]
    trend = y[1] - y[0]
    error_saved = []
    for i in range(2, len(y)):
        error = y[i] - level - trend
        error_saved.append(error)
        level = level + trend + alpha * error
        trend = trend + beta * error

    # backward
    y_bar = np.zeros_like(y)
    alpha_bar = 0.0
    beta_bar = 0.0
    level_bar = 0.0
    trend_bar = 0.0
    for i in reversed(range(2, len(y))):
        error = error_saved.pop()
        # trend = trend + beta * error
        beta_bar = beta_bar + error * trend_bar
        error_bar = beta * trend_bar
        # level = level + trend + alpha * error
        trend_bar = trend_bar + level_bar
        alpha_bar = alpha_bar + error * level_bar
        error_bar = error_bar + alpha * level_bar
        # sse = sse + error * error
        error_bar = error_bar + 2.0 * error
        # error = y[i] - level - trend
        y_bar[i] += error_bar
        level_bar = level_bar - error_bar
        trend_bar = trend_bar - error_bar
    # trend = y[1] - y[0]
    y_bar[1] += trend_bar
    y_bar[0] -= trend_bar
    # level = y[1]
    y_bar[1] += level_bar
    return y_bar, alpha_bar, beta_bar


def holt_jvp(y, alpha, beta, y_dot, alpha_dot, beta_dot):
    """Tangent of holt with respect to y, alpha and beta."""
    level = y[1]
    level_dot = y_dot[1]
    trend = y[1] - y[0]
    trend_dot = y_dot[1] - y_dot[0]
    sse_dot = 0.0
    for i in range(2, len(y)):
        error = y[i] - level - trend
        error_dot = y_dot[i] - level_dot - trend_dot
        sse_dot = sse_dot + 2.0 * error * error_dot
        level_dot = level_dot + trend_dot + alpha_dot * error + alpha * error_dot
        level = level + trend + alpha * error
        trend_dot = trend_dot + beta_dot * error + beta * error_dot
        trend = trend + beta * error
    return sse_dot


def kalman(y, a, q, r, m, p):
    """Log-likelihood of observations y of a scalar autoregressive state."""
    loglik = 0.0
    for obs in y:
        m = a * m
        p = a * p * a + q
        v = obs - m
        s = p + r
        loglik = loglik - 0.5 * (math.log(2.0 * math.pi * s) + v * v / s)
        gain = p / s
        m = m + gain * v
        p = (1.0 - gain) * p
    return loglik


def kalman_grad(y, a, q, r, m, p):
    """Gradient of kalman with respect to a, q and r."""
    # forward
    m_saved = []
    p_saved = []
    v_saved = []
    for obs in y:
        m_saved.append(m)
        m = a * m
        p_saved.append(p)
        p = a * p * a + q
        v = obs - m
        v_saved.append(v)
        s = p + r
        gain = p / s
        m = m + gain * v
        p_saved.append(p)
        p = (1.0 - gain) * p

    # backward
    a_bar = 0.0
    q_bar = 0.0
    r_bar = 0.0
    m_bar = 0.0
    p_bar = 0.0
    for _ in range(len(y)):
        # p = (1.0 - gain) * p
        p = p_saved.pop()
        s = p + r
        gain = p / s
        gain_bar = -p * p_bar
        p_bar = (1.0 - gain) * p_bar
        # m = m + gain * v
        v = v_saved.pop()
        gain_bar = gain_bar + v * m_bar
        v_bar = gain * m_bar
        # gain = p / s
        p_bar = p_bar + gain_bar / s
        s_bar = -gain_bar * gain / s
        # loglik = loglik - 0.5 * (math.log(2.0 * math.pi * s) + v * v / s)
        s_bar = s_bar + 0.5 * (v * v / s - 1.0) / s
        v_bar = v_bar - v / s
        # s = p + r
        p_bar = p_bar + s_bar
        r_bar = r_bar + s_bar
        # v = obs - m
        m_bar = m_bar - v_bar
        # p = a * p * a + q
        p = p_saved.pop()
        q_bar = q_bar + p_bar
        a_bar = a_bar + 2.0 * a * p * p_bar
        p_bar = a * a * p_bar
        # m = a * m
        m = m_saved.pop()
        a_bar = a_bar + m * m_bar
        m_bar = a * m_bar
    return a_bar, q_bar, r_bar


def kalman_jvp(y, a, q, r, m, p, a_dot, q_dot, r_dot):
    """Tangent of kalman with respect to a, q and r."""
    m_dot = 0.0
    p_dot = 0.0
    loglik_dot = 0.0
    for obs in y:
        m_dot = a_dot * m + a * m_dot
        m = a * m
        p_dot = 2.0 * a * a_dot * p + a * a * p_dot + q_dot
        p = a * p * a + q
        v = obs - m
        v_dot = -m_dot
        s = p + r
        s_dot = p_dot + r_dot
        loglik_dot = loglik_dot + (0.5 * (v * v / s - 1.0) * s_dot - v * v_dot) / s
        gain = p / s
        gain_dot = (p_dot - gain * s_dot) / s
        m_dot = m_dot + gain_dot * v + gain * v_dot
        m = m + gain * v
        p_dot = (1.0 - gain) * p_dot - gain_dot * p
        p = (1.0 - gain) * p
    return loglik_dot


def tracker(ys, f, q, h, r, m, p):
    """Log-likelihood of scalar observations ys = h @ state + noise."""
    loglik = 0.0
    for y in ys:
        m = f @ m
        p = f @ p @ f.T + q
        v = y - h @ m
        ph = p @ h
        s = h @ ph + r
        loglik = loglik - 0.5 * (np.log(2.0 * np.pi * s) + v * v / s)
        m = m + ph * (v / s)
        p = p - np.outer(ph, ph) / s
    return loglik


def tracker_grad(ys, f, q, h, r, m, p):
    """Gradient of tracker with respect to f, q and r."""
    # forward
    m_saved = []
    p_saved = []
    v_saved = []
    ph_saved = []
    s_saved = []
    for y in ys:
        m_saved.append(m)
        m = f @ m
        p_saved.append(p)
        p = f @ p @ f.T + q
        v = y - h @ m
        ph = p @ h
        s = h @ ph + r
        m = m + ph * (v / s)
        p = p - np.outer(ph, ph) / s
        v_saved.append(v)
        ph_saved.append(ph)
        s_saved.append(s)

    # backward
    f_bar = np.zeros_like(f)
    q_bar = np.zeros_like(q)
    r_bar = 0.0
    m_bar = np.zeros_like(m)
    p_bar = np.zeros_like(p)
    for _ in range(len(ys)):
        v = v_saved.pop()
        ph = ph_saved.pop()
        s = s_saved.pop()
        # p = p - np.outer(ph, ph) / s
        ph_bar = -(p_bar + p_bar.T) @ ph / s
        s_bar = ph @ p_bar @ ph / (s * s)
        # m = m + ph * (v / s)
        ph_bar = ph_bar + m_bar * (v / s)
        v_bar = m_bar @ ph / s
        s_bar = s_bar - v_bar * v / s
        # loglik = loglik - 0.5 * (np.log(2.0 * np.pi * s) + v * v / s)
        v_bar = v_bar - v / s
        s_bar = s_bar + 0.5 * (v * v / s - 1.0) / s
        # s = h @ ph + r
        ph_bar = ph_bar + s_bar * h
        r_bar = r_bar + s_bar
        # ph = p @ h
        p_bar = p_bar + np.outer(ph_bar, h)
        # v = y - h @ m
        m_bar = m_bar - v_bar * h
        # p = f @ p @ f.T + q
        p = p_saved.pop()
        q_bar += p_bar
        f_bar += p_bar @ f @ p.T + p_bar.T @ f @ p
        p_bar = f.T @ p_bar @ f
        # m = f @ m
        m = m_saved.pop()
        f_bar += np.outer(m_bar, m)
        m_bar = f.T @ m_bar
    return f_bar, q_bar, r_bar


CASES = (
    (holt, (0, 1, 2), (np.sin(np.arange(8.0)) + 0.2 * np.arange(8.0), 0.6, 0.2)),
    (kalman, (1, 2, 3), (np.sin(np.arange(6.0)), 0.9, 0.3, 0.5, 0.2, 1.0)),
    (tracker, (1, 2, 4), (
        np.sin(0.7 * np.arange(5.0)),
        np.array([[1.0, 0.5], [-0.2, 0.9]]),
        np.array([[0.2, 0.05], [0.05, 0.1]]),
        np.array([1.0, 0.3]),
        0.4,
        np.array([0.1, -0.3]),
        np.array([[1.0, 0.2], [0.2, 0.5]]),
    )),
)
