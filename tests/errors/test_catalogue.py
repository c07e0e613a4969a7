"""The catalogue of errors: real messages, advice that works, no class is missing."""

import ast
import contextlib
import importlib
import io
import linecache
import re
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

import tangentlite as tl
from tests.errors.message_classes import PHRASES, PLACES, WITHOUT_PROGRAM
from tests.support.pages import DOCS

PACKAGE = Path(tl.__file__).parent
PAGES = sorted((DOCS / 'reference' / 'errors').glob('*.md'))
SECTION = re.compile(r'^\(error-([\w-]+)\)=\n## (.*)\n((?s:.*?))(?=^\(error-|\Z)', re.M)
RAISES = re.compile(
    r'<!-- raises:begin -->\n```python\n(.*?)```\n```text\n(.*?)```\n'
    r'<!-- raises:end -->', re.S)  # fmt: skip
INSTEAD = re.compile(
    r'<!-- instead:begin -->\n```python\n(.*?)```\n'
    r'<!-- instead:end -->', re.S)  # fmt: skip
SECTIONS = {
    name: body
    for page in PAGES
    for name, _, body in SECTION.findall(page.read_text(encoding='utf-8'))
}
SHOWN = [name for name in SECTIONS if name not in WITHOUT_PROGRAM]


@pytest.mark.parametrize('name', SHOWN)
def test_the_message_is_real_and_the_way_out_works(name, tmp_path, monkeypatch):
    needs = r'import (dask|scipy|numba)|backend="(numba)"'
    for needed in re.findall(needs, SECTIONS[name]):
        pytest.importorskip(''.join(needed))
    monkeypatch.chdir(tmp_path)
    ((program, message),) = RAISES.findall(SECTIONS[name])
    (instead,) = INSTEAD.findall(SECTIONS[name])
    space: dict[str, object] = {'__name__': 'program'}
    with contextlib.redirect_stdout(io.StringIO()):
        with pytest.raises(tl.TangentliteError) as raised:
            run(program, 'program.py', space)
        with pytest.warns() if 'fallback' in instead else contextlib.nullcontext():
            run(instead, 'mended.py', space)
    said = ''.join(traceback.format_exception_only(raised.value))
    assert re.sub(r'/\S+/(\w+\.py):\d+:\d+', r'.../\1', said) == message


def run(code: str, name: str, space: dict[str, object]) -> None:
    Path(name).write_text(code, encoding='utf-8')
    linecache.cache.pop(name, None)  # programs share a name
    exec(compile(code, name, 'exec'), space)


def test_each_message_has_a_class():
    messages = list(all_messages())
    assert len(messages) > 500
    loose = [
        f'{path}:{line}: {text}'
        for path, line, text in messages
        if class_of(path, text) is None
    ]
    assert loose == [], 'add the file to tests/errors/message_classes.py'


def test_each_class_is_in_the_catalogue():
    assert set(PLACES) | set(PHRASES) | WITHOUT_PROGRAM == set(SECTIONS)


def test_each_class_has_messages():
    found = {class_of(path, text) for path, _, text in all_messages()}
    assert set(SECTIONS) - found <= {'saved-call', 'command'}
    for places in PLACES.values():
        for place in places:
            assert place == 'templates' or (PACKAGE / place).exists(), place


def class_of(path: str, text: str) -> str | None:
    for name, phrase in PHRASES.items():
        if re.search(phrase, text):
            return name
    parts = path.split('/')
    for end in range(len(parts), 0, -1):
        for name, places in PLACES.items():
            if '/'.join(parts[:end]) in places:
                return name
    return None


# Classes of errors, and the methods of the walk that make them.
MAKERS = {
    *(name for name in vars(tl) if name.endswith('Error')),
    *('error', 'error_at', 'UnplacedError', 'TooLongError', 'NotBatchedError'),
    *('AlwaysRaisesError', 'UnboundVariableError', 'NotCompiledError', 'NoAnswer'),
}


def all_messages() -> Iterator[tuple[str, int, str]]:
    """Yield the file, line and text of each message, `{}` for what is computed."""
    templates = Path(importlib.import_module('tangentlite.templates').__file__).parent
    for root, prefix in ((PACKAGE, ''), (templates, 'templates/')):
        for path in sorted(root.rglob('*.py')):
            place = prefix + path.relative_to(root).as_posix()
            if not place.startswith(('runtime/', 'errors.py', 'templates/templates')):
                yield from messages_of(path, place)


def messages_of(path: Path, place: str) -> Iterator[tuple[str, int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
        if isinstance(node, ast.Call):
            callee = node.func
            name = getattr(callee, 'attr', None) or getattr(callee, 'id', '')
            if name in MAKERS and node.args:
                given = [pattern(p) or f'<{ast.unparse(p)}>' for p in node.args]
                yield place, node.lineno, ' || '.join(given).replace('\n', ' ')


def pattern(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [getattr(part, 'value', None) for part in node.values]
        return ''.join(part if isinstance(part, str) else '{}' for part in parts)
    return None


def test_a_new_message_is_noticed():
    assert class_of('newly/made.py', 'this is new.') is None
    assert class_of('newly/made.py', '{} is given. || Check the call.') == 'call'
    assert class_of('specialize/merge/new_file.py', 'this is new.') == 'paths'
