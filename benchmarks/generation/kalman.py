"""Likelihoods of linear state-space models, as a user writes them."""

import numpy as np


def log_likelihood(
    params,
    ys,
    us=None,
    x0=None,
    P0=None,
    joseph=True,
    gate=None,
    burn_in=0,
    max_steps=None,
):
    """Kalman filter: missing observations, optional inputs, early exits."""
    A, C, Q, R = params["A"], params["C"], params["Q"], params["R"]
    B = params.get("B")
    n = A.shape[0]
    x = np.zeros(n) if x0 is None else x0
    P = np.eye(n) if P0 is None else P0
    total = 0.0
    rejected = 0
    for t in range(len(ys)):
        if max_steps is not None and t >= max_steps:
            break
        x = A @ x
        if us is not None and B is not None:
            x = x + B @ us[t]
        P = A @ P @ A.T + Q @ Q.T
        y = ys[t]
        if np.any(np.isnan(y)):
            continue
        v = y - C @ x
        S = C @ P @ C.T + R @ R.T
        sign, logdet = np.linalg.slogdet(S)
        if sign <= 0:
            return -np.inf
        w = np.linalg.solve(S, v)
        d2 = v @ w
        if gate is not None and d2 > gate:
            rejected += 1
            if rejected > 3:
                break
            continue
        K = np.linalg.solve(S, C @ P).T
        x = x + K @ v
        if joseph:
            I_KC = np.eye(n) - K @ C
            P = I_KC @ P @ I_KC.T + K @ (R @ R.T) @ K.T
        else:
            P = P - K @ C @ P
        if t < burn_in:
            continue
        total = total - 0.5 * (d2 + logdet + len(v) * np.log(2.0 * np.pi))
        if not np.isfinite(total):
            return -np.inf
    return total


def scalar_filter(
    theta, ys, us=None, init=None, smooth=None, clip=None, forget=None, until=None
):
    """A local-trend filter in scalars, with switches."""
    level, trend = (ys[0], 0.0) if init is None else init
    p11, p12, p22 = 1.0, 0.0, 1.0
    q1, q2, r = np.exp(theta[0]), np.exp(theta[1]), np.exp(theta[2])
    phi = np.tanh(theta[3])
    ll = 0.0
    misses = 0
    prev = None
    for i, y in enumerate(ys):
        level = level + trend
        trend = phi * trend
        if us is not None:
            level = level + theta[4] * us[i]
        p11, p12, p22 = p11 + 2 * p12 + p22 + q1, phi * (p12 + p22), phi**2 * p22 + q2
        if forget is not None:
            p11 = p11 / forget
            p22 = p22 / forget
        if np.isnan(y):
            misses += 1
            if misses > 5:
                break
            continue
        s = p11 + r
        if s <= 1e-12:
            return -np.inf
        e = y - level
        if clip is not None:
            if e > clip:
                e = clip
            elif e < -clip:
                e = -clip
        k1, k2 = p11 / s, p12 / s
        level = level + k1 * e
        trend = trend + k2 * e
        p11, p12, p22 = (1 - k1) * p11, (1 - k1) * p12, p22 - k2 * p12
        ll -= 0.5 * (np.log(2 * np.pi * s) + e * e / s)
        if smooth is not None and prev is not None:
            ll -= smooth * (level - prev) ** 2
        prev = level
        if until is not None and i >= until:
            break
        if ll < -1e8:
            return -np.inf
    else:
        ll = ll - 0.01 * misses
    return ll


def smoother(p, ys, lag=None, tol=None):
    """Filter and smoother that keep their states in lists, and may stop early."""
    A, C, Q, R = p["A"], p["C"], p["Q"], p["R"]
    n = A.shape[0]
    xs, Ps, xp, Pp = [], [], [], []
    x, P, ll = np.zeros(n), np.eye(n), 0.0
    for y in ys:
        x, P = A @ x, A @ P @ A.T + Q
        xp.append(x)
        Pp.append(P)
        if not np.any(np.isnan(y)):
            S = C @ P @ C.T + R
            K = np.linalg.solve(S, C @ P).T
            v = y - C @ x
            value = -0.5 * (v @ np.linalg.solve(S, v) + np.linalg.slogdet(S)[1])
            if not np.isfinite(value):
                return -np.inf
            ll += value
            x, P = x + K @ v, P - K @ C @ P
        xs.append(x)
        Ps.append(P)
        if tol is not None and len(xs) > 1 and np.sum((xs[-1] - xs[-2]) ** 2) < tol:
            break
    z, V = xs[-1], Ps[-1]
    for k in range(len(xs) - 2, -1, -1):
        if lag is not None and len(xs) - k > lag:
            break
        J = Ps[k] @ A.T @ np.linalg.inv(Pp[k + 1])
        z = xs[k] + J @ (z - xp[k + 1])
        V = Ps[k] + J @ (V - Pp[k + 1]) @ J.T
    return ll - np.sum(z**2) - np.trace(V)


def matrices(n=3, m=2, steps=12):
    rng = np.random.default_rng(0)
    params = {
        "A": 0.9 * np.eye(n) + 0.05 * rng.normal(size=(n, n)),
        "C": rng.normal(size=(m, n)),
        "Q": 0.3 * np.eye(n),
        "R": 0.5 * np.eye(m),
        "B": rng.normal(size=(n, 1)),
    }
    ys = rng.normal(size=(steps, m))
    ys[3] = np.nan
    return params, ys, rng.normal(size=(steps, 1))
