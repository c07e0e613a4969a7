"""Small modules that were found wrong once, or refused without need."""
import pytest

import tangentlite as tl
from tests.modules import HERE, arguments, load, require_right, texts

PROGRAMS = [
    pytest.param(text, id=f'{path.stem}-{text.name}')
    for path in sorted((HERE / 'right').glob('*.txt')) for text in texts(path)
]
REFUSED = [
    pytest.param(text, id=f'{path.stem}-{text.name}')
    for path in sorted((HERE / 'refused').glob('*.txt')) for text in texts(path)
]


@pytest.mark.parametrize('program', PROGRAMS)
def test_they_are_right(program, tmp_path):
    require_right(program, tmp_path)


@pytest.mark.parametrize('program', REFUSED)
def test_they_are_refused(program, tmp_path):
    assert program.words
    x = arguments(program.kind)[0]
    with pytest.raises(tl.TangentliteError, match=program.words):
        tl.grad(load(program, tmp_path).f)(x)
