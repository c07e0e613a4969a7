# tests.golden_programs.rk4, called with
#     state: float64[:]
#     length: float
#     h: float
#     steps: int
#     length_dot: float

import numpy as np


GRAVITY = 9.81


def rk4_jvp(state, length, h, steps, length_dot):
    """Jacobian-vector product of tests.golden_programs.rk4 with respect to length.

    length_dot: the derivative of length along the tangents.
    """
    state_dot = np.zeros_like(state)
    for _ in range(steps):
        angle = state[0]
        speed = state[1]
        speed_dot = state_dot[1]
        q = -GRAVITY / length
        a = length_dot * q / length
        sin_angle = np.sin(angle)
        b_dot = q * (np.cos(angle) * state_dot[0]) - a * sin_angle - 0.1 * speed_dot
        k1 = np.array([speed, q * sin_angle - 0.1 * speed])
        k1_dot = np.array((speed_dot, b_dot))
        p = 0.5 * h
        s = state + p * k1
        s_dot = state_dot + p * k1_dot
        angle = s[0]
        speed = s[1]
        speed_dot = s_dot[1]
        sin_angle1 = np.sin(angle)
        c_dot = 0.1 * speed_dot
        d_dot = q * (np.cos(angle) * s_dot[0]) - a * sin_angle1 - c_dot
        k2 = np.array([speed, q * sin_angle1 - 0.1 * speed])
        k2_dot = np.array((speed_dot, d_dot))
        s = state + p * k2
        s_dot1 = state_dot + p * k2_dot
        angle = s[0]
        speed = s[1]
        speed_dot = s_dot1[1]
        sin_angle2 = np.sin(angle)
        e_dot = 0.1 * speed_dot
        g_dot = q * (np.cos(angle) * s_dot1[0]) - a * sin_angle2 - e_dot
        k3 = np.array([speed, q * sin_angle2 - 0.1 * speed])
        k3_dot = np.array((speed_dot, g_dot))
        s = state + h * k3
        s_dot2 = state_dot + h * k3_dot
        angle = s[0]
        speed = s[1]
        speed_dot = s_dot2[1]
        sin_angle3 = np.sin(angle)
        r_dot = 0.1 * speed_dot
        u_dot = q * (np.cos(angle) * s_dot2[0]) - a * sin_angle3 - r_dot
        k4 = np.array([speed, q * sin_angle3 - 0.1 * speed])
        k4_dot = np.array((speed_dot, u_dot))
        v = h / 6.0
        state_dot += v * (k1_dot + 2.0 * k2_dot + 2.0 * k3_dot + k4_dot)
        state = state + v * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return state_dot.copy()
