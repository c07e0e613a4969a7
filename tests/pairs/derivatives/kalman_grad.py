import math


def kalman_grad(y, a, q, r, m, p):
    """Gradient of tests.pairs.filters.kalman with respect to a, q and r.

    a_bar: the derivative of the result by a.
    """
    # forward
    saved = []
    for obs in y:
        m1 = a * m
        p1 = a * p * a + q
        v = obs - m1
        s = p1 + r
        b = v * v / s
        gain = p1 / s
        m1 = m1 + gain * v
        d = 1.0 - gain
        saved.append((m, p, p1, v, 2.0 * math.pi * s, b, d))
        p = d * p1
        m = m1

    # backward
    a_bar = 0.0
    q_bar = 0.0
    r_bar = 0.0
    m_bar = 0.0
    p_bar = 0.0
    for _ in range(len(y)):
        # m = m + gain * v
        m, p, p1, v, c, b, d = saved.pop()
        s = p1 + r
        gain = p1 / s
        gain_bar = m_bar * v - p_bar * p1
        # gain = p / s
        p1_bar = gain_bar / s
        # loglik = loglik - 0.5 * (math.log(2.0 * math.pi * s) + v * v / s)
        s_bar = 0.5 * b / s - p1_bar * gain
        v_bar = gain * m_bar - v / s
        s_bar -= 2.0 * math.pi * (0.5 / c)
        # s = p + r
        r_bar += s_bar
        p1_bar += s_bar + d * p_bar
        # v = obs - m
        m1_bar = m_bar - v_bar
        # p = a * p * a + q
        q_bar += p1_bar
        e_bar = p1_bar * a
        p_bar = a * e_bar
        # m = a * m
        a_bar += m1_bar * m + e_bar * p + a * p * p1_bar
        m_bar = a * m1_bar
    return a_bar, q_bar, r_bar
