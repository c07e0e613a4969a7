"""Tuples, lists and dicts built in the body, carried by loops, and as results."""
# ruff: noqa: B007, C408
import math

import numpy as np

from tests.programs.record import program, sample

LINE = {'slope': 0.7, 'offset': -0.3}
BODIES = [{'mass': 1.2, 'state': (0.1, 0.4)}, {'mass': 0.7, 'state': (1.3, -0.2)}]


def dict_state(x, v, steps):
    state = {'x': x, 'v': v}
    for _ in range(steps):
        state['v'] = state['v'] - 0.1 * np.sin(state['x'])
        state['x'] = state['x'] + 0.1 * state['v']
    return state['x'] * state['v']


def dict_state_augmented(x, v):
    state = {'x': x, 'v': v, 'energy': 0.0, 'steps': 0}
    while state['steps'] < 3:
        state['x'] += 0.2 * state['v']
        state['v'] *= 0.9
        state['energy'] += state['x'] ** 2 + state['v'] ** 2
        state['steps'] += 1
    return state['energy'] / state['steps']


def final_state(x, v):
    state = {'x': x, 'v': v}
    for _ in range(3):
        state = {'x': state['x'] + 0.1 * state['v'], 'v': state['v'] - state['x'] ** 3}
    return state


def new_name_in_a_dict(x):
    cache = {}
    cache['square'] = x * x
    cache['double'] = 2.0 * x
    if 'square' in cache and 'cube' not in cache:
        cache['cube'] = cache['square'] * x
    total = 0.0
    for name in cache:
        total += cache[name]
    return total * cache['double']


def filled_by_loop(x, names):
    features = {}
    for k, name in enumerate(names):
        features[name] = np.cos((k + 1) * x)
    total = features['b']
    for value in features.values():
        total = total * value
    return total


def integer_keys(x, n):
    memo = {0: 1.0, 1: x}
    for k in range(2, n):
        memo[k] = 2.0 * x * memo[k - 1] - memo[k - 2]
    return memo[n - 1] + memo[0] * memo.get(2, 0.0)


def forward_with_cache(params, x):
    cache = []
    for w, b in params:
        z = x @ w + b
        cache.append((z, x))
        x = np.tanh(z)
    penalty = 0.0
    for z, before in cache:
        penalty += np.mean(z ** 2) * np.mean(before)
    return np.sum(x) + 0.1 * penalty


def updated_parameters(params, gradients, rate):
    """One step of gradient descent, as a list of the same structure."""
    updated = []
    for (w, b), (dw, db) in zip(params, gradients):
        updated.append((w - rate * dw, b - rate * db * b))
    return updated


def updated_by_name(params, rate):
    updated = {}
    for name, value in params.items():
        updated[name] = value - rate * 2.0 * value ** 2
    return updated


def descended_line(params, x, y):
    for _ in range(3):
        residual = params['slope'] * x + params['offset'] - y
        params = {'slope': params['slope'] - 0.1 * np.mean(residual * x),
                  'offset': params['offset'] - 0.1 * np.mean(residual)}
    return params


def tuple_state(x, y):
    state = (x, y)
    for k in range(3):
        state = (state[0] + 0.1 * state[1], state[1] - 0.1 * math.sin(state[0]))
    return state[0] * state[1]


def nested_loop_state(x, v):
    state = ((x, v), 0.0)
    for _ in range(3):
        (position, velocity), work = state
        force = -position * np.abs(position)
        state = ((position + 0.1 * velocity, velocity + 0.1 * force),
                 work + np.sum(force * velocity))
    return state


def growing_tuple(x):
    values = (x,)
    for k in range(3):
        values = values + (values[-1] * values[0] + k,)
    return values[1:]


def fibonacci_list(a, b, n):
    values = [a, b]
    for _ in range(n):
        values.append(values[-1] * 0.5 + values[-2])
    return values


def three_results(x, y):
    product = x * y
    return product, [x + y, x - y], {'ratio': x / y, 'power': (x ** y, product * x)}


def statistics(x):
    mean = x.mean()
    centred = x - mean
    return {'mean': mean, 'variance': np.mean(centred ** 2), 'centred': centred}


def loss_and_details(params, x):
    hidden = np.tanh(params['w'] @ x)
    penalty = 0.1 * np.sum(params['w'] ** 2)
    return np.sum(hidden) + penalty, {'hidden': hidden, 'parts': [penalty, x[0]]}


def either_structure(x, detailed):
    if detailed:
        return {'value': x ** 2, 'root': math.sqrt(x)}
    return x ** 2, math.sqrt(x)


def dict_of_keywords(x):
    scale = dict(a=x, b=2.0 * x)
    return scale['a'] * np.sin(scale['b']) + len(scale)


def polar(point):
    x, y = point
    return {'r': np.hypot(x, y), 'angle': np.arctan2(y, x)}


def cartesian(p, *, centre=(0.0, 0.0)):
    return (centre[0] + p['r'] * np.cos(p['angle']),
            centre[1] + p['r'] * np.sin(p['angle']))


