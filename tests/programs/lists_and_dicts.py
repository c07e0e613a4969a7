"""Lists and dicts that a program builds and changes, and sets and flags beside them."""
# ruff: noqa: B009, B010, C408
import copy
from collections import defaultdict

import numpy as np

from tests.programs.record import program, sample


def history_of_a_rod(u, rate, steps):
    history = [u]
    for _ in range(steps):
        new = history[-1].copy()
        new[1:-1] += rate * (new[2:] - 2.0 * new[1:-1] + new[:-2])
        history.append(new)
    return history[-1] - 0.5 * history[len(history) // 2]


def length_of_a_path(a, b):
    knots = [a]
    knots.extend([a + b, a * b])
    knots += [np.sin(a), 2.0]
    knots.extend(0.5 * k for k in knots[:2])
    length = 0.0
    for left, right in zip(knots, knots[1:]):
        length += np.sqrt(1.0 + (right - left) ** 2)
    return length / len(knots)


def design_matrix(x, w, degree):
    columns = []
    columns.extend([np.ones_like(x), x])
    for k in range(2, degree + 1):
        columns += [columns[-1] * x / k]
    return np.stack(columns, axis=1) @ w


def postfix(x, y, tokens):
    stack = []
    for token in tokens.split():
        if token == 'x':
            stack.append(x)
        elif token == 'y':
            stack.append(y)
        elif token == 'sin':
            stack.append(np.sin(stack.pop()))
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(left + right if token == '+' else left * right)
    return stack.pop()


def delayed_growth(x, gain, steps):
    line = [x, 0.8 * x, 0.5]
    for _ in range(steps):
        delayed = line.pop(0)
        line.append(line[-1] + 0.1 * gain * delayed * (1.0 - line[-1]))
    return line[-1] + sum(line)


def moving_averages(signal, width):
    window, means = [], []
    for s in signal:
        window.append(s)
        if len(window) > width:
            window.pop(0)
        means.append(sum(window) / len(window))
    return np.array(means)


def fraction_of_inserted_terms(x, n):
    terms = []
    for k in range(n):
        terms.insert(0, x + k)
    terms.insert(1, x * x)
    value = terms[0]
    for t in terms[1:]:
        value = t + 1.0 / value
    return value


def polynomial_from_roots(roots, x):
    coefficients = [1.0]
    for r in roots:
        lowered = [0.0] + [r * c for c in coefficients]
        coefficients = [a - b for a, b in zip(coefficients + [0.0], lowered)]
    value = 0.0
    for c in coefficients:
        value = value * x + c
    return value


def energy_by_shell(charges, shells):
    totals = [0.0] * 3
    for charge, shell in zip(charges, shells):
        totals[shell] += charge * charge
    return totals[0] + np.sqrt(totals[1]) - totals[0] * totals[2]


def alternating_steps(x, a, b):
    for rate in [a, b, 0.5 * a] * 2:
        x = x - rate * np.sin(x)
    return x


def knots_replaced(a, b):
    knots = [a, b, a * b, a - b, 0.5]
    knots[1:3] = [np.exp(-b)]
    knots[0] = knots[0] * knots[-1]
    del knots[-2]
    knots[len(knots):] = [b * b, a]
    total = 0.0
    for k in range(len(knots)):
        total += (k + 1) * knots[k]
    return total * knots[1]


def chain_collapsed(matrices, v):
    chain = [np.tanh(m) for m in matrices]
    del chain[1]
    while len(chain) > 1:
        chain[:2] = [chain[0] @ chain[1] + chain[0]]
    return chain[0] @ v


def discounted_by_rank(x, scores):
    ranked = list(scores)
    ranked.sort()
    ranked.reverse()
    total = 0.0
    for score in scores:
        total += x ** ranked.index(score) / ranked.count(score)
    if 3 in ranked and 5 not in ranked:
        total *= 1.0 + x
    return total


def density_of_columns(table, names):
    names = list(names)
    density = table[:, names.index('mass')] / table[:, names.index('volume')]
    if 'factor' in names:
        density *= table[:, names.index('factor')]
    names.sort(key=len, reverse=True)
    return density + table[:, names.index('mass')]


def determinant_by_elimination(a, b, c):
    m = [[a, b, 1.0], [b, c, a], [1.0, a * b, c + 2.0]]
    result = 1.0
    for k in range(3):
        result *= m[k][k]
        for i in range(k + 1, 3):
            factor = m[i][k] / m[k][k]
            for j in range(k, 3):
                m[i][j] -= factor * m[k][j]
    return result


def kernel_in_lists(points, scale):
    n = len(points)
    kernel = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            distance = np.sum((points[i] - points[j]) ** 2)
            kernel[i][j] = kernel[j][i] = np.exp(-scale * distance)
    return np.array(kernel) @ points[:, 0]


def romberg_table(a, b, levels):
    table = []
    for k in range(levels):
        h = (b - a) / 2 ** k
        inner = sum(np.exp(-(a + i * h) ** 2) for i in range(1, 2 ** k))
        row = [h * (0.5 * (np.exp(-a * a) + np.exp(-b * b)) + inner)]
        for j in range(1, k + 1):
            row.append(row[j - 1] + (row[j - 1] - table[-1][j - 1]) / (4 ** j - 1))
        table.append(row)
    return table[-1][-1]


def sums_by_neighbour(x, edges):
    neighbours = [[] for _ in x]
    for i, j in edges:
        neighbours[i].append(x[j] * x[i])
        neighbours[j].append(np.sin(x[i]))
    return np.array([sum(group) / (1 + len(group)) for group in neighbours])


def step_taken_back(a, b):
    state = [a, b]
    saved, backup, other = state[:], list(state), copy.copy(state)
    state[0] += b * b
    saved[1] = a * saved[0]
    backup.append(state[0])
    other.pop()
    return state[0] * saved[1] + sum(backup) * other[0] - state[1]


def deep_and_shallow(u, rate):
    layers = [0.5 * u, [np.sin(u)]]
    shallow, deep = copy.copy(layers), copy.deepcopy(layers)
    layers[0] *= rate
    layers[1][0][0] = rate * rate
    return shallow[0] * deep[1][0] + shallow[1][0] * deep[0]


def accounts_of_years(income, rate, years):
    accounts = {'savings': 0.1 * income, 'spent': 0.0}
    for year in range(years):
        accounts['savings'] += 0.2 * income + rate * accounts['savings']
        accounts['spent'] += 0.5 * income / (1.0 + rate) ** year
        if year >= 1:
            accounts.setdefault('pension', 0.3 * income)
            accounts['pension'] *= 1.0 + rate
    spent = accounts.pop('spent')
    if 'debt' not in accounts:
        accounts.update({'debt': -0.1 * spent, 'savings': accounts['savings'] ** 1.1})
        del accounts['pension']
    return sum(accounts.values()) - spent * accounts.get('penalty', rate)


def descent_of_named(w, b, x, y, rate):
    params = {'w': w, 'b': b}
    for _ in range(3):
        error = x @ params['w'] + params['b'] - y
        gradients = {'w': x.T @ error / len(y), 'b': np.mean(error)}
        params = {name: p - rate * gradients[name] for name, p in params.items()}
    return params['w'], params['b']


def options_joined(x, y):
    defaults = dict(rate=x, power=2, shift=0.3)
    options = defaults | {'rate': x * y}
    options |= dict(scale=np.cos(y))
    value = options['scale'] * (options['rate'] + options['shift']) ** options['power']
    return value - defaults['rate'] * len(options)


def spread_by_label(x, labels):
    sums, groups = defaultdict(float), defaultdict(list)
    for value, label in zip(x, labels):
        sums[label] += value * value
        groups[label].append(np.exp(value))
    spread = 0.0
    for label, members in groups.items():
        spread += sums[label] * sum(members) / len(members)
    return spread


def nested_settings(x, w):
    model = {'hidden': {'w': w, 'b': 0.1}, 'out': {'w': w * w, 'b': -0.2}}
    model['hidden']['b'] += 0.5 * x
    squares = {}
    for name in model.keys():
        squares[name] = {key: value * value for key, value in model[name].items()}
    h = np.tanh(model['hidden']['w'] * x + model['hidden']['b'])
    return h * model['out']['w'] + squares['out']['w'] + squares['hidden']['b']


def visited_once(x, path, extra):
    seen, allowed = set(), {'a', 'b'} | set(extra)
    for k, name in enumerate(path):
        if name in seen or name not in allowed:
            continue
        seen.add(name)
        x = np.sin(x) + (k + 1) * x / len(seen)
    return x * len(seen & {'b', 'c'})


def activated(x, mode, scale=None):
    if scale is None:
        scale = 1.5
    if mode == 'tanh':
        y = np.tanh(scale * x)
    elif mode in ('softplus', 'smooth'):
        y = np.log1p(np.exp(scale * x)) / scale
    else:
        raise ValueError(f'unknown mode {mode!r}')
    return y * x if mode.startswith('soft') else y


def sum_of_anything(x):
    parts, total = [x, [x * x, 2.0], (np.sin(x), 'skipped'), 3], 0.0
    for part in parts:
        if isinstance(part, (list, tuple)):
            total = total + sum(0.5 * p for p in part if not isinstance(p, str))
        elif type(part) is int:
            total = total * part
        else:
            total = total + part ** 3
    return total


class Options:
    power = 3


def options_by_name(x, y):
    options = Options()
    setattr(options, 'rate', x * y)
    if not hasattr(options, 'shift'):
        options.shift = np.sin(y)
    scale = getattr(options, 'scale', 0.5)
    return scale * getattr(options, 'rate') ** options.power + options.shift * x


TABLE = sample(801, 4, 3, low=0.5, high=2.0)

def windows_written_over(x, n):
    """Places of a list get arrays of other sizes than they held."""
    items = []
    for k in range(n):
        items.append(np.sin(x[:k + 1]))
    items[-1] = items[-1] * 2.0
    items[0] = np.sum(items[1]) * x[1:]
    for k in range(1, n):
        items[k] = items[k - 1][:1] * items[k]
    total = 0.0
    for item in items:
        total = total + np.sum(item ** 2)
    return total


def shrinking_pieces(x, n):
    items = [x]
    for k in range(n):
        items.append(items[-1][1:] * x[k])
    items[1] = np.concatenate([items[0], items[2]])
    items[1], items[2] = items[2], items[1]
    last = items.pop()
    return sum(np.sum(i ** 3) for i in items) + np.sum(last)


def pairs_of_pairs(x):
    """Items of a list are tuples that hold tuples."""
    segments = []
    for i in range(len(x)):
        point = x[i], i
        segments.append((point, (np.sin(x[i]), 2.0)))
    total = 0.0
    for (value, place), end in segments:
        total = total + value * end[0] * place
    (value, place), end = segments.pop()
    return total + value * end[0] + segments[0][1][0]


def stack_of_pairs(x):
    stack = [((x[0], 1.0), x[1])]
    total = 0.0
    while stack:
        (a, k), b = stack.pop()
        total = total + a * b * k
        if k < 8.0:
            stack.append(((a * b, k * 2.0), a))
            stack.append(((a + b, k * 4.0), b))
    return total


PROGRAMS = [
    program(history_of_a_rod, sample(802, 6), 0.2, 4),
    program(length_of_a_path, 0.7, 1.9),
    program(design_matrix, sample(803, 5), sample(804, 4), 3),
    program(postfix, 0.7, 1.3, 'x y * sin x + y *'),
    program(postfix, sample(805, 3), sample(806, 3), 'x sin y x * +',
            name='postfix_of_arrays'),
    program(delayed_growth, 0.3, 1.7, 8),
    program(delayed_growth, sample(807, 3), 1.7, 5, name='delayed_growth_of_array'),
    program(moving_averages, sample(808, 6), 3),
    program(fraction_of_inserted_terms, 1.3, 4),
    program(fraction_of_inserted_terms, sample(809, 3, low=0.5), 4,
            name='fraction_of_inserted_terms_of_array'),
    program(polynomial_from_roots, [0.3, -0.7, 1.2], 0.8),
    program(polynomial_from_roots, sample(812, 3), sample(813, 4),
            name='polynomial_from_roots_of_arrays'),
    program(energy_by_shell, sample(814, 5), (0, 1, 0, 2, 1)),
    program(alternating_steps, 0.7, 0.4, 1.1),
    program(alternating_steps, sample(815, 3), 0.4, 1.1,
            name='alternating_steps_of_array'),
    program(knots_replaced, 0.7, 1.3),
    program(chain_collapsed, [sample(816 + k, 2, 2) for k in range(4)], sample(820, 2)),
    program(discounted_by_rank, 0.8, (2, 3, 1, 3, 4)),
    program(density_of_columns, TABLE, ('mass', 'factor', 'volume')),
    program(determinant_by_elimination, 1.3, 0.7, -0.9),
    program(kernel_in_lists, sample(821, 4, 2), 0.6),
    program(romberg_table, -0.3, 0.9, 4),
    program(sums_by_neighbour, sample(822, 4), [(0, 1), (1, 2), (0, 2), (2, 3)]),
    program(step_taken_back, 0.7, 1.3),
    program(deep_and_shallow, sample(823, 3), 0.6),
    program(accounts_of_years, 1.4, 0.07, 3),
    program(descent_of_named, sample(824, 3), 0.2, TABLE, sample(825, 4), 0.1),
    program(options_joined, 0.7, 1.3),
    program(options_joined, sample(826, 3), sample(827, 3),
            name='options_joined_of_arrays'),
    program(spread_by_label, sample(828, 5), ('a', 'b', 'a', 'c', 'b')),
    program(nested_settings, 0.7, 1.3),
    program(nested_settings, sample(829, 3), sample(830, 3),
            name='nested_settings_of_arrays'),
    program(visited_once, 0.7, ['a', 'c', 'a', 'b', 'd'], ('c',)),
    program(visited_once, sample(831, 3), 'abca', ['c'], name='visited_once_of_array'),
    program(activated, 0.7, 'tanh', 0.8),
    program(activated, sample(832, 3), 'softplus', name='activated_softplus'),
    program(sum_of_anything, 0.7),
    program(sum_of_anything, sample(833, 3), name='sum_of_anything_of_array'),
    program(options_by_name, 0.7, 1.3),
    program(options_by_name, sample(834, 3), 1.3, name='options_by_name_of_array'),
    program(windows_written_over, sample(835, 5, low=0.3), 4),
    program(shrinking_pieces, sample(836, 5, low=0.3), 3),
    program(pairs_of_pairs, sample(837, 4, low=0.3)),
    program(stack_of_pairs, sample(838, 2, low=0.3)),
]
