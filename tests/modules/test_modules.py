"""Small modules: values, derivatives and what they leave behind, or what is refused."""
from collections.abc import Iterator

import pytest

import tangentlite as tl
from tests.modules import HERE, Text, arguments, load, require_right, texts
from tests.support.cases import named


def programs(folder: str) -> Iterator[tuple[str, Text]]:
    for path in sorted((HERE / folder).rglob('*.txt')):
        for text in texts(path):
            yield f'{path.stem}-{text.name}', text


@pytest.mark.parametrize('program', named(programs('right')))
@pytest.mark.parametrize('order', [
    pytest.param(1, marks=pytest.mark.one_in(10)),
    pytest.param(2, marks=pytest.mark.one_in(50))])
def test_they_are_right(program, order, tmp_path):
    require_right(program, tmp_path, order)


@pytest.mark.parametrize('program', named(programs('refused')))
def test_they_are_refused(program, tmp_path):
    assert program.words
    x = arguments(program.kind)[0]
    with pytest.raises(tl.TangentliteError, match=program.words):
        tl.grad(load(program, tmp_path).f)(x)
