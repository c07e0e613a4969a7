"""Lists, dicts and arrays held by several names and containers, and written by one."""
import copy

import numpy as np

from tests.programs.record import program, sample


def row_held_twice(a, b):
    rows = [[a, b], [b * b, a]]
    rows[1] = rows[0]
    rows[1][0] = a * b
    rows[0][1] += rows[1][0]
    return rows[0][0] * rows[1][1] + np.sin(rows[0][1])


def array_row_held_twice(u, v):
    rows = [u * v, np.sin(v)]
    rows[1] = rows[0]
    rows[1][0] = 0.5 * v[1]
    rows[0][1:] *= rows[1][0]
    return rows[0] + rows[1] * u


def grid_of_one_row(x, y):
    row = [x, 0.3]
    grid = [row] * 2 + [row[:]]
    grid[0][1] = x * y
    return grid[1][1] * grid[1][0] + grid[2][1] * grid[2][0]


def second_name_appends(x):
    values = [x]
    same = values
    for k in range(3):
        same.append(values[-1] * x + k)
        values[0] += 0.1 * same[-1]
    return sum(values) * len(same) - same[0]


def second_name_of_arrays(u, v):
    layers = [u * v]
    same = layers
    same.append(np.cos(u))
    same[0] += v
    layers[1][-1] = v[0]
    return same[1] * layers[0]


def record(log, value):
    log.append(value)
    return log


def logged_decay(x, rate):
    log = []
    for _ in range(4):
        x = x - rate * x * x
        again = record(log, x)
    again[0] *= 2.0
    return sum(log) + log[0] * again[-1]


def relax(rows, i, rate):
    rows[i][1:-1] += rate * (rows[i - 1][1:-1] - rows[i][1:-1])


def coupled_rods(u, rate):
    rows = [u.copy() for _ in range(3)]
    rows[1][0] = rate
    for _ in range(3):
        for i in range(len(rows)):
            relax(rows, i, rate)
            rows[i][:2] *= 0.9
    return rows[0] * rows[2] - rows[1]


def log_in_a_report(x, n):
    log = []
    report = {'log': log, 'total': 0.0}
    for k in range(n):
        log.append(np.sin(x) * (k + 1))
        report['total'] += report['log'][-1] * report['log'][0]
    log[0] = x * x
    return report['total'] + sum(report['log'])


def arrays_in_a_report(u, v):
    best = [u * v]
    report = {'best': best, 'last': best[0]}
    best[0] *= 0.5
    best.append(report['last'] + v)
    report['last'] -= u
    return report['best'][0] * report['best'][-1]


def one_list_for_all_keys(x, y):
    groups = dict.fromkeys(('low', 'high'), [y])
    groups['low'].append(x * y)
    groups['high'].append(x - y)
    groups['low'] = groups['low'] + [x]
    groups['low'].append(2.0)
    return sum(groups['low']) * sum(groups['high'])


def entries_by_default(u, names):
    groups = {}
    for k, name in enumerate(names):
        group = groups.setdefault(name, [])
        group.append(u[k] * len(group) + u[k] ** 2)
    return sum(groups['a']) * np.prod(groups['b'])


def pay_interest(account, rate):
    earned = rate * account['balance']
    account['balance'] += earned
    account.update(earned=account.get('earned', 0.0) + earned)


def two_accounts(x, rate):
    first = {'balance': 2.0 * x}
    second, copied = first, dict(first)
    for account in (first, second, copied):
        pay_interest(account, rate)
    return first['balance'] * copied['balance'] + second['earned']


def apply_momentum(params, velocity, rate):
    for name in params:
        velocity[name] *= 0.9
        velocity[name] -= rate * np.tanh(params[name])
        params[name] += velocity[name]


def descent_with_momentum(w, b, rate):
    params = {'w': w.copy(), 'b': np.array([b, 2.0 * b])}
    velocity = {name: np.zeros_like(p) for name, p in params.items()}
    weights = params['w']
    for _ in range(3):
        apply_momentum(params, velocity, rate)
    return weights @ params['b'] + velocity['b']


def bodies_in_place(x, v, rate):
    state = [x.copy(), v.copy()]
    position = state[0]
    for _ in range(3):
        for i in range(len(position)):
            state[1][i] -= rate * np.sin(state[0][i])
            state[0][i] += rate * state[1][i]
    return position * state[1]


def rows_scaled_by_loop(u, w):
    first, second = u * w, np.exp(u)
    rows = [first, second, first]
    for k, row in enumerate(rows):
        row *= w
        row[k] += 0.5
    for row in [first, second]:
        row = row * 3.0
    return first - second


def tied_weights(w, x):
    shared = 0.5 * w
    params = {'encoder': shared, 'decoder': shared}
    params['encoder'][0] += x[0] * x[1]
    h = np.tanh(params['decoder'] @ x)
    params['decoder'] -= 0.1 * h
    return params['encoder'].T @ h


def tied_numbers(a, x):
    params = {'encoder': [a, 0.3], 'decoder': None}
    params['decoder'] = params['encoder']
    params['decoder'][1] = a * x
    return params['encoder'][1] * np.tanh(x * params['encoder'][0])


def swapped_rows(u, v):
    rows = [u + v, u * v, np.cos(v)]
    first = rows[0]
    rows[0], rows[2] = rows[2], rows[0]
    rows[0][1] = u[0]
    rows[2] *= rows[1]
    return first * rows[0]


