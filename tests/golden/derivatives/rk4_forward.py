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
        b_dot = state_dot[0] * np.cos(angle) * q - a * sin_angle
        k1 = np.array([speed, q * sin_angle - 0.1 * speed])
        k1_dot = np.array((speed_dot, b_dot - 0.1 * speed_dot))
        p = 0.5 * h
        s = state + p * k1
        s_dot = state_dot + k1_dot * p
        angle = s[0]
        speed = s[1]
        speed_dot = s_dot[1]
        sin_angle1 = np.sin(angle)
        c = a * sin_angle1
        d_dot = s_dot[0] * np.cos(angle) * q - c
        k2 = np.array([speed, q * sin_angle1 - 0.1 * speed])
        e_dot = d_dot - 0.1 * speed_dot
        k2_dot = np.array((speed_dot, e_dot))
        s = state + p * k2
        s_dot1 = state_dot + k2_dot * p
        angle = s[0]
        speed = s[1]
        speed_dot = s_dot1[1]
        sin_angle2 = np.sin(angle)
        g = a * sin_angle2
        r_dot = s_dot1[0] * np.cos(angle) * q - g
        k3 = np.array([speed, q * sin_angle2 - 0.1 * speed])
        u_dot = r_dot - 0.1 * speed_dot
        k3_dot = np.array((speed_dot, u_dot))
        s = state + h * k3
        s_dot2 = state_dot + k3_dot * h
        angle = s[0]
        speed = s[1]
        speed_dot = s_dot2[1]
        sin_angle3 = np.sin(angle)
        v = a * sin_angle3
        w_dot = s_dot2[0] * np.cos(angle) * q - v
        k4 = np.array([speed, q * sin_angle3 - 0.1 * speed])
        z_dot = w_dot - 0.1 * speed_dot
        t = h / 6.0
        t1_dot = k1_dot + 2.0 * k2_dot + 2.0 * k3_dot
        t1_dot = t1_dot + np.array((speed_dot, z_dot))
        state = state + t * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        state_dot += t1_dot * t
    return state_dot.copy()
