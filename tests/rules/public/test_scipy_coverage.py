"""The page's table counts what becomes of SciPy's public functions and classes."""
import re

import pytest

scipy_coverage = pytest.importorskip('tests.rules.public.scipy_coverage')


def test_the_table_of_the_page_is_that_of_the_rules():
    text = scipy_coverage.PAGE.read_text()
    known = re.search(r'\| SciPy (\d+\.\d+) ', text).group(1)
    if scipy_coverage.version() != known:
        pytest.skip(f'the table counts the functions of SciPy {known}')
    assert scipy_coverage.with_table(text) == text, '`make golden` writes it'


def test_no_rule_lacks_a_mode():
    halves = [
        name
        for _, name, value in scipy_coverage.public()
        if scipy_coverage.status_in_scipy(name, value) == 'half a rule'
    ]
    assert halves == []


@pytest.mark.parametrize('peer', ['AUTOGRAD', 'JAX'])
def test_peers_are_counted_in_lines_of_the_table(peer):
    parts = {part for part, _, _ in scipy_coverage.public()}
    assert set(getattr(scipy_coverage, peer)) <= parts


def test_each_name_stands_in_one_line():
    names = [(part, name) for part, name, _ in scipy_coverage.public()]
    assert len(names) == len(set(names))
