"""First calls from many threads, and forks, in processes that have just begun."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BEGIN = """
import faulthandler
import os
import signal
import sys
import threading
from functools import partial

faulthandler.register(signal.SIGALRM, chain=True)  # where it hangs, and its end
signal.alarm(40)
import numpy as np

import tangentlite as tl
from tests.support.at_once import results

assert "tangentlite.templates" not in sys.modules
"""


def run(path: Path, code: str) -> str:
    """What a new interpreter prints that runs some code, kept in a file."""
    script = path / 'script.py'
    script.write_text(BEGIN + code)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, 'PYTHONPATH': str(ROOT), 'TANGENTLITE_CACHE': 'off'},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


FIRST_CALLS = """
def trigonometric(x):
    return np.sum(np.sin(x) * np.exp(x))

def linear(x):
    return np.linalg.norm(np.outer(x, x) @ x) + np.sum(np.cumsum(x))

def with_loops(x):
    s = 0.0
    for k in range(3):
        s = np.tanh(s + x[k]) * x[k]
    return s

x = np.linspace(0.1, 0.9, 4)
functions = [trigonometric, linear, with_loops] * 3
found = results(*[partial(tl.grad(f), x) for f in functions])
for f, slope in zip(functions, found):
    want = [
        (f(x + 1e-6 * e) - f(x - 1e-6 * e)) / 2e-6 for e in np.eye(4)
    ]
    np.testing.assert_allclose(slope, want, rtol=1e-5, atol=1e-8)
assert sum("templates" in one or one == sys.path[0] for one in tl.__path__) <= 1
assert len(set(tl.__path__)) == len(tl.__path__)
print("right")
"""


@pytest.mark.parametrize('attempt', range(2))
def test_the_first_calls_of_a_process_load_the_rules_once(tmp_path, attempt):
    assert run(tmp_path, FIRST_CALLS) == 'right\n'


PARTS_OF_SCIPY = """
import scipy.linalg
import scipy.special
import scipy.stats

def density(x):
    return np.sum(scipy.stats.norm.logpdf(x))

def special(x):
    return np.sum(scipy.special.gammaln(x))

def solved(x):
    return np.sum(scipy.linalg.solve(np.outer(x, x) + np.eye(4), x))

x = np.linspace(0.5, 0.9, 4)
functions = [density, special, solved] * 3
found = results(*[partial(tl.grad(f), x) for f in functions])
np.testing.assert_allclose(found[0], -x)
np.testing.assert_allclose(found[1], scipy.special.digamma(x))
for k in range(3, 9):
    np.testing.assert_array_equal(found[k], found[k - 3])
print("right")
"""


def test_parts_of_scipy_are_loaded_by_several_threads(tmp_path):
    pytest.importorskip('scipy')
    assert run(tmp_path, PARTS_OF_SCIPY) == 'right\n'


FORKS = """
import time

def sine(x):
    return np.sum(np.sin(x) * np.sin(2 * x))

def long(x):
    s = 0.0
    for k in range(3):
        s = np.tanh(s + x[k]) * np.exp(x[k]) + np.linalg.norm(np.outer(x, x))
    return s

x = np.linspace(0.1, 0.9, 4)
want = np.cos(x) * np.sin(2 * x) + 2 * np.sin(x) * np.cos(2 * x)
derivative = tl.grad(sine)

def child():
    signal.alarm(20)
    np.testing.assert_allclose(derivative(x), want)
    np.testing.assert_allclose(tl.grad(lambda y: sine(y) * 2)(x), 2 * want)
    assert tl.grad(long)(x).shape == (4,)

if MADE_BEFORE:
    derivative(x)

def differentiate():
    for k in range(3):
        tl.grad(long)(x)
        tl.cache_clear()

threads = [threading.Thread(target=differentiate) for _ in range(2)]
sys.setswitchinterval(1e-5)
for thread in threads:
    thread.start()
pids = []
for k in range(COUNT):
    time.sleep(WAIT * k)
    pid = os.fork()
    if not pid:
        try:
            child()
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    pids.append(pid)
for thread in threads:
    thread.join()
assert [os.waitpid(pid, 0)[1] for pid in pids] == [0] * len(pids)
print("right")
"""


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='no fork here')
@pytest.mark.filterwarnings('ignore::DeprecationWarning')
@pytest.mark.parametrize('made_before', [False, True])
def test_children_of_a_process_whose_threads_are_generating(tmp_path, made_before):
    # The first forks are while the compiler and the rules are imported.
    given = {'MADE_BEFORE': made_before, 'COUNT': 8, 'WAIT': 0.005}
    values = ''.join(f'{name} = {value!r}\n' for name, value in given.items())
    assert run(tmp_path, values + FORKS) == 'right\n'
