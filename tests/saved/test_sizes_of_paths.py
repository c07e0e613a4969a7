"""Saved modules take sizes that differ where the path that adds them is not taken."""

import runpy

import numpy as np
import pytest

import tangentlite as tl


def added_on_a_path(x, v, least):
    if x[0] > least:
        return np.sum(np.sin(x + v) * x)
    return np.sum(x) * np.sum(v)


def never_added(x, v, least):
    if x[0] > least:
        return np.sum(np.sin(np.ones(3) + np.ones(2)) * x)
    return np.sum(x) * np.sum(v)


def saved(program, tmp_path, *arguments):
    derivative = tl.grad(program, wrt=(0, 1))
    derivative(*arguments)
    path = tmp_path / 'saved.py'
    derivative.save(path)
    return runpy.run_path(str(path))[f'{program.__name__}_grad']


@pytest.mark.parametrize('program', [added_on_a_path, never_added])
def test_the_sizes_of_the_call_are_taken(program, tmp_path):
    x, v = np.array([0.5, 1.0, -1.0]), np.array([2.0, 3.0])
    function = saved(program, tmp_path, x, v, 4.0)
    for got, want in zip(function(x, v, 4.0), (np.full(3, 5.0), np.full(2, 0.5))):
        np.testing.assert_array_equal(got, want)
    with pytest.raises(ValueError, match='broadcast'):
        function(x, v, -4.0)


def test_sizes_of_one_need_another_text(tmp_path):
    x, v = np.array([0.5, 1.0, -1.0]), np.array([2.0, 3.0, 0.5])
    function = saved(added_on_a_path, tmp_path, x, v, -4.0)
    wanted = tl.grad(added_on_a_path, wrt=(0, 1))(x, v, -4.0)
    for got, want in zip(function(x, v, -4.0), wanted):
        np.testing.assert_array_equal(got, want)
    with pytest.raises(ValueError, match=r'1 not in \(x.shape\[0\], v.shape\[0\]\)'):
        function(x, v[:1], -4.0)
