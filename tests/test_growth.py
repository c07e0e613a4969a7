"""Programs are walked, and their texts gone through, as often as they are long."""

import linecache
import tracemalloc
from itertools import count

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.specialize import branches

NUMBER = count(1)


def program_of(lines):
    text = '\n    '.join(['def program(x):', *lines]) + '\n'
    filename = f'<growth {next(NUMBER)}>'
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace = {}
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
    begin_again, restarts = branches.begin_again, []

    def watched(b, mark, grown):
        restarts[-1] += 1
        begin_again(b, mark, grown)

    monkeypatch.setattr(branches, 'begin_again', watched)
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
