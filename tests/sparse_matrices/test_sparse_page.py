"""docs/sparse.md: its examples run, and its links lead to what is there."""

import doctest
import re
from pathlib import Path

from tests.support.readme import README

PAGE = Path(__file__).parents[2] / "docs" / "sparse.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_examples_run():
    flags = doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags)
    assert found.failed == 0
    assert found.attempted > 30


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)", TEXT):
        assert target.startswith("https://") or (PAGE.parent / target).exists()
    assert "](docs/sparse.md)" in README.read_text(encoding="utf-8")
