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
        t = state[0]
        t1 = state[1]
        t_dot = state_dot[1]
        t2 = -GRAVITY / length
        t3 = length_dot * t2 / length
        t4 = np.sin(t)
        t_dot1 = state_dot[0] * np.cos(t) * t2 - t3 * t4
        t5 = np.array([t1, t2 * t4 - 0.1 * t1])
        t_dot2 = np.array((t_dot, t_dot1 - 0.1 * t_dot))
        t6 = 0.5 * h
        t7 = state + t6 * t5
        t_dot3 = state_dot + t_dot2 * t6
        t8 = t7[0]
        t9 = t7[1]
        t_dot4 = t_dot3[1]
        t10 = np.sin(t8)
        t_dot5 = t_dot3[0] * np.cos(t8) * t2 - t3 * t10
        t11 = np.array([t9, t2 * t10 - 0.1 * t9])
        t_dot6 = t_dot5 - 0.1 * t_dot4
        t_dot3 = np.array((t_dot4, t_dot6))
        t12 = state + t6 * t11
        t_dot7 = state_dot + t_dot3 * t6
        t13 = t12[0]
        t14 = t12[1]
        t_dot8 = t_dot7[1]
        t15 = np.sin(t13)
        t_dot9 = t_dot7[0] * np.cos(t13) * t2 - t3 * t15
        t16 = np.array([t14, t2 * t15 - 0.1 * t14])
        t_dot10 = t_dot9 - 0.1 * t_dot8
        t_dot7 = np.array((t_dot8, t_dot10))
        t17 = state + h * t16
        t_dot11 = state_dot + t_dot7 * h
        t18 = t17[0]
        t19 = t17[1]
        t_dot12 = t_dot11[1]
        t20 = np.sin(t18)
        t_dot13 = t_dot11[0] * np.cos(t18) * t2 - t3 * t20
        t_dot14 = t_dot13 - 0.1 * t_dot12
        t21 = h / 6.0
        t22 = np.array([t19, t2 * t20 - 0.1 * t19])
        t_dot2 = t_dot2 + 2.0 * t_dot3 + 2.0 * t_dot7
        t_dot2 = t_dot2 + np.array((t_dot12, t_dot14))
        state = state + t21 * (t5 + 2.0 * t11 + 2.0 * t16 + t22)
        state_dot += t_dot2 * t21
    return state_dot.copy()
