"""The pages of rules in the documentation: each function, and its rule."""
import re

import pytest

pytest.importorskip('scipy')
rule_pages = pytest.importorskip('tests.rules.public.rule_pages')


@pytest.fixture(scope='module')
def pages():
    return rule_pages.pages()


def test_functions_stand_with_their_rules(pages):
    rows = pages['rules_numpy'].replace('\N{NO-BREAK SPACE}', ' ').splitlines()
    assert '| `cos` | both modes | `d[x] = -np.sin(x) * d[y]` |' in rows
    assert '| `sum` | both modes | `reductions.py` |' in rows
    assert '| `argmax` | constant |  |' in rows
    assert any(re.match(r'\| `asmatrix` \| refused \| Use ', row) for row in rows)
    assert '| `expit` ' in pages['rules_scipy_special']


def test_the_first_page_leads_to_all(pages):
    listed = re.findall(r'^rules_\w+$', pages['rules'], re.M)
    assert listed == [name for name in pages if name != 'rules']


def test_pages_are_written_once(pages, tmp_path):
    rule_pages.write(tmp_path / 'generated')
    written = {path.stem: path for path in (tmp_path / 'generated').iterdir()}
    assert set(written) == set(pages)
    before = written['rules'].stat().st_mtime_ns
    rule_pages.write(tmp_path / 'generated')
    assert written['rules'].stat().st_mtime_ns == before
