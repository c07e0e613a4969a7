"""README and the pages of the documentation: what they show runs, links lead somewhere.

Sessions are doctests. Other code stands between comments, which say what it is:

- `<!-- prints:begin -->`: a program or commands, and what they print
- `<!-- runs:begin -->`: a program, or commands, that print what is not shown
- `<!-- file NAME -->` in front of a block: a file, for the programs behind it
- `<!-- from PATH -->` in front of a block: lines of a file of this project
- `<!-- elsewhere:begin -->`: code for other libraries, which is not run
- `<!-- needs NAME -->`: a library without which the sessions of the page are skipped
- `<!-- raises:begin -->`, `<!-- instead:begin -->`: a program with its error, and one
  that works (`tests/errors/test_catalogue.py`)
"""
import doctest
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tests.support.pages import DOCS, README, ROOT, pages

NUMBA = DOCS / 'howto' / 'speed' / 'numba.md'  # has a test file of its own
ALL = [README, *pages()]
REGION = re.compile(
    r'<!-- (?P<role>prints|runs):begin -->\n+(?P<blocks>.*?)<!-- (?P=role):end -->'
    r'|<!-- file (?P<file>\S+) -->\n+```\w+\n(?P<content>.*?)```\n', re.S)
SET_ASIDE = re.compile(  # those that are not listed above have tests of their own
    r'<!-- (prints|runs|elsewhere|error|command|raises|instead):begin -->\n'
    r'.*?<!-- \1:end -->'
    r'|<!-- (file|from) \S+ -->\n+```\w+\n.*?```\n', re.S)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return path.read_text(encoding='utf-8')


def those(condition) -> list:
    found = (path for path in ALL if condition(path))
    return [pytest.param(path, id=name_of(path)) for path in found]


@pytest.mark.parametrize(
    'page', those(lambda p: '>>> ' in text_of(p) and p not in (NUMBA, README)))
def test_sessions_run(page, tmp_path, monkeypatch):
    for library in re.findall(r'<!-- needs (\w+) -->', text_of(page)):
        pytest.importorskip(library, reason=f'the page shows {library}')
    monkeypatch.chdir(tmp_path)  # some write files
    flags = doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert found.failed == 0
    assert found.attempted > 3


@pytest.mark.parametrize('page', those(lambda p: REGION.search(text_of(p))))
def test_programs_and_commands_print_what_is_shown(page, tmp_path):
    (tmp_path / 'examples').symlink_to(ROOT / 'examples')
    for match in REGION.finditer(text_of(page)):
        if match['file']:
            (tmp_path / match['file']).write_text(match['content'], encoding='utf-8')
            continue
        (language, code), *shown = blocks(match['blocks'])
        printed = run(language, code, tmp_path)
        if match['role'] == 'prints':
            ((_, expected),) = shown
            assert printed == expected


def blocks(text: str) -> list[tuple[str, str]]:
    return re.findall(r'```(\w+)\n(.*?)```\n', text, re.S)


def run(language: str, code: str, folder: Path) -> str:
    """What a program, or commands of the shell, print in a folder."""
    if language == 'python':
        (folder / 'program.py').write_text(code, encoding='utf-8')
        command = [sys.executable, 'program.py']
    else:
        code = re.sub(r'^(tangentlite|python) ', _with_this_python, code, flags=re.M)
        command = ['bash', '-ec', code]
    environment = os.environ | {'PYTHONPATH': str(ROOT), 'PYTHON': sys.executable}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _with_this_python(match: re.Match) -> str:
    return '"$PYTHON" -m tangentlite ' if match[1] == 'tangentlite' else '"$PYTHON" '


@pytest.mark.parametrize('page', those(lambda p: '<!-- from ' in text_of(p)))
def test_lines_of_files_stand_there(page):
    parts = re.findall(r'<!-- from (\S+) -->\n+```\w+\n(.*?)```\n', text_of(page), re.S)
    for path, code in parts:
        assert code in text_of(ROOT / path)


@pytest.mark.parametrize('page', those(lambda p: True))
def test_all_code_runs(page):
    rest = SET_ASIDE.sub('', text_of(page))
    loose = [code for language, code in blocks(rest) if language == 'python']
    assert loose == [], 'see the top of this file'


@pytest.mark.parametrize('page', those(lambda p: True))
def test_links_lead_somewhere(page):
    text = re.sub(r'```.*?```|`[^`\n]+`', '', text_of(page), flags=re.S)
    for target in re.findall(r'\]\(([^)#\s]+)', text):
        made = '/generated/' in f'/{target}'  # with the site
        assert made or target.startswith('https://') or (page.parent / target).exists()


def test_each_page_is_in_the_navigation():
    assert {DOCS / 'index.md', *listed(DOCS / 'index.md')} == set(pages())


def listed(page: Path) -> list[Path]:
    """The pages in the tables of contents of a page, and in theirs."""
    found = []
    for entries in re.findall(r'```\{toctree\}\n(.*?)```', text_of(page), re.S):
        for entry in entries.split('\n'):
            if entry and not entry.startswith((':', 'generated/')):
                path = re.sub(r'.*<(.*)>', r'\1', entry)  # with a title in front
                below = page.parent / f'{path}.md'
                found += [below, *listed(below)]
    return found


def test_the_reference_has_all_names():
    text = text_of(DOCS / 'reference' / 'api.md')
    names = re.findall(r'^   ~?tangentlite\.(\w+)$', text, re.M)
    assert sorted(names) == sorted({*tl.__all__, 'map'} - {'d'})
    assert '.. data:: d\n' in text


def test_pages_of_classes_have_what_dir_shows():
    jinja2 = pytest.importorskip('jinja2')
    conf = runpy.run_path(str(DOCS / 'conf.py'))
    assert 'members' not in conf['autodoc_default_options']  # they would be added
    template = DOCS / '_templates' / 'autosummary' / 'class.rst'
    environment = jinja2.Environment()
    environment.filters['underline'] = str  # Sphinx's
    page = environment.from_string(text_of(template))
    for name in tl.__all__:
        context = conf['autosummary_context']
        shown = page.render(fullname=f'tangentlite.{name}', **context)
        (members,) = re.findall(r'^   :members:(.*)', shown, re.M)
        if name == 'Derivative':
            assert sorted(members.strip().split(', ')) == dir(tl.grad(np.tanh))
        else:
            assert members.strip() == '', name


def test_dir_shows_public_names():
    shown = {name for name in dir(tl) if not name.startswith('_')}
    assert shown - {'dask', 'runtime'} == {*tl.__all__, 'map'}
    assert all(hasattr(tl, name) for name in dir(tl))


def test_readme_is_short():
    text = text_of(README)
    assert len(text.encode()) < 12_000 and text.count('\n') <= 200
