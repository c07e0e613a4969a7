"""Programs are walked, and their texts gone through, as often as they are long."""

import linecache
import tracemalloc
from itertools import count

import numpy as np
import pytest

import tangentlite.pipeline
from tangentlite.analysis.liveness import dead_code
from tangentlite.kinds.trials import trial_cache

# Modules that import each other are read when the pipeline has been imported.
tl = tangentlite
snapshot = tangentlite.specialize.state.snapshot
Grown = tangentlite.specialize.state.restart.Grown
back_edge = tangentlite.specialize.loops.back_edge
program = tangentlite.specialize.program
NUMBER = count(1)


def program_of(lines):
    text = '\n    '.join(['def program(x):', *lines]) + '\n'
    filename = f'<growth {next(NUMBER)}>'
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace = {'np': np}
    exec(compile(text, filename, 'exec'), namespace)
    return namespace['program']


def left_in_many_places(number):
    lines = ['s = x * 1.0', 'for i in range(4):']
    for k in range(number):
        word = 'break' if k % 2 else 'continue'
        lines += [f'    if s > {10 + k}.0:', f'        s = s * x + {k}.5']
        lines += [f'        {word}', f'    s = s + s * x * 0.{k + 1}']
    return program_of([*lines, 'return s'])


def test_lists_that_grow_in_branches_inside_each_other_are_found_together(monkeypatch):
    # Each branch keeps what it needs on lists of its own, which have several lengths
    # behind it where the second derivative reads that.
    leave, restarts = snapshot.speculate.__exit__, []

    def watched(walk, *raised):
        left = leave(walk, *raised)
        restarts[-1] += isinstance(walk.failed, Grown)
        return left

    monkeypatch.setattr(snapshot.speculate, '__exit__', watched)
    for number in (3, 6):
        restarts.append(0)
        program = left_in_many_places(number)
        tl.grad(tl.grad(program))(0.3)
    assert 3 <= restarts[0] and restarts[1] - restarts[0] <= 3 + 1
    assert tl.grad(tl.grad(program))(0.3) == pytest.approx(
        (tl.grad(program)(0.3 + 1e-6) - tl.grad(program)(0.3 - 1e-6)) / 2e-6, rel=1e-6
    )


def summed_outer(x, y):
    return np.sum(np.outer(x, y) * 0.5)


