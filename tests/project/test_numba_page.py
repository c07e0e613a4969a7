"""The page about numba: its examples run, and its table has what there is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import gains
from tests.support.pages import DOCS, ROOT, regions, replaced

PAGE = DOCS / "howto" / "speed" / "numba.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = """
import doctest, sys
flags = doctest.NORMALIZE_WHITESPACE
found = doctest.testfile(sys.argv[1], module_relative=False, optionflags=flags)
sys.exit(found.failed > 0 or found.attempted < 40)
"""


def test_examples_run(tmp_path):
    """In a process with a cache of its own, which one of them clears."""
    pytest.importorskip("numba")
    found = run([sys.executable, "-c", EXAMPLES, str(PAGE)], tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr


def test_commands_run(tmp_path):
    pytest.importorskip("numba")
    ((commands,),) = regions(TEXT, "command")
    commands = commands.replace("tangentlite show", '"$PYTHON" -m tangentlite show')
    commands = commands.replace("-o ", f"-o {tmp_path}{os.sep}")
    found = run(["bash", "-ec", commands], tmp_path)
    assert found.returncode == 0, found.stderr
    assert "@njit(" in found.stdout
    written = (tmp_path / "logistic.py").read_text(encoding="utf-8")
    assert "except ImportError:" in written


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess:
    environment = {"NUMBA_CACHE_DIR": str(folder), "PYTHON": sys.executable}
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


def test_the_table_has_all_programs():
    (table,) = re.findall(
        r"<!-- gains:begin -->\n(.*)<!-- gains:end -->", TEXT, re.DOTALL
    )
    rows = [line.split("|") for line in table.splitlines() if line.startswith("|")]
    assert [row[2].strip() for row in rows[2:]] == gains.NAMES
    assert [program.name for program in gains.programs()] == gains.NAMES


@pytest.mark.slow
def test_the_table_is_written(tmp_path, capsys, monkeypatch):
    pytest.importorskip("numba")
    page = tmp_path / "numba.md"
    page.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(gains, "PAGE", page)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert gains.main(["--only", "straight", "--quick", "--write"]) == 0
    header, line = capsys.readouterr().out.splitlines()
    assert header.split()[-1] == "NumPy/numba" and "straight line" in line
    written = page.read_text(encoding="utf-8")
    assert replaced(written, "gains", "") == replaced(TEXT, "gains", "")
    assert written.count("| the call itself | straight line |") == 1
    assert "RK4 scalars" not in written
    assert gains.main(["--only", "nothing like it"]) == 2
    assert "RK4 scalars" in capsys.readouterr().err
