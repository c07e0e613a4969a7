"""Loops that carry several values: a tuple, an optimiser, a state with events."""
import math

import numpy as np


def agm(a, b, n):
    """Arithmetic-geometric mean of a and b after n rounds."""
    for _ in range(n):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return a


def agm_grad(a, b, n):
    """Gradient of agm with respect to a and b."""
    # forward
    a_saved = []
    b_saved = []
    for _ in range(n):
        a_saved.append(a)
        b_saved.append(b)
        a, b = 0.5 * (a + b), math.sqrt(a * b)

    # backward
    a_bar = 1.0
    b_bar = 0.0
    for _ in range(n):
        # a, b = 0.5 * (a + b), math.sqrt(a * b)
        product_bar = 0.5 * b_bar / b
        a = a_saved.pop()
        b = b_saved.pop()
        a_bar, b_bar = 0.5 * a_bar + product_bar * b, 0.5 * a_bar + product_bar * a
    return a_bar, b_bar


def agm_jvp(a, b, n, a_dot, b_dot):
    """Tangent of agm with respect to a and b."""
    for _ in range(n):
        root = math.sqrt(a * b)
        a_dot, b_dot = 0.5 * (a_dot + b_dot), 0.5 * (a_dot * b + a * b_dot) / root
        a, b = 0.5 * (a + b), root
    return a_dot


def adamax(a, b, lr, steps):
    """Squared residual of a x = b after some Adamax steps from zero."""
    x = np.zeros(a.shape[1])
    m = np.zeros_like(x)
    u = np.zeros_like(x)
    for t in range(1, steps + 1):
        r = a @ x - b
        g = a.T @ r
        m = 0.9 * m + 0.1 * g
        u = np.maximum(0.99 * u, np.abs(g))
        rate = lr / (1.0 - 0.9**t)
        x = x - rate * m / u
    r = a @ x - b
    return r @ r


def adamax_grad(a, b, lr, steps):
    """Gradient of adamax with respect to b and lr."""
    # forward
    x = np.zeros(a.shape[1])
    m = np.zeros_like(x)
    u = np.zeros_like(x)
    g_saved = []
    m_saved = []
    u_saved = []
    for t in range(1, steps + 1):
        r = a @ x - b
        g = a.T @ r
        m = 0.9 * m + 0.1 * g
        u = np.maximum(0.99 * u, np.abs(g))
        rate = lr / (1.0 - 0.9**t)
        x = x - rate * m / u
        g_saved.append(g)
        m_saved.append(m)
        u_saved.append(u)
    r = a @ x - b

    # backward
    # return r @ r
    r_bar = 2.0 * r
    # r = a @ x - b
    x_bar = a.T @ r_bar
    b_bar = -r_bar
    lr_bar = 0.0
    m_bar = np.zeros_like(x)
    u_bar = np.zeros_like(x)
    for t in reversed(range(1, steps + 1)):
        # x = x - rate * m / u
        m = m_saved.pop()
        u = u_saved.pop()
        rate = lr / (1.0 - 0.9**t)
        scaled = x_bar / u
        rate_bar = -(scaled @ m)
        m_bar = m_bar - rate * scaled
        u_bar = u_bar + rate * scaled * m / u
        # rate = lr / (1.0 - 0.9**t)
        lr_bar = lr_bar + rate_bar / (1.0 - 0.9**t)
        # u = np.maximum(0.99 * u, np.abs(g))
        g = g_saved.pop()
        grew = u == np.abs(g)
        g_bar = np.where(grew, np.sign(g) * u_bar, 0.0)
        u_bar = np.where(grew, 0.0, 0.99 * u_bar)
        # m = 0.9 * m + 0.1 * g
        g_bar = g_bar + 0.1 * m_bar
        m_bar = 0.9 * m_bar
        # g = a.T @ r
        r_bar = a @ g_bar
        # r = a @ x - b
        x_bar = x_bar + a.T @ r_bar
        b_bar = b_bar - r_bar
    return b_bar, lr_bar


def bounce(x, v, e, c, dt, n):
    """Energy of a ball with restitution e and drag c after n time steps."""
    for _ in range(n):
        v = v - dt * (9.81 + c * v * abs(v))
        x = x + dt * v
        if x < 0.0:
            x = -e * x
            v = -e * v
    return 9.81 * x + 0.5 * v * v


def bounce_grad(x, v, e, c, dt, n):
    """Gradient of bounce with respect to v, e and c."""
    # forward
    v_saved = []
    x_saved = []
    for _ in range(n):
        v_saved.append(v)
        v = v - dt * (9.81 + c * v * abs(v))
        x = x + dt * v
        x_saved.append(x)
        if x < 0.0:
            v_saved.append(v)
            x = -e * x
            v = -e * v

    # backward
    # return 9.81 * x + 0.5 * v * v
    x_bar = 9.81
    v_bar = v
    e_bar = 0.0
    c_bar = 0.0
    for _ in range(n):
        x = x_saved.pop()
        if x < 0.0:
            # v = -e * v
            v = v_saved.pop()
            e_bar = e_bar - v * v_bar
            v_bar = -e * v_bar
            # x = -e * x
            e_bar = e_bar - x * x_bar
            x_bar = -e * x_bar
        # x = x + dt * v
        v_bar = v_bar + dt * x_bar
        # v = v - dt * (9.81 + c * v * abs(v))
        v = v_saved.pop()
        c_bar = c_bar - dt * v * abs(v) * v_bar
        v_bar = v_bar - 2.0 * dt * c * abs(v) * v_bar
    return v_bar, e_bar, c_bar


CASES = (
    (agm, (0, 1), (1.0, 3.0, 4)),
    (agm, (0, 1), (2.0, 0.5, 0)),
    (adamax, (1, 2), (
        np.cos(np.arange(12.0)).reshape(4, 3) + np.eye(4, 3),
        np.array([1.0, -0.5, 0.3, 0.8]),
        0.1,
        6,
    )),
    (bounce, (1, 2, 3), (1.0, 0.5, 0.8, 0.1, 0.05, 40)),
)
