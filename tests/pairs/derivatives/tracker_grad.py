import numpy as np


def tracker_grad(ys, f, q, h, r, m, p):
    """Gradient of tests.pairs.filters.tracker with respect to f, q and r.

    f_bar: the derivative of the result by f.
    It is for f.shape[0] == f.shape[1] == q.shape[0] == q.shape[1] == h.shape[0] ==
    m.shape[0] == p.shape[0] == p.shape[1].
    """
    # forward
    saved = []
    m_saved = []
    p_saved = []
    for y in ys:
        p_saved.append(p)
        m_saved.append(m)
        m = f @ m
        a = f @ p
        p = a @ f.T + q
        v = y - h @ m
        ph = p @ h
        s = h @ ph + r
        c = v * v / s
        d = v / s
        m = m + ph * d
        b = np.outer(ph, ph) / s
        saved.append((a, ph, b, v, s, 2.0 * np.pi * s, c, d))
        p = p - b

    # backward
    f_bar = np.zeros_like(f)
    q_bar = np.zeros_like(q)
    r_bar = 0.0
    m_bar = np.zeros_like(h)
    p_bar = np.zeros_like(f)
    for _ in range(len(ys)):
        # p = p - np.outer(ph, ph) / s
        a, ph, b, v, s, e, c, d = saved.pop()
        g_bar = -p_bar / s
        # m = m + ph * (v / s)
        ph_bar = m_bar * d + (ph @ g_bar + g_bar @ ph)
        v_bar = (ph @ m_bar) / s
        # loglik = loglik - 0.5 * (np.log(2.0 * np.pi * s) + v * v / s)
        s_bar = 0.5 * c / s - v_bar * d - np.vdot(g_bar, b)
        v_bar -= v / s
        s_bar -= 2.0 * np.pi * (0.5 / e)
        # s = h @ ph + r
        r_bar += s_bar
        # ph = p @ h
        p_bar += np.outer(ph_bar + s_bar * h, h)
        # v = y - h @ m
        m_bar -= v_bar * h
        # p = f @ p @ f.T + q
        f_bar += p_bar.T @ a
        a_bar = p_bar @ f
        p = p_saved.pop()
        f_bar += a_bar @ p.T
        q_bar += p_bar
        a = f.T
        p_bar = a @ a_bar
        # m = f @ m
        m = m_saved.pop()
        f_bar += np.outer(m_bar, m)
        m_bar = a @ m_bar
    return f_bar, q_bar, r_bar