def sorted_by_swaps(a, b):
    values = [a * b, a, b, a - b]
    for i in range(len(values)):
        for j in range(len(values) - 1 - i):
            if values[j] > values[j + 1]:
                values[j], values[j + 1] = values[j + 1], values[j]
    return values[0] * values[1] + values[2] ** 2


def ping_pong(u, rate, steps):
    buffers = [u.copy(), np.empty_like(u)]
    for k in range(steps):
        current, following = buffers[k % 2], buffers[(k + 1) % 2]
        following[:] = current
        following[1:-1] += rate * (current[2:] - 2.0 * current[1:-1] + current[:-2])
    return buffers[steps % 2]


def ping_pong_numbers(x, rate, steps):
    buffers = {'old': [x, 1.0], 'new': [0.0, 0.0]}
    for _ in range(steps):
        old, new = buffers['old'], buffers['new']
        new[0] = old[0] + rate * old[1]
        new[1] = old[1] - rate * np.sin(old[0])
        buffers['old'], buffers['new'] = new, old
    return buffers['old'][0] * buffers['new'][1]


def closure_writes_array(u, rate):
    field, trace = u.copy(), []

    def heat(i, amount):
        field[i] += amount * (1.0 + field[i - 1])
        trace.append(field[i])

    for i in range(len(u)):
        heat(i, rate)
        heat(-1, rate * field[0])
    return field * sum(trace)


def closure_counts(x, n):
    total, calls, memo = 0.0, 0, {'best': x}

    def visit(value):
        nonlocal total, calls
        calls += 1
        total += value / calls
        memo['best'] = memo['best'] + 0.1 * value
        memo[f'v{calls}'] = value

    for k in range(n):
        visit(np.sin(x) + k * memo['best'])
    return total * memo['best'] - memo['v2']


def rebound_or_changed(x, y):
    first = [x]
    second = first
    second = second + [y]
    third = first
    third += [x * y]
    second.append(3.0)
    return sum(first) * sum(second) - third[1]


def rebound_or_changed_arrays(u, v):
    first = u * v
    second = first
    second = second * 2.0
    third = first
    third *= v
    second += first
    return first * second - third[0]


def copies_that_protect(u, rate):
    state = {'u': u.copy(), 'log': [u[0]]}
    shallow, deep = state.copy(), copy.deepcopy(state)
    state['u'][0] *= rate
    shallow['log'].append(state['u'][0])
    state['log'] = [rate]
    deep['u'] += state['u']
    return deep['u'] * sum(shallow['log']) + shallow['u'] * deep['log'][0]


def chosen_by_condition(values, limit):
    low, high = [0.1], [0.2]
    for v in values:
        target = low if v < limit else high
        target.append(v * target[-1] + v)
        target[0] += 0.5 * v
    return sum(low) * high[-1] + high[0] * len(low)


def halves_written(u, x):
    work = u * x
    halves = [work[:2], work[2:]]
    chosen = halves[0] if x > 0.5 else halves[1]
    chosen *= x
    for half in halves:
        half[0] += np.sin(half[1])
    return work * chosen[0]


def bessel_by_memo(x, n):
    memo = {}

    def value(k):
        if k < 2:
            return np.sin(x) / x if k == 0 else np.sin(x) / x ** 2 - np.cos(x) / x
        if k not in memo:
            memo[k] = (2 * k - 1) / x * value(k - 1) - value(k - 2)
        return memo[k]

    return value(n) * value(n - 1)


def power(m, n, memo):
    if n == 1:
        return m
    if n not in memo:
        half = power(m, n // 2, memo)
        memo[n] = half @ half if n % 2 == 0 else half @ half @ m
    return memo[n]


def powers_of_matrix(m, n):
    memo = {}
    return power(m, n, memo) + power(m, n // 2, memo)[0]


U, V = sample(841, 3), sample(842, 3)

PROGRAMS = [
    program(row_held_twice, 0.7, 1.3),
    program(array_row_held_twice, U, V),
    program(grid_of_one_row, 0.7, 1.3),
    program(second_name_appends, 0.7),
    program(second_name_of_arrays, U, V),
    program(logged_decay, 0.7, 0.2),
    program(logged_decay, U, 0.2, name='logged_decay_of_array'),
    program(coupled_rods, sample(843, 4), 0.3),
    program(log_in_a_report, 0.7, 3),
    program(arrays_in_a_report, U, V),
    program(one_list_for_all_keys, 0.7, 1.3),
    program(entries_by_default, sample(844, 5), ('a', 'b', 'a', 'b', 'a')),
    program(two_accounts, 0.7, 0.1),
    program(two_accounts, U, 0.1, name='two_accounts_of_array'),
    program(descent_with_momentum, sample(845, 2, 2), 0.4, 0.1),
    program(bodies_in_place, U, V, 0.2),
    program(rows_scaled_by_loop, U, 0.8),
    program(tied_weights, sample(846, 3, 3), V),
    program(tied_numbers, 0.7, 1.3),
    program(swapped_rows, U, V),
    program(sorted_by_swaps, 0.7, 1.3),
    program(ping_pong, sample(847, 5), 0.2, 3),
    program(ping_pong_numbers, 0.7, 0.1, 5),
    program(closure_writes_array, U, 0.3),
    program(closure_counts, 0.7, 4),
    program(rebound_or_changed, 0.7, 1.3),
    program(rebound_or_changed_arrays, U, V),
    program(copies_that_protect, U, 0.6),
    program(chosen_by_condition, sample(848, 5), 0.1, wrt=(0,)),
    program(halves_written, sample(849, 4), 0.7),
    program(bessel_by_memo, 3.3, 3),
    program(powers_of_matrix, sample(850, 2, 2), 6),
]