def test_trials_of_outer_products_of_many_axes_take_little_memory():
    x, y = np.ones((2, 3, 4)), np.ones((5, 2, 3))
    tracemalloc.start()
    gradient = tl.grad(summed_outer)(x, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6
    np.testing.assert_array_equal(gradient, np.full((2, 3, 4), 15.0))


def tree_map(f, *trees):
    first = trees[0]
    if isinstance(first, dict):
        return {k: tree_map(f, *(tree[k] for tree in trees)) for k in first}
    if isinstance(first, list):
        return [tree_map(f, *items) for items in zip(*trees)]
    if isinstance(first, tuple):
        return tuple(tree_map(f, *items) for items in zip(*trees))
    return f(*trees)


def model(params, x):
    for layer in params['layers']:
        x = np.tanh(x @ layer['w'] + layer['b'])
    return np.sum((x @ params['out'][0]) ** 2) + params['out'][1]


def trained(params, x):
    velocity = tree_map(lambda v: v * 0.0, params)
    for _ in range(4):
        gradient = tl.grad(model)(params, x)
        velocity = tree_map(lambda v, g: 0.9 * v + g, velocity, gradient)
        params = tree_map(lambda p, v: p - 0.01 * v, params, velocity)
    return model(params, x)


def test_what_each_walk_of_a_loop_makes_anew_does_not_keep_it_from_settling(
    monkeypatch,
):
    walks = []
    walk_once = program.walk_once

    def watched(function, *rest):
        walks.append(function.__name__)
        return walk_once(function, *rest)

    monkeypatch.setattr(program, 'walk_once', watched)
    rng = np.random.default_rng(0)
    layers = [{'w': rng.normal(size=(3, 3)), 'b': rng.normal(size=3)} for _ in range(2)]
    params = {'layers': layers, 'out': (rng.normal(size=3), 0.3)}
    x = rng.normal(size=(4, 3))
    tl.grad(trained)(params, x)
    assert walks.count('trained') <= 2
    assert walks.count('model') <= 8
    tl.check_grad(trained, (params, x), wrt='params')


class Momentum:
    def __init__(self):
        self.velocity = 0.0

    def step(self, w, gradient):
        self.velocity = 0.9 * self.velocity + gradient
        return w - 0.1 * self.velocity


def descended(w, x):
    momentum = Momentum()
    for _ in range(10):
        w = momentum.step(w, np.tanh(x @ w) @ x)
    return np.sum(w * w)


def test_operations_on_arrays_of_any_rank_are_tried_once(monkeypatch):
    # `velocity` is a number or an array: each operation is tried for all ranks.
    tried, probe = [], trial_cache.probe

    def watched(function, *rest):
        tried.append(function)
        return probe(function, *rest)

    monkeypatch.setattr(trial_cache, 'probe', watched)
    trial_cache._tried.cache_clear()
    w, x = np.linspace(0.1, 0.3, 3), np.linspace(-0.5, 0.5, 12).reshape(4, 3)
    tl.grad(descended)(w, x)
    assert len(tried) < 400
    del tried[:]
    with tl.options(optimize=False):
        tl.grad(descended)(w, x)
    assert not tried
    tl.check_grad(descended, (w, x))


def scaled_by_flag(x, one):
    return np.sum(x * one + np.maximum(x, one))


def test_what_is_kept_of_trials_tells_apart_what_python_calls_equal():
    # True, 1 and 1.0 are equal, and so are 0.0 and -0.0.
    x = np.linspace(0.6, 2.6, 5).astype(np.float32)
    for one in (True, 1, 1.0, np.float64(1.0), 0.0, -0.0):
        gradient = tl.grad(scaled_by_flag)(x, one)
        assert gradient.dtype == np.float32
        np.testing.assert_allclose(gradient, np.float32(one) + (x > one))


def nested_loops(levels, first, innermost, last):
    lines, indent = list(first), ''
    for k in range(levels):
        lines.append(f'{indent}for i{k} in range(2):')
        indent += '    '
    lines += [indent + line for line in innermost]
    return program_of([*lines, *last])


def test_dead_code_in_nested_loops_is_found_by_few_walks(monkeypatch):
    walks, block = [0], dead_code._Pruner.block

    def watched(self, *rest):
        walks[-1] += 1
        return block(self, *rest)

    monkeypatch.setattr(dead_code._Pruner, 'block', watched)
    for levels in (4, 8):
        walks.append(0)
        program = nested_loops(
            levels, ['s = x * 1.0'], ['s = s * x + 0.5'], ['return s']
        )
        tl.grad(program)(0.3)
    assert walks[2] < 5 * walks[1]


CHANGED = {
    'item': (['c = [0.0]'], ['c[0] = c[0] * 0.9 + x'], ['return np.sum(c[0])']),
    'none': (
        ['c = [None]'],
        ['c[0] = x * 2.0 if c[0] is None else c[0] * 0.9 + x'],
        ['return np.sum(c[0])'],
    ),
}


@pytest.mark.parametrize('changed', CHANGED.values(), ids=CHANGED)
def test_what_changes_in_nested_loops_is_found_by_few_walks(changed, monkeypatch):
    walks, emit_copies = [0], back_edge.emit_copies

    def watched(b, loop):
        walks[-1] += 1
        emit_copies(b, loop)

    monkeypatch.setattr(back_edge, 'emit_copies', watched)
    x = np.array([0.2, 0.3])
    for levels in (4, 8):
        walks.append(0)
        gradient = tl.grad(nested_loops(levels, *changed))(x)
        rounds = range(2**levels)
        want = sum(0.9**k for k in rounds)
        if changed is CHANGED['none']:
            want += 0.9 ** rounds[-1]
        np.testing.assert_allclose(gradient, want)
    assert walks[2] < 4 * walks[1]


def test_what_a_loop_was_expected_to_change_and_does_not_stays_known():
    # In the second walk of the loop around, `n` is no known number any more.
    def program(x):
        n, c = 1, [0.0, 0]
        for _ in range(3):
            for k in range(2):
                c[0] = c[0] + x * k
                if n == 1:
                    c[1] = c[1] + 1
            n = n + 1
        return c[0] * c[1]

    tl.check_grad(program, (0.3,))
    assert tl.grad(program)(0.3) == 6.0
