"""Pages of the documentation: their examples run, and their links lead somewhere."""
import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / 'docs'
PAGES = sorted(path.name for path in DOCS.glob('*.md') if path.name != 'numba.md')
README = (DOCS.parent / 'README.md').read_text(encoding='utf-8')


@pytest.mark.parametrize('page', PAGES)
def test_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    flags = doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=flags)
    assert found.failed == 0
    assert found.attempted > 6


@pytest.mark.parametrize('page', PAGES)
def test_links_lead_somewhere(page):
    assert f'](docs/{page})' in README
    text = (DOCS / page).read_text(encoding='utf-8')
    for target in re.findall(r'\]\(([^)#]+)', text):
        assert target.startswith('https://') or (DOCS / target).exists()