def rotated(point, turn, centre):
    p = polar((point[0] - centre[0], point[1] - centre[1]))
    x, y = cartesian({'r': p['r'], 'angle': p['angle'] + turn}, centre=centre)
    u, v = cartesian(p)
    return [x, y * u - v]


def moved_bodies(bodies, h):
    moved = []
    for body in bodies:
        x, v = body['state']
        pull = 0.0
        for other in bodies:
            pull += other['mass'] * (other['state'][0] - x)
        moved.append({'mass': body['mass'], 'state': (x + h * v, v + h * pull)})
    return moved


def total_energy(bodies, h):
    energy = 0.0
    for body in moved_bodies(moved_bodies(bodies, h), h):
        energy += 0.5 * body['mass'] * body['state'][1] ** 2
    return energy


def swapped_in_a_list(x, y):
    pair = [x, y, x * y]
    pair[0], pair[1] = pair[1], pair[0]
    pair[-1] = pair[-1] + pair[0] ** 2
    pair[1] *= 2.0
    return pair[0] * pair[1] - pair[2]


def list_of_lists(x):
    table = [[x[0], x[1]], [x[2]]]
    table[1].append(x[0] * x[2])
    total = 0.0
    for i in range(len(table)):
        for j in range(len(table[i])):
            total += table[i][j] * (i + 2 * j + 1)
    return total * table[1][1]


def arrays_in_a_dict(x):
    grid = {'u': x * 1.0, 'flux': np.zeros(len(x) + 1)}
    for _ in range(2):
        flux = np.zeros(len(x) + 1)
        flux[1:-1] = grid['u'][1:] - grid['u'][:-1]
        grid['flux'] = flux
        grid['u'] = grid['u'] + 0.2 * (flux[1:] - flux[:-1])
    return grid['u'] ** 2


def repeated_list(x, n):
    values = [x] * n + [0.5]
    total = 0.0
    for i, v in enumerate(values):
        total = total * 0.3 + v ** (i + 1)
    return total


def stacked_list(x):
    rows = []
    for i in range(3):
        rows.append([np.sin(x[i]), x[i] * x[0]])
    return np.array(rows)


def adam(w, target):
    state = {'m': np.zeros_like(w), 'v': np.zeros_like(w), 't': 0}
    for _ in range(3):
        g = 2.0 * (w - target)
        state['t'] += 1
        state['m'] = 0.9 * state['m'] + 0.1 * g
        state['v'] = 0.99 * state['v'] + 0.01 * g * g
        mean = state['m'] / (1.0 - 0.9 ** state['t'])
        w = w - 0.1 * mean / (np.sqrt(state['v'] / (1.0 - 0.99 ** state['t'])) + 1e-3)
    return w, state['m']


PROGRAMS = [
    program(dict_state, 0.4, 0.9, 3),
    program(dict_state, sample(641, 2), sample(642, 2), 2, name='dict_state_arrays'),
    program(dict_state_augmented, 0.4, 0.9),
    program(final_state, 0.4, 0.9),
    program(new_name_in_a_dict, 0.7),
    program(filled_by_loop, 0.6, ('a', 'b', 'c'), wrt=(0,)),
    program(integer_keys, 0.6, 5),
    program(forward_with_cache, [(sample(643, 3, 2), sample(644, 2)),
                                 (sample(645, 2, 2), sample(646, 2))],
            sample(647, 2, 3), wrt=(0, 1), heavy=True),
    program(updated_parameters, [(sample(648, 2), 0.4), (sample(649, 2), -0.7)],
            [(sample(650, 2), 1.1), (sample(651, 2), 0.3)], 0.1, wrt=(0, 1, 2)),
    program(updated_by_name, {'a': sample(652, 2), 'b': 0.7}, 0.1, wrt=(0, 1)),
    program(descended_line, LINE, sample(653, 4), sample(654, 4), wrt=(0, 1, 2)),
    program(tuple_state, 0.4, 0.9),
    program(nested_loop_state, sample(655, 2), sample(656, 2)),
    program(growing_tuple, 0.8),
    program(fibonacci_list, 0.8, 0.3, 4),
    program(three_results, 0.8, 1.3),
    program(statistics, sample(657, 4)),
    program(loss_and_details, {'w': sample(658, 2, 3)}, sample(659, 3), wrt=(0, 1)),
    program(either_structure, 0.8, True),
    program(either_structure, 0.8, False, name='either_structure_tuple'),
    program(dict_of_keywords, 0.8),
    program(rotated, (0.4, 1.2), 0.3, (0.1, -0.2), wrt=(0, 1, 2)),
    program(moved_bodies, BODIES, 0.1, wrt=(0, 1)),
    program(total_energy, BODIES, 0.1, wrt=(0,), heavy=True),
    program(swapped_in_a_list, 0.8, 1.3),
    program(list_of_lists, sample(660, 3)),
    program(arrays_in_a_dict, sample(661, 4)),
    program(repeated_list, 0.8, 3),
    program(stacked_list, sample(662, 3)),
    program(adam, np.array([0.4, -0.8]), np.array([1.1, 0.6])),
]
