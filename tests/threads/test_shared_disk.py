"""Many processes share the generated texts that are kept on the disk."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROCESSES = 8
MODULE = """
import numpy as np

def f0(x):
    return np.sum(x * x)

def f1(x):
    return np.sum(np.sin(x) * f0(x))

def f2(x):
    s = 0.0
    for k in range(3):
        s = np.tanh(s + x[k]) * x[k]
    return s

def f3(x):
    return np.sum(np.exp(x)) * f2(x)
"""
SCRIPT = """
import random
import signal
import sys
import os

import numpy as np
import programs
import tangentlite as tl
from tangentlite.calls.kept import fingerprints, text_files

first, how, rounds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
if how == "other version":
    version = fingerprints._package()
    fingerprints._package = lambda: "another " + version
if how == "killed":
    os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
x = np.linspace(0.1, 0.7, 4)
for number in range(rounds):
    for k in range(4):
        f = getattr(programs, f"f{(first + k) % 4}")
        slope = tl.grad(f)(x)
        want = [(f(x + 1e-6 * e) - f(x - 1e-6 * e)) / 2e-6 for e in np.eye(4)]
        np.testing.assert_allclose(slope, want, rtol=1e-5)
        _, value = tl.jvp(f, (x,), (np.ones(4),))
        np.testing.assert_allclose(value, sum(slope))
        if how == "damages":
            for path in text_files.folder().glob("[0-9a-f]*[0-9a-f]"):
                data = path.read_bytes()
                half = data[: len(data) // 2]
                path.write_bytes(random.choice([b"", half, b"x" * 99]))
    tl.cache_clear(disk=how == "clears" and number % 2 == 1)
print("generated" if "tangentlite.pipeline" in sys.modules else "read")
"""


@pytest.fixture
def start(tmp_path):
    """Start a process that differentiates the functions, with one cache for all."""
    (tmp_path / 'programs.py').write_text(MODULE)
    (tmp_path / 'script.py').write_text(SCRIPT)
    given = {'XDG_CACHE_HOME': str(tmp_path), 'OPENBLAS_NUM_THREADS': '1'}
    left_out = ('TANGENTLITE_CACHE', 'NUMBA_CACHE_DIR')
    kept = {name: v for name, v in os.environ.items() if name not in left_out}
    environment = {**kept, **given, 'PYTHONPATH': str(ROOT)}

    def started(first=0, how='', rounds=1):
        command = [sys.executable, 'script.py', str(first), how, str(rounds)]
        pipes = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, 'text': True}
        return subprocess.Popen(command, cwd=tmp_path, env=environment, **pipes)

    return started


def ended(process) -> str:
    out, complaints = process.communicate(timeout=100)
    assert process.returncode == 0, complaints
    assert not complaints
    return out.strip()


def files(tmp_path):
    return sorted(path.name for path in (tmp_path / 'tangentlite/texts').iterdir())


def test_processes_that_begin_together(start, tmp_path):
    for process in [start(first) for first in range(PROCESSES)]:
        ended(process)
    written = files(tmp_path)
    assert len(written) == 8  # two modes of four functions, and no drafts
    assert all(re.fullmatch('[0-9a-f]{32}', name) for name in written)
    assert (tmp_path / 'tangentlite/texts').stat().st_mode & 0o777 == 0o700
    assert ended(start()) == 'read'
    assert files(tmp_path) == written


@pytest.mark.slow
@pytest.mark.parametrize('how', ['damages', 'clears', 'other version'])
def test_a_process_that_disturbs_the_others(start, tmp_path, how):
    processes = [start(first, rounds=3) for first in range(3)]
    processes.append(start(3, how, rounds=6))
    for process in processes:
        ended(process)
    assert not [name for name in files(tmp_path) if name.endswith('.tmp')]
    ended(start())
    assert ended(start()) == 'read'
    assert len(files(tmp_path)) == (16 if how == 'other version' else 8)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, 'SIGKILL'), reason='no such signal here')
def test_processes_that_are_killed_while_they_write(start, tmp_path):
    others = [start(first) for first in range(2)]
    killed = [start(first, 'killed') for first in range(3)]
    for process in others:
        ended(process)
    folder = tmp_path / 'tangentlite/texts'
    assert {process.wait(100) for process in killed} <= {-signal.SIGKILL, 0}
    for process in killed:
        process.communicate()
    (folder / 'draft.tmp').write_bytes(b'half of a te')
    drafts = [path for path in folder.iterdir() if path.suffix == '.tmp']
    long_ago = time.time() - 7200
    for draft in drafts:
        os.utime(draft, (long_ago, long_ago))
    assert ended(start()) == 'read'
    (folder / files(tmp_path)[0]).unlink()
    assert ended(start()) == 'generated'
    assert not [name for name in files(tmp_path) if name.endswith('.tmp')]
    assert len(files(tmp_path)) == 8
