"""The table of gradients through solvers beside differences."""
import numpy as np

from benchmarks import solvers


def test_a_row(capsys):
    assert solvers.main(['--only', 'brentq', '--rounds', '1']) == 0
    title, row = capsys.readouterr().out.splitlines()
    assert row.startswith('brentq') and row.split()[1] == '2'


def test_an_unknown_name():
    assert solvers.main(['--only', 'no such']) == 2


def test_differences():
    found = solvers.differences(lambda p, _: np.sum(p ** 3), np.array([1.0, 2.0]), 0.0)
    np.testing.assert_allclose(found[1], [3.0, 12.0], rtol=1e-6)
