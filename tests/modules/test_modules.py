"""Small modules: values, derivatives and what they leave behind, or what is refused."""
import pytest

import tangentlite as tl
from tests.modules import HERE, arguments, load, require_right, texts


def programs(folder: str) -> list:
    return [
        pytest.param(text, id=f'{path.stem}-{text.name}')
        for path in sorted((HERE / folder).rglob('*.txt'))
        for text in texts(path)
    ]


@pytest.mark.parametrize('program', programs('right'))
def test_they_are_right(program, tmp_path):
    require_right(program, tmp_path)


@pytest.mark.parametrize('program', programs('refused'))
def test_they_are_refused(program, tmp_path):
    assert program.words
    x = arguments(program.kind)[0]
    with pytest.raises(tl.TangentliteError, match=program.words):
        tl.grad(load(program, tmp_path).f)(x)
