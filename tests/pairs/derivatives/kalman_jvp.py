import math


def kalman_jvp(y, a, q, r, m, p, a_dot, q_dot, r_dot):
    """Jacobian-vector product of tests.pairs.filters.kalman with respect to a, q and r.

    a_dot: the derivative of a along the tangents.
    """
    m_dot = 0.0
    p_dot = 0.0
    loglik_dot = 0.0
    for obs in y:
        m1 = a * m
        m_dot = a_dot * m + a * m_dot
        b = a * p
        p1 = b * a + q
        p_dot = (a_dot * p + a * p_dot) * a + b * a_dot + q_dot
        v = obs - m1
        s = p1 + r
        s_dot = p_dot + r_dot
        c = 2.0 * math.pi
        d_dot = -(s_dot * (v * v / s)) / s - 2.0 * m_dot * v / s
        loglik_dot -= 0.5 * (c * s_dot / (c * s) + d_dot)
        gain = p1 / s
        gain_dot = p_dot / s - s_dot * gain / s
        m = m1 + gain * v
        m_dot += gain_dot * v - gain * m_dot
        e = 1.0 - gain
        p = e * p1
        p_dot = e * p_dot - gain_dot * p1
    return loglik_dot
