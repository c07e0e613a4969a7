"""docs/matrices.md: its examples run, and its links lead to what is there."""

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "matrices.md"


def test_examples_run():
    pytest.importorskip("scipy")
    flags = doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags)
    assert found.failed == 0 and found.attempted > 20


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)", PAGE.read_text(encoding="utf-8"))
    assert targets and all((PAGE.parent / target).exists() for target in targets)
