"""The runner of mutants: what it changes, what it notices, and what it leaves alone."""

import os
import subprocess
import sys

import pytest

from tests.mutation.mutants import ROOT, mutants_of
from tests.mutation.report import left_in

pytest.importorskip("cosmic_ray", reason="the extra `mutation` is not installed")

TEXT = '''"""Words."""


def kept(x: int | None, y, flag=True):
    if x is None and flag:
        return -y
    return y * 2
'''


def test_each_change_is_made_once():
    changed = {(one.line, one.after) for one in mutants_of("kept.py", TEXT)}
    assert changed == {
        (4, "def kept(x: int | None, y, flag=False):"),
        (5, "if x is not None and flag:"),
        (5, "if x is None or flag:"),
        (6, "return y"),
        (7, "return y / 2"),
        (7, "return y * 3"),
        (7, "return y * 1"),
    }


def test_a_mutant_knows_its_statement():
    one = next(one for one in mutants_of("kept.py", TEXT) if one.line == 5)
    assert (one.function, one.first, one.last) == ("kept", 5, 5)
    head = next(one for one in mutants_of("kept.py", TEXT) if one.line == 4)
    assert (head.first, head.last) == (4, 7)


def test_mutants_are_killed_or_equivalent(tmp_path):
    """At the origin `0 / -1` is what `0 / 1` is; a wrong sign is noticed."""
    file = "templates/trigonometric.py"
    before = (ROOT / file).read_text()
    command = [
        *(sys.executable, "-m", "tests.mutation", file, "--function", "hypot"),
        "--known",
        *("--tests", "tests/rules/formulas/test_elementary_points.py"),
        *("--report", str(tmp_path / "report.md")),
    ]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ, capture_output=True, text=True
    )
    row = f"| {file} | 10 | 8 | 2 | 0 | 100.0 % |"
    assert row in (tmp_path / "report.md").read_text(), done.stdout + done.stderr
    assert done.returncode == 0
    assert (ROOT / file).read_text() == before


def test_a_report_says_what_is_left():
    text = "words\na.py:3 in f\n-   x + y\n+   x - y\n"
    assert left_in(text) == {("a.py", "x + y", "x - y")}
