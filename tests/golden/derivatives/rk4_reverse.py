# tests.golden_programs.rk4, called with
#     state: float64[:]
#     length: float
#     h: float
#     steps: int
#     init_grad: float64[:]

import numpy as np


GRAVITY = 9.81


def rk4_vjp(state, length, h, steps, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.rk4 with respect to state and
    length.

    state_bar: the derivative of sum(init_grad * result) by state.
    """
    # forward
    state1 = state
    saved = []
    for _ in range(steps):
        t = state1[0]
        t1 = state1[1]
        t2 = -GRAVITY / length
        t3 = np.sin(t)
        t4 = np.array([t1, t2 * t3 - 0.1 * t1])
        t5 = 0.5 * h
        t6 = state1 + t5 * t4
        t7 = t6[0]
        t8 = t6[1]
        t9 = np.sin(t7)
        t10 = np.array([t8, t2 * t9 - 0.1 * t8])
        t11 = state1 + t5 * t10
        t12 = t11[0]
        t13 = t11[1]
        t14 = np.sin(t12)
        t15 = np.array([t13, t2 * t14 - 0.1 * t13])
        t16 = state1 + h * t15
        t17 = t16[0]
        t18 = t16[1]
        t19 = np.sin(t17)
        t20 = np.array([t18, t2 * t19 - 0.1 * t18])
        state1 = state1 + h / 6.0 * (t4 + 2.0 * t10 + 2.0 * t15 + t20)
        saved.append((t3, t9, t14, t19, t, t7, t12, t17))

    # backward
    state_bar = init_grad
    length_bar = 0.0
    for _1 in reversed(range(steps)):
        # return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * speed])
        t21, t22, t23, t24, t25, t26, t27, t28 = saved.pop()
        t29 = -GRAVITY / length
        # k2 = pendulum(state + 0.5 * h * k1, length)
        t30 = 0.5 * h
        # state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        t_bar = state_bar * (h / 6.0)
        t_bar1 = 2.0 * t_bar
        t31 = t_bar[1]
        # angle, speed = state[0], state[1]
        t_bar2 = np.zeros(state.shape)
        t_bar2[1] = t_bar[0] - 0.1 * t31
        t_bar2[0] = t31 * t29 * np.cos(t28)
        # k4 = pendulum(state + h * k3, length)
        state_bar1 = state_bar + t_bar2
        t_bar2 *= h
        t_bar2 += t_bar1
        t32 = t_bar2[1]
        length_bar1 = length_bar - t31 * t24 * t29 / length
        t_bar3 = np.zeros(state.shape)
        t_bar3[1] = t_bar2[0] - 0.1 * t32
        t_bar3[0] = t32 * t29 * np.cos(t27)
        # k3 = pendulum(state + 0.5 * h * k2, length)
        t_bar1 += t_bar3 * t30
        t33 = t_bar1[1]
        length_bar2 = length_bar1 - t32 * t23 * t29 / length
        t_bar4 = np.zeros(state.shape)
        t_bar4[1] = t_bar1[0] - 0.1 * t33
        t_bar4[0] = t33 * t29 * np.cos(t26)
        state_bar = state_bar1 + t_bar3 + t_bar4
        t_bar += t_bar4 * t30
        t34 = t_bar[1]
        length_bar3 = length_bar2 - t33 * t22 * t29 / length
        length_bar = length_bar3 - t34 * t21 * t29 / length
        state_bar[1] += t_bar[0] - 0.1 * t34
        state_bar[0] += t34 * t29 * np.cos(t25)
    return state_bar.copy(), length_bar
