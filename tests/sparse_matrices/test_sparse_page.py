"""docs/sparse.md: its examples run, and its links lead to what is there."""

import doctest
import re
from pathlib import Path

from benchmarks import sparse
from tests.support.readme import README

PAGE = Path(__file__).parents[2] / "docs" / "sparse.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_examples_run():
    flags = doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags)
    assert found.failed == 0
    assert found.attempted > 30


def test_the_benchmark_has_the_rows_of_the_page(capsys):
    assert sparse.main(["--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    shown = [line.split("|")[1].strip() for line in TEXT.splitlines() if "|" in line]
    assert rows == [name.removesuffix(", Hessian") for name in shown]
    assert len(rows) == 11


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)", TEXT):
        assert target.startswith("https://") or (PAGE.parent / target).exists()
    assert "](docs/sparse.md)" in README.read_text(encoding="utf-8")
