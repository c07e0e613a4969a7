"""Objects whose methods change their state, and a function that calls itself."""
import math
from types import SimpleNamespace

import numpy as np


class Pid:
    """A controller that remembers the sum of the errors and the last one."""

    def __init__(self, kp, ki, kd):
        self.kp = kp
        self.ki = ki
        self.kd = kd
        self.integral = 0.0
        self.last = 0.0

    def update(self, error):
        self.integral = self.integral + error
        change = error - self.last
        self.last = error
        return self.kp * error + self.ki * self.integral + self.kd * change


def track(pid, target, x, dt, n):
    """Squared error over time of a plant x' = force - x**3 driven by pid."""
    cost = 0.0
    for _ in range(n):
        error = target - x
        force = pid.update(error)
        x = x + dt * (force - x * x * x)
        cost = cost + dt * error * error
    return cost


def track_grad(pid, target, x, dt, n):
    """Gradient of track with respect to pid."""
    # forward
    integral = pid.integral
    last = pid.last
    integral_saved = []
    change_saved = []
    x_saved = []
    for _ in range(n):
        error = target - x
        integral = integral + error
        integral_saved.append(integral)
        change = error - last
        change_saved.append(change)
        last = error
        force = pid.kp * error + pid.ki * integral + pid.kd * change
        x_saved.append(x)
        x = x + dt * (force - x * x * x)

    # backward
    kp_bar = 0.0
    ki_bar = 0.0
    kd_bar = 0.0
    integral_bar = 0.0
    last_bar = 0.0
    x_bar = 0.0
    for _ in range(n):
        x = x_saved.pop()
        error = target - x
        # cost = cost + dt * error * error
        error_bar = 2.0 * dt * error
        # x = x + dt * (force - x * x * x)
        force_bar = dt * x_bar
        x_bar = x_bar - 3.0 * dt * x * x * x_bar
        # return self.kp * error + self.ki * self.integral + self.kd * change
        kp_bar = kp_bar + force_bar * error
        error_bar = error_bar + force_bar * pid.kp
        ki_bar = ki_bar + force_bar * integral_saved.pop()
        integral_bar = integral_bar + force_bar * pid.ki
        kd_bar = kd_bar + force_bar * change_saved.pop()
        change_bar = force_bar * pid.kd
        # self.last = error
        error_bar = error_bar + last_bar
        # change = error - self.last
        error_bar = error_bar + change_bar
        last_bar = -change_bar
        # self.integral = self.integral + error
        error_bar = error_bar + integral_bar
        # error = target - x
        x_bar = x_bar - error_bar
    return SimpleNamespace(
        kp=kp_bar, ki=ki_bar, kd=kd_bar, integral=integral_bar, last=last_bar
    )


class Reservoir:
    """A recurrent state with a linear readout."""

    def __init__(self, w, v, out, state):
        self.w = w
        self.v = v
        self.out = out
        self.state = state

    def step(self, x):
        self.state = np.tanh(self.w @ self.state + self.v * x)


def predict(cell, xs, ys):
    """Sum of squared errors of the readout of cell, driven by xs, against ys."""
    loss = 0.0
    for x, y in zip(xs, ys):
        cell.step(x)
        r = cell.out @ cell.state - y
        loss = loss + r * r
    return loss


def predict_grad(cell, xs, ys):
    """Gradient of predict with respect to cell."""
    # forward
    state = cell.state
    state_saved = []
    r_saved = []
    for x, y in zip(xs, ys):
        state_saved.append(state)
        state = np.tanh(cell.w @ state + cell.v * x)
        r = cell.out @ state - y
        r_saved.append(r)

    # backward
    w_bar = np.zeros_like(cell.w)
    v_bar = np.zeros_like(cell.v)
    out_bar = np.zeros_like(cell.out)
    state_bar = np.zeros_like(state)
    for x in reversed(xs):
        # loss = loss + r * r
        r_bar = 2.0 * r_saved.pop()
        # r = cell.out @ cell.state - y
        out_bar += r_bar * state
        state_bar = state_bar + r_bar * cell.out
        # self.state = np.tanh(self.w @ self.state + self.v * x)
        a_bar = state_bar * (1.0 - state * state)
        state = state_saved.pop()
        w_bar += np.outer(a_bar, state)
        v_bar += a_bar * x
        state_bar = cell.w.T @ a_bar
    return SimpleNamespace(w=w_bar, v=v_bar, out=out_bar, state=state_bar)


