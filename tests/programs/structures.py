"""Tuples, lists and dicts as arguments, in any nesting, as model parameters are."""
# ruff: noqa: B007
import numpy as np

from tests.programs.record import program, sample

BATCH = sample(601, 4, 3)
LABELS = np.array([1.0, 0.0, 0.0, 1.0])

LAYERS = [(sample(602, 3, 4), sample(603, 4)), (sample(604, 4, 4), sample(605, 4)),
          (sample(606, 4, 1), sample(607, 1))]
NETWORK = {'w1': sample(608, 3, 4), 'b1': sample(609, 4),
           'w2': sample(610, 4), 'b2': 0.3}
PENDULUM = {'length': 1.3, 'mass': 0.7, 'damping': 0.2}
MIXTURE = {'weights': [0.3, -0.4], 'means': [0.6, -0.9], 'scales': [0.8, 1.2]}
ATOMS = [{'position': sample(611, 2), 'charge': 0.7, 'element': 'O'},
         {'position': sample(612, 2) + 3.0, 'charge': -0.4, 'element': 'H'},
         {'position': sample(613, 2) - 3.0, 'charge': 0.9, 'element': 'H'}]
RADII = {'O': 0.7, 'H': 0.4}
ATTENTION = {'blocks': [{'query': sample(614, 3, 3), 'key': sample(615, 3, 3),
                         'norm': (1.1, 0.2)},
                        {'query': sample(616, 3, 3), 'key': sample(617, 3, 3),
                         'norm': (0.8, -0.3)}],
             'head': {'w': sample(618, 3), 'b': 0.1}}


def network_of_named_weights(params, x):
    h = np.tanh(x @ params['w1'] + params['b1'])
    return h @ params['w2'] + params['b2']


def logistic_loss(params, x, y):
    z = network_of_named_weights(params, x)
    return np.mean(np.log1p(np.exp(-z * (2.0 * y - 1.0))))


def layers_in_a_loop(params, x):
    for w, b in params:
        x = np.tanh(x @ w + b)
    return np.sum(x ** 2)


def last_layer_is_linear(params, x):
    for w, b in params[:-1]:
        x = np.maximum(x @ w + b, 0.1 * (x @ w + b))
    w, b = params[-1]
    return (x @ w + b)[:, 0]


def first_layer_apart(layers, x):
    w, b = layers[0]
    h = np.sin(x @ w) * b
    for layer in layers[1:]:
        h = h @ layer[0] + layer[1]
    return h.mean()


def layers_by_index(params, x):
    for i in range(len(params)):
        x = x @ params[i][0] + params[i][1]
        if i < len(params) - 1:
            x = np.tanh(x)
    return x.sum()


def two_layers_unpacked(params, x):
    (w1, b1), (w2, b2) = params
    return np.tanh(x @ w1 + b1) @ w2 + b2


def parameters_passed_on(params, x):
    regularisation = weight_decay(params, rate=0.1)
    return layers_in_a_loop(params, x) + regularisation + weight_decay(params[::2])


def weight_decay(params, rate=0.01):
    total = 0.0
    for k, (w, b) in enumerate(params):
        total += np.sum(w * w) + (k + 1) * np.sum(b * b)
    return rate * total


def pendulum_energy(constants, state):
    angle, velocity = state
    kinetic = 0.5 * constants['mass'] * (constants['length'] * velocity) ** 2
    height = constants['length'] * (1.0 - np.cos(angle))
    return kinetic + 9.81 * constants['mass'] * height


def damped_pendulum(constants, state, h=0.05):
    angle, velocity = state
    for _ in range(4):
        force = -9.81 / constants['length'] * np.sin(angle)
        velocity += h * (force - constants['damping'] * velocity / constants['mass'])
        angle += h * velocity
    return pendulum_energy(constants, (angle, velocity))


def mixture_likelihood(mixture, x):
    weights = np.exp(np.array(mixture['weights']))
    weights = weights / np.sum(weights)
    density = 0.0
    for k in range(len(mixture['means'])):
        z = (x - mixture['means'][k]) / mixture['scales'][k]
        density = density + weights[k] * np.exp(-0.5 * z * z) / mixture['scales'][k]
    return np.sum(np.log(density))


def mixture_zipped(mixture, x):
    density = 0.0
    for w, mean, scale in zip(mixture['weights'], mixture['means'], mixture['scales']):
        density = density + np.exp(w - (x - mean) ** 2 / scale)
    return np.log(density).mean()


