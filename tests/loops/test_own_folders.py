"""What numba compiled is loaded from folders that nobody else can write."""

import importlib.util
import os
import subprocess
import sys
from importlib._bootstrap_external import _code_to_timestamp_pyc

import pytest

pytest.importorskip("numba")
if not hasattr(os, "getuid"):
    pytest.skip("folders have no modes here", allow_module_level=True)

PROGRAM = """\
import tangentlite as tl

def halved_squares(x: float, n: int):
    for _ in range(n):
        x = x * x * 0.5
    return x

print(tl.grad(halved_squares, backend="numba")(1.5, 3))
"""
PLANTED = "\nimport sys; print('PLANTED', file=sys.stderr)\n"


def run(tmp_path, **variables):
    """Run the program in a new process; return what it prints, and in errors."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    done = subprocess.run(
        [sys.executable, str(file)],
        env=given,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout), done.stderr


def planted(folder):
    """Put code beside each source of ours, as another user would; return how much."""
    sources = list(folder.rglob("tangentlite_loops_*.py"))
    for source in sources:
        code = compile(source.read_text() + PLANTED, str(source), "exec")
        found = source.stat()
        compiled = importlib.util.cache_from_source(str(source))
        os.makedirs(os.path.dirname(compiled), exist_ok=True)
        with open(compiled, "wb") as file:
            file.write(_code_to_timestamp_pyc(code, int(found.st_mtime), found.st_size))
    return len(sources)


def kept(folder):
    return sorted(path.suffix for path in folder.rglob("*.nb?"))


@pytest.mark.slow
def test_a_folder_of_all_users_holds_nothing(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    variables = {"NUMBA_CACHE_DIR": str(shared)}
    value, _ = run(tmp_path, **variables)
    assert kept(shared)
    assert planted(shared) and "PLANTED" in run(tmp_path, **variables)[1]
    shared.chmod(0o777)
    assert run(tmp_path, **variables) == (value, "")


@pytest.mark.slow
def test_a_folder_in_the_cache_is_closed_and_emptied(tmp_path):
    variables = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    value, _ = run(tmp_path, **variables)
    folder = tmp_path / "tangentlite"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert planted(folder)
    folder.chmod(0o775)
    assert run(tmp_path, **variables) == (value, "")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert kept(folder)


def test_folders_of_others_are_not_own(tmp_path, monkeypatch):
    from tangentlite.emit.compiled import files

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert files._own_folder() == tmp_path / "tangentlite"
    for place in (tmp_path, tmp_path / "tangentlite", tmp_path / "tangentlite_0"):
        place.mkdir(exist_ok=True)
        before = place.stat().st_mode
        place.chmod(0o775)
        assert files._own_folder() is None
        place.chmod(before)
    monkeypatch.setattr(os, "getuid", lambda: -1)
    assert files._own_folder() is None
