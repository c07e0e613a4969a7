"""Pages of the documentation: their examples run."""
import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / 'docs'
PAGES = sorted(path.name for path in DOCS.glob('*.md') if path.name != 'numba.md')


@pytest.mark.parametrize('page', PAGES)
def test_examples_run(page):
    flags = doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=flags)
    assert found.failed == 0
    assert found.attempted > 6
