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

    length_bar: the derivative of sum(init_grad * result) by length.
    """
    # forward
    state1 = state
    saved = []
    for _ in range(steps):
        angle = state1[0]
        speed = state1[1]
        q = -GRAVITY / length
        sin_angle = np.sin(angle)
        k1 = np.array([speed, q * sin_angle - 0.1 * speed])
        p = 0.5 * h
        s = state1 + p * k1
        angle1 = s[0]
        speed = s[1]
        sin_angle1 = np.sin(angle1)
        k2 = np.array([speed, q * sin_angle1 - 0.1 * speed])
        s = state1 + p * k2
        angle2 = s[0]
        speed = s[1]
        sin_angle2 = np.sin(angle2)
        k3 = np.array([speed, q * sin_angle2 - 0.1 * speed])
        s = state1 + h * k3
        angle3 = s[0]
        speed = s[1]
        sin_angle3 = np.sin(angle3)
        saved.append(
            (
                sin_angle, sin_angle1, sin_angle2, sin_angle3, angle, angle1, angle2,
                angle3,
            )
        )
        k4 = np.array([speed, q * sin_angle3 - 0.1 * speed])
        state1 = state1 + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    # backward
    state1_bar = init_grad
    length_bar = 0.0
    for _ in range(steps):
        # state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        q = -GRAVITY / length
        p = 0.5 * h
        a_bar = h / 6.0 * state1_bar
        k3_bar = 2.0 * a_bar
        # return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * speed])
        a_bar_1 = a_bar[1]
        speed_bar = a_bar[0] - 0.1 * a_bar_1
        (
            sin_angle, sin_angle1, sin_angle2, sin_angle3, angle, angle1, angle2, angle3
        ) = saved.pop()
        angle3_bar = np.cos(angle3) * (q * a_bar_1)
        # angle, speed = state[0], state[1]
        k3_bar1 = np.zeros(state.shape)
        k3_bar1[1] = speed_bar
        k3_bar1[0] = angle3_bar
        # k4 = pendulum(state + h * k3, length)
        state1_bar = state1_bar + k3_bar1
        k3_bar1 *= h
        k3_bar1 += k3_bar
        k3_bar1_1 = k3_bar1[1]
        speed_bar = k3_bar1[0] - 0.1 * k3_bar1_1
        angle3_bar = np.cos(angle2) * (q * k3_bar1_1)
        b = k3_bar1_1 * sin_angle2 * q / length
        k2_bar = np.zeros(state.shape)
        k2_bar[1] = speed_bar
        k2_bar[0] = angle3_bar
        # k3 = pendulum(state + 0.5 * h * k2, length)
        state1_bar = state1_bar + k2_bar
        k2_bar *= p
        k2_bar += k3_bar
        k2_bar_1 = k2_bar[1]
        c = k2_bar_1 * sin_angle1 * q / length
        length_bar -= a_bar_1 * sin_angle3 * q / length + b + c
        speed_bar = k2_bar[0] - 0.1 * k2_bar_1
        angle3_bar = np.cos(angle1) * (q * k2_bar_1)
        k1_bar = np.zeros(state.shape)
        k1_bar[1] = speed_bar
        k1_bar[0] = angle3_bar
        # k2 = pendulum(state + 0.5 * h * k1, length)
        state1_bar = state1_bar + k1_bar
        k1_bar *= p
        k1_bar += a_bar
        k1_bar_1 = k1_bar[1]
        length_bar -= k1_bar_1 * sin_angle * q / length
        speed_bar = k1_bar[0] - 0.1 * k1_bar_1
        angle3_bar = np.cos(angle) * (q * k1_bar_1)
        state1_bar[1] += speed_bar
        state1_bar[0] += angle3_bar
    state1_bar = state1_bar.copy()
    return state1_bar, length_bar