def coulomb_energy(atoms):
    energy = 0.0
    for i in range(len(atoms)):
        for j in range(i + 1, len(atoms)):
            d = atoms[i]['position'] - atoms[j]['position']
            energy += atoms[i]['charge'] * atoms[j]['charge'] / np.sqrt(np.sum(d * d))
    return energy


def charge_by_element(atoms, radii):
    total = 0.0
    for atom in atoms:
        if atom['element'] == 'H':
            total += atom['charge'] ** 2 / radii['H']
        else:
            total -= atom['charge'] * radii[atom['element']] * atom['position'].sum()
    return total


def attention_model(params, x):
    for block in params['blocks']:
        gain, shift = block['norm']
        x = gain * (x - x.mean(axis=1, keepdims=True)) + shift
        scores = (x @ block['query']) @ (x @ block['key']).T
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        x = x + weights / np.sum(weights, axis=1, keepdims=True) @ x
    return np.sum((x @ params['head']['w'] + params['head']['b']) ** 2)


def sum_of_squares_by_name(params):
    total = 0.0
    for name in params:
        total += np.sum(params[name] ** 2)
    return total


def sum_by_items(params, skipped='b1'):
    total = 0.0
    for name, value in params.items():
        if name == skipped:
            continue
        total = total * 0.5 + np.sum(np.sin(value))
    return total


def product_of_values(constants):
    result = 1.0
    for value in constants.values():
        result *= value + 0.1
    for name in constants.keys():  # noqa: SIM118
        result += np.cos(constants[name])
    for k, (name, value) in enumerate(constants.items()):
        result *= value ** k
    return result * len(constants)


def momentum_step(params, velocities, gradients, rate):
    loss = 0.0
    for p, v, g in zip(params, velocities, gradients):
        v = 0.9 * v - rate * g
        loss += np.sum((p + v) ** 2)
    return loss


def options_among_the_numbers(config, x):
    """Strings, integers, booleans and None in the container are not differentiated."""
    y = x ** config['power']
    if config['kind'] == 'damped' and config['cutoff'] is None:
        y = y * np.exp(-config['rate'] * x)
    if config['normalise']:
        y = y / config['scale'][0]
    return np.sum(y) + config['scale'][1]


def polynomial_of_list(coefficients, x):
    y = 0.0
    for c in reversed(coefficients):
        y = y * x + c
    return y


def list_as_vector(values):
    v = np.array(values)
    return np.sum(v * v) * values[0] + max(values) - sum(values)


def nothing_but_empty(params, extras, x):
    y = x * params['gain']
    for w in extras:
        y = y * w
    for w in params['layers']:
        y = y @ w
    if len(extras) == 0 and not params['layers']:
        y = y + 1.0
    return y


def concatenated(first, second, x):
    total = 0.0
    for k, c in enumerate(first + second):
        total += c * x ** k
    joined = (x,) + second * 2
    return total * joined[-1] + len(joined)


def nested_pairs(tree, x):
    (a, (b, c)), d = tree
    left, right = tree[0]
    return a * x + np.sum(b * c) * d + left * right[0].sum()


def chosen_by_data(experts, x):
    k = 0
    if x > 0.5:
        k = 1
    slope, offset = experts[k]
    return slope * x + offset + experts[-1][0]


def kalman_model(model, observations):
    mean, variance = model['prior']
    loss = 0.0
    for z in observations:
        variance = variance * model['a'] ** 2 + model['noise']['process']
        s = variance + model['noise']['sensor']
        innovation = z - model['a'] * mean
        loss += innovation ** 2 / s + np.log(s)
        mean = model['a'] * mean + variance / s * innovation
        variance = variance * (1.0 - variance / s)
    return loss


def shared_twice(params, x):
    encoded = network_of_named_weights(params, x)
    again = network_of_named_weights(x=2.0 * x, params=params)
    return np.sum(encoded * again)


def default_structure(x, constants=(0.5, 1.5), names=('sine', 'square')):
    y = x
    for name, c in zip(names, constants):
        if name == 'sine':
            y = np.sin(c * y)
        else:
            y = c * y * y
    return y


def matrices_multiplied(matrices):
    product = matrices[0]
    for m in matrices[1:]:
        product = product @ m
    return np.sum(product * matrices[-1]) + len(matrices)


