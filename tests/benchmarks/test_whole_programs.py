"""Whole programs are timed beside autograd, which need not be there."""
import importlib
import sys

import numpy as np
import pytest

import tangentlite as tl
from benchmarks import whole_programs
from tests.support.measure import flat


def test_a_line_says_how_often_the_time_of_the_program_it_takes(capsys, monkeypatch):
    monkeypatch.setattr(whole_programs, 'ROUNDS', 2)
    monkeypatch.setattr(whole_programs, 'SECONDS', 0.0)
    assert whole_programs.main(['negative_binomial']) == 0
    _, line = capsys.readouterr().out.splitlines()
    name, *cells = line.split()
    assert (name, len(cells)) == ('negative_binomial', 4)
    assert all(cell == '-' or float(cell) > 0.0 for cell in cells)


def test_names_are_those_of_programs(capsys):
    with pytest.raises(SystemExit):
        whole_programs.main(['nothing'])
    assert 'there is no program nothing' in capsys.readouterr().err


def test_without_autograd_there_is_a_dash(monkeypatch):
    monkeypatch.setitem(sys.modules, 'autograd', None)
    assert whole_programs.by_autograd('gaussian_mixture', np.zeros(1)) == '-'


def test_autograd_has_the_same_gradient():
    pytest.importorskip('autograd')
    program = importlib.import_module('tests.scipy_programs.whole.gaussian_mixture')
    gradient = flat(tl.grad(program.objective)(program.START))
    call = whole_programs.by_autograd('gaussian_mixture', gradient)
    np.testing.assert_allclose(flat(call()), gradient, rtol=1e-6)
    other = whole_programs.by_autograd('gaussian_mixture', gradient + 1.0)
    assert other == 'differs'
