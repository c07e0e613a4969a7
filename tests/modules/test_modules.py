"""Small modules: values, derivatives and what they leave behind, or what is refused."""
from collections.abc import Iterator

import pytest

import tangentlite as tl
from tests.modules import HERE, Text, arguments, load, require_right, texts
from tests.support.shares import one_in, orders


def named(folder: str) -> Iterator[tuple[str, Text]]:
    for path in sorted((HERE / folder).rglob('*.txt')):
        for text in texts(path):
            yield f'{path.stem}-{text.name}', text


@pytest.mark.one_in(5)
@pytest.mark.parametrize(('program', 'order'), orders(10, named('right'), first=2))
def test_they_are_right(program, order, tmp_path):
    require_right(program, tmp_path, order)


@pytest.mark.parametrize('program', one_in(1, named('refused')))
def test_they_are_refused(program, tmp_path):
    assert program.words
    x = arguments(program.kind)[0]
    with pytest.raises(tl.TangentliteError, match=program.words):
        tl.grad(load(program, tmp_path).f)(x)
