"""Early exits of nested loops, of loops over arrays and of loops that write."""
# ruff: noqa: B007
import numpy as np

from tests.programs.record import program, sample


def break_of_the_inner_loop(a):
    total = 0.0
    for row in a:
        for value in row:
            if value < 0.0:
                break
            total = total * 0.5 + value ** 2
        total += 0.1
    return total


def flag_leaves_both_loops(a, level):
    total = 0.0
    done = False
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            total += a[i, j] ** 2
            if total > level:
                done = True
                break
        if done:
            break
    return total * (i + 1) + a[i, j]


def inner_else_continues(a):
    """Adds the rows without a negative entry; the first with a large one ends it."""
    total = 1.0
    for row in a:
        for value in row:
            if value < 0.0:
                break
        else:
            total *= row.sum()
            continue
        if value < -1.0:
            break
        total += value
    return total


def jacobi_until_converged(a, b, limit):
    diagonal = np.sum(a * np.eye(2), axis=1)
    x = np.zeros(2)
    for k in range(limit):
        new = (b - (a - np.eye(2) * diagonal) @ x) / diagonal
        if np.max(np.abs(new - x)) < 1e-9:
            break
        x = new
    else:
        x = 2.0 * x
    return x


def power_method_while_else(a, limit):
    v = np.array([1.0, 0.4])
    k = 0
    value = 0.0
    while k < limit:
        w = a @ v
        new = np.sqrt(np.sum(w * w))
        v = w / new
        if abs(new - value) < 1e-8:
            break
        value = new
        k += 1
    else:
        value = value - new ** 2
    return value


def armijo(x, direction):
    """Backtracking line search on the function sum(x**4 + x**2)."""
    start = np.sum(x ** 4 + x ** 2)
    slope = np.sum((4 * x ** 3 + 2 * x) * direction)
    t = 1.0
    while True:
        trial = x + t * direction
        if np.sum(trial ** 4 + trial ** 2) <= start + 0.3 * t * slope:
            break
        t *= 0.5
        if t < 1e-3:
            break
    return trial


def writes_until_break(x):
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = np.exp(x[i])
        if y[i] > 3.0:
            break
        if x[i] < 0:
            continue
        y[i] += 2.0 * y[i - 1]
    return y


def thinning(x, gap):
    """Keeps a value only if it is far enough from the last one kept."""
    kept = [x[0]]
    for value in x[1:]:
        if abs(value - kept[-1]) < gap:
            continue
        if len(kept) == 4:
            break
        kept.append(value * kept[-1])
    return np.stack(kept)


def ragged_scan(a, level):
    lengths = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        j = 0
        while True:
            lengths[i] += a[i, j] ** 2
            j += 1
            if j == a.shape[1] or a[i, j - 1] > level:
                break
    return lengths


def triangular_solve_until_singular(a, b):
    x = np.zeros(len(b))
    for i in range(len(b)):
        if abs(a[i, i]) < 1e-6:
            break
        s = b[i]
        for j in range(len(b)):
            if j >= i:
                break
            if a[i, j] == 0.0:
                continue
            s -= a[i, j] * x[j]
        x[i] = s / a[i, i]
    return x


def collected_until(x, total):
    parts = []
    rest = total
    while True:
        k = len(parts)
        if k == len(x):
            break
        part = rest * np.tanh(x[k])
        if part > rest * 0.8:
            break
        parts.append(part)
        rest = rest - part
    while len(parts) > 2:
        rest = rest * parts.pop()
        if rest < 0.01:
            break
    return rest * np.sum(np.array(parts))


def peaks(x):
    """Products of local maxima and their left neighbours, in a table of fixed size."""
    table = np.zeros(3)
    filled = 0
    for i in range(1, len(x) - 1):
        if x[i] <= x[i - 1] or x[i] <= x[i + 1]:
            continue
        table[filled] = x[i] * x[i - 1]
        filled += 1
        if filled == 3:
            break
    else:
        table *= 0.5
    return table


def gradient_descent_with_restart(x, target):
    rate = 0.4
    loss = np.sum((np.tanh(x) - target) ** 2)
    for epoch in range(6):
        for _ in range(3):
            t = np.tanh(x)
            trial = x - rate * 2.0 * (t - target) * (1.0 - t * t)
            after = np.sum((np.tanh(trial) - target) ** 2)
            if after < loss:
                break
            rate *= 0.5
        else:
            break
        x = trial
        loss = after
        if loss < 0.05:
            break
    return x * loss + epoch


