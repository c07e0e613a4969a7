"""`raise … from`: what a derivative raises has the cause that the function gives it."""
import pytest

import tangentlite as tl
from tests.support.errors import raised
from tests.support.load import load_module


def from_caught(x):
    try:
        y = 1.0 / (x - x)
    except ZeroDivisionError as error:
        raise ValueError('bad') from error
    return y


def from_raised(x):
    try:
        if x > 0.0:
            raise KeyError('k')
    except KeyError as error:
        raise ValueError('bad') from error
    return x * x


def from_made(x):
    if x > 0.0:
        raise ValueError('bad') from KeyError('k')
    return x * x


def from_class(x):
    if x > 0.0:
        raise ValueError from KeyError
    return x * x


def from_none(x):
    try:
        if x > 0.0:
            raise KeyError('k')
    except KeyError:
        raise ValueError('bad') from None
    return x * x


def without_cause(x):
    if x > 0.0:
        raise ValueError('bad')
    return x * x


def in_rows(x):
    try:
        total = 0.0
        for k in range(3):
            if x > k:
                raise KeyError(k)
            total += x
    except KeyError as error:
        raise ValueError('bad') from error
    return total


CAUSES = [from_caught, from_raised, from_made, from_class, from_none, without_cause]


@pytest.mark.parametrize('f', [*CAUSES, in_rows], ids=lambda f: f.__name__)
def test_causes_are_those_of_the_function(f, tmp_path):
    want = raised(lambda: f(1.0))
    gradient = tl.grad(f)
    gradient.save(tmp_path / 'saved.py', {'x': 1.0})
    saved = load_module((tmp_path / 'saved.py').read_text(), tmp_path)
    tangent = tl.autodiff(f, mode='forward')
    for call in (
        lambda: gradient(1.0), lambda: tl.grad(gradient)(1.0),
        lambda: tangent(1.0, 1.0), lambda: vars(saved)[f'{f.__name__}_grad'](1.0),
    ):  # fmt: skip
        error = raised(call)
        assert repr(error) == repr(want)
        assert repr(error.__cause__) == repr(want.__cause__)
        assert error.__suppress_context__ == want.__suppress_context__


class Reported(Exception):  # noqa: N818
    def __init__(self, value):
        super().__init__(value)
        print('made')


def test_a_cause_is_not_made_twice_if_its_class_does_something_then(capsys):
    def f(x):
        try:
            if x > 0.0:
                raise Reported(1)
        except Reported as error:
            raise ValueError('bad') from error
        return x * x

    assert isinstance(raised(lambda: tl.grad(f)(1.0)), ValueError)
    assert capsys.readouterr().out == 'made\n'


def test_a_cause_that_is_not_known_does_not_matter():
    def f(x):
        last = None
        for k in range(2):
            try:
                x = x / (x + k)
            except ZeroDivisionError as error:
                last = error
        if x > 3.0:
            raise ValueError('bad') from last
        return x * x

    tl.check_grad(f, (0.5,))