def layers_until_large(layers, x):
    s = x
    for layer in layers:
        if layer['kind'] == 'scale':
            s = s * layer['w']
        else:
            s = s + layer['w']
        if s > 50.0:
            break
    return s


def keyword_as_a_key(parameters):
    return parameters['class'] ** 2 * parameters['lambda']


def item_at_a_computed_place(x, n):
    return [x, x * x, np.sin(x)][n] * (x, 2.0)[n - 1]


PROGRAMS = [
    program(network_of_named_weights, NETWORK, BATCH, wrt=(0, 1)),
    program(logistic_loss, NETWORK, BATCH, LABELS, wrt=(0,)),
    program(layers_in_a_loop, LAYERS, BATCH, wrt=(0, 1), heavy=True),
    program(last_layer_is_linear, LAYERS, BATCH, wrt=(0,), heavy=True),
    program(first_layer_apart, tuple(LAYERS), BATCH, wrt=(0, 1)),
    program(layers_by_index, LAYERS, BATCH, wrt=(0,), heavy=True),
    program(two_layers_unpacked, (LAYERS[0], LAYERS[2]), BATCH, wrt=(0,)),
    program(parameters_passed_on, LAYERS, BATCH, wrt=(0,), heavy=True),
    program(pendulum_energy, PENDULUM, (0.4, -0.7), wrt=(0, 1)),
    program(damped_pendulum, PENDULUM, (0.4, -0.7), wrt=(0, 1)),
    program(damped_pendulum, PENDULUM, [0.4, -0.7], 0.02, wrt=(0, 1, 2),
            name='damped_pendulum_of_list'),
    program(mixture_likelihood, MIXTURE, sample(619, 5), wrt=(0, 1)),
    program(mixture_zipped, MIXTURE, sample(620, 5), wrt=(0,)),
    program(coulomb_energy, ATOMS, wrt=(0,)),
    program(charge_by_element, ATOMS, RADII, wrt=(0, 1)),
    program(attention_model, ATTENTION, sample(621, 3, 3), wrt=(0,), heavy=True),
    program(sum_of_squares_by_name, NETWORK, wrt=(0,)),
    program(sum_by_items, NETWORK, wrt=(0,)),
    program(product_of_values, PENDULUM, wrt=(0,)),
    program(momentum_step, [sample(622, 3), 0.7], [sample(623, 3), -0.2],
            (sample(624, 3), 0.4), 0.1, wrt=(0, 1, 3)),
    program(options_among_the_numbers,
            {'power': 2, 'kind': 'damped', 'cutoff': None, 'rate': 0.7,
             'normalise': True, 'scale': (1.4, -0.2)}, sample(625, 3), wrt=(0, 1)),
    program(polynomial_of_list, [0.3, -0.7, 1.1, 0.4], 0.8, wrt=(0, 1)),
    program(list_as_vector, [0.3, -0.7, 1.1], wrt=(0,)),
    program(nothing_but_empty, {'gain': 1.2, 'layers': []}, (), sample(626, 2),
            wrt=(0, 2)),
    program(concatenated, (0.4, 0.9), (-0.3, 1.2), 0.7, wrt=(0, 1, 2)),
    program(nested_pairs, ((0.4, (sample(627, 3), sample(628, 3))), -0.8), 0.7,
            wrt=(0, 1)),
    program(chosen_by_data, [(0.3, 0.4), (0.7, -0.2)], 0.9, wrt=(0, 1)),
    program(kalman_model, {'prior': (0.1, 1.2), 'a': 0.9,
                           'noise': {'process': 0.2, 'sensor': 0.5}},
            sample(629, 4), wrt=(0, 1)),
    program(shared_twice, NETWORK, BATCH, wrt=(0,)),
    program(default_structure, 0.6, wrt=(0,)),
    program(default_structure, 0.6, [0.8, 1.1], wrt=(0, 1), name='default_replaced'),
    program(matrices_multiplied, [sample(630, 2, 2), sample(631, 2, 2),
                                  sample(632, 2, 2)], wrt=(0,)),
    program(layers_until_large,
            [{'kind': 'scale', 'w': 1.5}, {'kind': 'shift', 'w': 0.7}] * 3, 0.4),
    program(keyword_as_a_key, {'class': 1.3, 'lambda': 0.7}),
    program(item_at_a_computed_place, 0.7, 2),
]