def bubble_sort(x):
    y = x.copy()
    for end in range(len(y) - 1, 0, -1):
        swapped = False
        for j in range(end):
            if not y[j] > y[j + 1]:
                continue
            left = y[j] * 1.0
            y[j] = y[j + 1]
            y[j + 1] = left
            swapped = True
        if not swapped:
            break
    return y * np.arange(1.0, len(x) + 1.0)


def insertion(x):
    y = np.zeros(len(x))
    for i in range(len(x)):
        value = x[i]
        j = i
        while True:
            if j == 0 or y[j - 1] <= value:
                break
            y[j] = y[j - 1]
            j -= 1
        y[j] = value
    return y[0] * y[1] - y[-1] ** 2


def three_levels(a):
    s = 0.0
    for matrix in a:
        for row in matrix:
            for value in row:
                if value > 1.2:
                    break
                if value < -1.2:
                    continue
                s += np.sin(value) * (1.0 + s)
            else:
                s *= row[0]
                continue
            if s > 2.0:
                break
        else:
            s = s + matrix[0, 0]
    return s


def integrate_until_event(state, h):
    """Euler steps of a falling body, the last one cut at the ground."""
    states = [state]
    while True:
        last = states[-1]
        if len(states) > 30:
            break
        following = last + h * np.array([last[1], -9.81 - 0.1 * last[1]])
        if following[0] < 0.0:
            fraction = last[0] / (last[0] - following[0])
            states.append(last + fraction * (following - last))
            break
        states.append(following)
    return states[-1][1] * (len(states) - 2 + fraction)


PROGRAMS = [
    program(break_of_the_inner_loop, sample(511, 3, 4)),
    program(flag_leaves_both_loops, sample(512, 3, 3), 2.9, wrt=(0,)),
    program(flag_leaves_both_loops, sample(513, 2, 2), 99.0, wrt=(0,),
            name='flag_never_set'),
    program(inner_else_continues, np.array([[0.3, 0.4], [0.6, -0.7], [1.1, 0.2],
                                            [0.2, -1.3], [0.9, 0.9]])),
    program(jacobi_until_converged, np.array([[3.0, 0.7], [-0.4, 2.0]]),
            sample(514, 2), 5),
    program(jacobi_until_converged, np.eye(2) * 2.0 + 0.1, sample(515, 2), 40,
            name='jacobi_converged'),
    program(power_method_while_else, np.array([[2.0, 0.3], [0.4, 0.5]]), 30),
    program(power_method_while_else, np.array([[2.0, 0.3], [0.4, 1.5]]), 3,
            name='power_method_stopped'),
    program(armijo, np.array([1.1, -0.7]), np.array([-5.2, 2.9])),
    program(writes_until_break, np.array([0.4, -0.3, 0.8, 1.3, 0.2])),
    program(thinning, np.array([0.4, 0.5, 0.9, -0.3, 1.3, 0.2, 0.7]), 0.25, wrt=(0,)),
    program(ragged_scan, sample(516, 3, 4), 0.5, wrt=(0,)),
    program(triangular_solve_until_singular,
            np.array([[1.2, 0.0, 0.0], [0.4, 0.8, 0.0], [0.3, -0.6, 1.5]]),
            sample(517, 3)),
    program(triangular_solve_until_singular,
            np.array([[1.2, 0.0, 0.0], [0.4, 0.0, 0.0], [0.3, -0.6, 1.5]]),
            sample(518, 3), wrt=(1,), name='triangular_solve_singular'),
    program(collected_until, sample(519, 5, low=0.1, high=0.6), 1.4),
    program(collected_until, np.array([0.2, 0.4, 1.9, 0.3]), 1.4,
            name='collected_until_break'),
    program(peaks, np.array([0.4, 0.9, 0.3, 0.6, 0.5, 1.3, 0.2])),
    program(peaks, np.array([0.4, 0.9, 0.3, 0.6, 0.5]), name='peaks_few'),
    program(gradient_descent_with_restart, np.array([1.1, -0.6]), sample(521, 2)),
    program(bubble_sort, np.array([0.7, 0.2, 1.3, 0.9])),
    program(insertion, np.array([0.7, 0.2, 1.3, 0.9])),
    program(three_levels, sample(520, 2, 3, 3), heavy=True),
    program(integrate_until_event, np.array([1.3, 0.8]), 0.1),
]
