"""Compiled code on the disk, written by several processes at once."""

import subprocess
import sys

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.emit.compiled import cached_code, files

numba = pytest.importorskip("numba")

SAVING = """
import sys
import numpy as np
import tangentlite as tl
from tests.loops.test_cached_code import total
x = {"C": np.ones((3, 2)), "F": np.ones((2, 3)).T, "A": np.ones((3, 4))[:, ::2]}
assert tl.value_and_grad(total, backend="numba")(x[sys.argv[1]])[0] == 12.0
"""


def total(x):
    y = x * 2.0
    return np.sum(y * (y - 1.0))


def saved_by(kinds, index):
    """Compile for a kind of array, with the index that was there at the beginning."""
    module = files.module_of(TEXT, "raced")
    function = module.doubled
    own = function._cache._cache_file
    own._load_index = lambda: dict(index)
    function(kinds)
    del own._load_index
    return function


TEXT = """
import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True, nogil=True)
def doubled(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += 2.0 * x[i]
    return total
"""


def forgotten(monkeypatch):
    """Let the next look at the module be that of a new process."""
    for name in [name for name in sys.modules if "loops_raced" in name]:
        monkeypatch.delitem(sys.modules, name)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of compiled code for this test alone."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    numba.core.config.reload_config()
    yield tmp_path
    monkeypatch.undo()
    numba.core.config.reload_config()


def test_two_processes_that_write_the_index_at_once(folder, monkeypatch):
    both = np.arange(6.0), np.arange(12.0)[::2].copy().astype(np.float32)
    for x in both:  # each believes that nothing is there yet
        forgotten(monkeypatch)
        saved_by(x, {})
    names = {path.name for path in folder.rglob("*.nbc")}
    assert len(names) == 2
    for x in both:
        forgotten(monkeypatch)
        function = files.module_of(TEXT, "raced").doubled
        assert function(x) == 2.0 * np.sum(x)


def test_what_is_saved_is_found_again(folder, monkeypatch):
    for expected in (0, 1):
        forgotten(monkeypatch)
        function = files.module_of(TEXT, "raced").doubled
        assert type(function._cache._cache_file) is cached_code._named()
        assert function(np.arange(4.0)) == 12.0
        assert sum(function.stats.cache_hits.values()) == expected


@pytest.mark.slow
def test_processes_that_compile_for_different_layouts(folder):
    for _ in range(2):
        command = [sys.executable, "-c", SAVING]
        running = [subprocess.Popen([*command, kind]) for kind in "CFA"]
        assert [one.wait(timeout=120) for one in running] == [0, 0, 0]
    assert tl.value_and_grad(total, backend="numba")(np.ones((3, 2)))[0] == 12.0