def predict_jvp(cell, xs, ys, cell_dot):
    """Tangent of predict with respect to cell."""
    state = cell.state
    state_dot = cell_dot.state
    loss_dot = 0.0
    for x, y in zip(xs, ys):
        a_dot = cell_dot.w @ state + cell.w @ state_dot + cell_dot.v * x
        state = np.tanh(cell.w @ state + cell.v * x)
        state_dot = (1.0 - state * state) * a_dot
        r = cell.out @ state - y
        r_dot = cell_dot.out @ state + cell.out @ state_dot
        loss_dot = loss_dot + 2.0 * r * r_dot
    return loss_dot


def fold(x, a):
    """Combine the two halves of x, each folded in the same way."""
    if len(x) == 1:
        return x[0]
    half = len(x) // 2
    left = fold(x[:half], a)
    right = fold(x[half:], a)
    return math.tanh(left + a * right)


def fold_fwd(x, a):
    """Value of fold and what fold_bwd reads."""
    if len(x) == 1:
        return x[0], None
    half = len(x) // 2
    left, left_saved = fold_fwd(x[:half], a)
    right, right_saved = fold_fwd(x[half:], a)
    total = math.tanh(left + a * right)
    return total, (left_saved, right_saved, right, total)


def fold_bwd(saved, a, total_bar):
    """Adjoints of x and a from the adjoint of the value of fold."""
    if saved is None:
        return np.array([total_bar]), 0.0
    left_saved, right_saved, right, total = saved
    # return math.tanh(left + a * right)
    left_bar = total_bar * (1.0 - total * total)
    a_bar = left_bar * right
    # right = fold(x[half:], a)
    x_right_bar, a_right_bar = fold_bwd(right_saved, a, left_bar * a)
    # left = fold(x[:half], a)
    x_left_bar, a_left_bar = fold_bwd(left_saved, a, left_bar)
    x_bar = np.concatenate((x_left_bar, x_right_bar))
    return x_bar, a_bar + a_right_bar + a_left_bar


def fold_grad(x, a):
    """Gradient of fold with respect to x and a."""
    _, saved = fold_fwd(x, a)
    return fold_bwd(saved, a, 1.0)


def fold_both(x, a, x_dot, a_dot):
    """Value and tangent of fold."""
    if len(x) == 1:
        return x[0], x_dot[0]
    half = len(x) // 2
    left, left_dot = fold_both(x[:half], a, x_dot[:half], a_dot)
    right, right_dot = fold_both(x[half:], a, x_dot[half:], a_dot)
    total = math.tanh(left + a * right)
    sum_dot = left_dot + a_dot * right + a * right_dot
    return total, (1.0 - total * total) * sum_dot


def fold_jvp(x, a, x_dot, a_dot):
    """Tangent of fold with respect to x and a."""
    return fold_both(x, a, x_dot, a_dot)[1]


CASES = (
    (track, (0,), (Pid(1.5, 0.1, 0.4), 1.0, 0.2, 0.1, 12)),
    (predict, (0,), (
        Reservoir(
            0.8 * np.sin(np.arange(9.0)).reshape(3, 3),
            np.array([0.5, -0.4, 0.3]),
            np.array([1.0, 0.7, -0.6]),
            np.array([0.1, 0.2, -0.1]),
        ),
        np.cos(np.arange(5.0)),
        np.sin(np.arange(5.0)),
    )),
    (fold, (0, 1), (np.sin(1.0 + np.arange(7.0)), 0.7)),
)
