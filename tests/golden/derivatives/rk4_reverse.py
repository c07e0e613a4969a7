# tests.golden_programs.rk4, called with
#     state: float64[:]
#     length: float
#     h: float
#     steps: int
#     init_grad: float64[:]

import numpy as np


def rk4_vjp(state, length, h, steps, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.rk4 with respect to state and
    length.

    For a variable v, v_bar is the derivative of sum(init_grad * result) by v.
    """
    # forward
    saved = []
    for _ in range(steps):
        t = state[0]
        t1 = state[1]
        t2 = -GRAVITY / length
        t3 = np.sin(t)
        t4 = np.array([t1, t2 * t3 - 0.1 * t1])
        t5 = 0.5 * h
        t6 = state + t5 * t4
        t7 = t6[1]
        t8 = np.sin(t6[0])
        t9 = np.array([t7, t2 * t8 - 0.1 * t7])
        t10 = state + t5 * t9
        t11 = t10[1]
        t12 = np.sin(t10[0])
        t13 = np.array([t11, t2 * t12 - 0.1 * t11])
        t14 = state + h * t13
        t15 = t14[1]
        t16 = np.sin(t14[0])
        t17 = np.array([t15, t2 * t16 - 0.1 * t15])
        state = state + h / 6.0 * (t4 + 2.0 * t9 + 2.0 * t13 + t17)
        saved.append((t3, t6, t8, t10, t12, t14, t16, t))

    # backward
    state_bar = init_grad
    length_bar = 0.0
    for _1 in reversed(range(steps)):
        t18, t19, t20, t21, t22, t23, t24, t25 = saved.pop()
        # 101: return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * sp…
        t26 = -GRAVITY / length
        # 107: k2 = pendulum(state + 0.5 * h * k1, length)
        t27 = 0.5 * h
        # 110: state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        t_bar = state_bar * (h / 6.0)
        t_bar1 = t_bar * 2.0
        # 101: return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * sp…
        t28 = t_bar[1]
        # 100: angle, speed = state[0], state[1]
        t_bar2 = np.zeros_like(t23)
        t_bar2[1] += t_bar[0] - t28 * 0.1
        t_bar2[0] += t28 * t26 * np.cos(t23[0])
        # 109: k4 = pendulum(state + h * k3, length)
        t_bar3 = t_bar1 + t_bar2 * h
        # 101: return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * sp…
        t29 = t_bar3[1]
        length_bar1 = length_bar - t28 * t24 * t26 / length
        # 100: angle, speed = state[0], state[1]
        t_bar4 = np.zeros_like(t21)
        t_bar4[1] += t_bar3[0] - t29 * 0.1
        t_bar4[0] += t29 * t26 * np.cos(t21[0])
        # 108: k3 = pendulum(state + 0.5 * h * k2, length)
        t_bar5 = t_bar1 + t_bar4 * t27
        # 101: return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * sp…
        t30 = t_bar5[1]
        length_bar2 = length_bar1 - t29 * t22 * t26 / length
        # 100: angle, speed = state[0], state[1]
        t_bar6 = np.zeros_like(t19)
        t_bar6[1] += t_bar5[0] - t30 * 0.1
        t_bar6[0] += t30 * t26 * np.cos(t19[0])
        # 107: k2 = pendulum(state + 0.5 * h * k1, length)
        state_bar = state_bar + t_bar2 + t_bar4 + t_bar6
        t_bar7 = t_bar + t_bar6 * t27
        # 101: return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * sp…
        t31 = t_bar7[1]
        length_bar3 = length_bar2 - t30 * t20 * t26 / length
        length_bar = length_bar3 - t31 * t18 * t26 / length
        # 100: angle, speed = state[0], state[1]
        state_bar[1] += t_bar7[0] - t31 * 0.1
        state_bar[0] += t31 * t26 * np.cos(t25)
    return np.copy(state_bar), length_bar
