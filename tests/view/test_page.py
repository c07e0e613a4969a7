"""The page of the linked view as a document: parts, roles, no network, one file."""
import re

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.command.cli import main
from tangentlite.view.highlighted_lines import highlighted_lines
from tests.view.parsed_page import parsed
from tests.view.programs import VIEWED


@pytest.fixture(scope='module')
def page() -> str:
    derivative, given = VIEWED['layers']
    return derivative.view(**given).html


def test_it_asks_nothing_of_the_network(page):
    assert not re.findall(r'(?:src|href)\s*=|url\(|@import|https?://(?!www\.w3)', page)
    assert 'fetch(' not in page and 'XMLHttpRequest' not in page


def test_names_of_elements_are_unique(page):
    found = [e.attributes['id'] for e in parsed(page).all() if 'id' in e.attributes]
    assert len(found) == len(set(found))
    for name in ('aria-labelledby', 'aria-controls'):
        for element in parsed(page).all():
            assert set(element.attributes.get(name, '').split()) <= set(found)


def test_roles_say_what_things_are(page):
    root = parsed(page)
    for tabs in root.all(role='tablist'):
        chosen = [t for t in tabs.all(role='tab') if t.has({'aria_selected': 'true'})]
        assert len(chosen) == 1 and chosen[0].has({'tabindex': '0'})
    panels = list(root.all(role='tabpanel'))
    assert sum('hidden' not in panel.attributes for panel in panels) == 1
    modes, stages = ([t.text for t in tabs.all(role='tab')]
                     for tabs in root.all(role='tablist'))
    assert modes == ['reverse', 'forward']
    assert stages[:4] == ['core', 'derivative', 'final', 'numba']
    assert len(panels) == len(modes) * len(stages)
    for listing in root.all(role='listbox'):
        assert listing.has({'tabindex': '0'}) and listing.attributes['aria-label']
        assert all(line.has({'role': 'option'}) for line in listing.all(class_='line'))
    assert list(root.all(role='status', aria_live='polite'))


def test_texts_are_escaped(page):
    assert '&lt;b&gt;' in page and "'<b>' is no tag" not in page


def test_pages_are_the_same_each_time():
    derivative, given = VIEWED['network']
    assert derivative.view(**given).html == derivative.view(**given).html


def test_the_command_writes_a_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = 'import numpy as np\ndef f(x, a=2.0):\n    return np.sin(a * x)\n'
    (tmp_path / 'mod.py').write_text(text)
    assert main(['view', 'mod.py:f', '--arg', 'x=1.0', '-o', 'view.html']) == 0
    assert capsys.readouterr().out == 'view.html\n'
    root = parsed((tmp_path / 'view.html').read_text(encoding='utf-8'))
    assert next(root.all(tag='h1')).text == 'Gradient of mod.f with respect to x'
    assert main(['view', 'mod.py:f', '--mode', 'forward']) == 0
    assert (tmp_path / 'f.html').exists()
    assert main(['view', 'mod.py:g']) == 2
    assert main(['view', 'mod.py:f', '-o', 'none/f.html']) == 2
    assert 'no function' in capsys.readouterr().err


@pytest.mark.parametrize('line', [
    "f'{{x}} {y!r:>{width}} <b>'", 'rb"<" + """a', "x = f'{a + 1}' # <i>", '(1 +', '@',
    "    return (x if x > 0 else -x)", "s = 'é<' + f'é{x}é'"])
def test_highlighting_keeps_the_text(line):
    (shown,) = highlighted_lines([line], ['x'], 'active')
    assert parsed(shown).text == line.strip()


def test_a_view_of_what_numba_compiles_opens_on_its_text():
    def total(x):
        return np.sum(x * x)

    page = tl.grad(total, backend="numba").view(np.ones(3)).html
    chosen = [tab for tab in page.split("<button")[1:] if 'aria-selected="true"' in tab]
    assert 'data-name="numba"' in chosen[1]
