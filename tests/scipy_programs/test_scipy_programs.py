"""Every program of SciPy: both modes against differences, or what refuses it."""
import re

import numpy as np
import pytest

import tangentlite as tl
from tests.scipy_programs.corpora import all_programs, has_few_numbers
from tests.scipy_programs.refused import REFUSED, WRONG, WRONG_SECOND
from tests.support.cases import named
from tests.support.measure import along, random_like

PROGRAMS = all_programs()
NAMES = [name for name, _ in PROGRAMS]
SUPPORTED = [(name, one) for name, one in PROGRAMS if name not in REFUSED]
REASONS = [pytest.param(one, REFUSED[name], id=name)
           for name, one in PROGRAMS if name in REFUSED]


def marks(name: str, wrong: dict[str, str]) -> list:
    """That the program is expected to fail, if it is."""
    return [pytest.mark.xfail(strict=True, reason=wrong[name])] if name in wrong else []


@pytest.mark.one_in(15)
@pytest.mark.parametrize('program', named(
    (name, one) for name, one in SUPPORTED if name not in WRONG))
def test_both_modes_agree_with_differences(program):
    tl.check_grad(program.function, program.args, wrt=program.wrt)


@pytest.mark.parametrize('program', [
    pytest.param(one, id=name, marks=marks(name, WRONG))
    for name, one in SUPPORTED if name in WRONG])
def test_what_is_wrong_today(program):
    tl.check_grad(program.function, program.args, wrt=program.wrt)


@pytest.mark.one_in(40)
@pytest.mark.parametrize('program', named(
    (name, one) for name, one in SUPPORTED
    if has_few_numbers(one) and name not in {*WRONG, *WRONG_SECOND}))
def test_second_derivatives_agree_with_differences(program):
    tl.check_grad(program.function, program.args, wrt=program.wrt, order=2)


@pytest.mark.parametrize('program', [
    pytest.param(one, id=name, marks=marks(name, WRONG_SECOND))
    for name, one in PROGRAMS if name in WRONG_SECOND])
def test_second_derivatives_that_are_wrong_today(program):
    tl.check_grad(program.function, program.args, wrt=program.wrt, order=2)


@pytest.mark.parametrize(('program', 'reason'), REASONS)
@pytest.mark.parametrize('mode', ['reverse', 'forward'])
def test_what_is_refused_is_named_where_the_user_wrote_it(program, reason, mode):
    file = re.escape(program.function.__code__.co_filename)
    with pytest.raises(tl.UnsupportedError) as error:
        tl.check_grad(program.function, program.args, wrt=program.wrt, modes=(mode,))
    first = str(error.value).splitlines()[0]
    assert re.match(rf'{file}:\d+:\d+: {re.escape(reason)}', first), first


@pytest.mark.parametrize('program', [pytest.param(one, id=name)
                                     for name, one in PROGRAMS])
def test_every_argument_matters(program):
    generator = np.random.default_rng(2)
    for position in program.wrt:
        direction = (random_like(generator, program.args[position]),)
        slope = along(program.function, program.args, (position,), direction)
        assert np.all(np.isfinite(slope))
        assert np.max(np.abs(slope)) > 1e-7


def test_names_are_those_of_programs():
    assert len(set(NAMES)) == len(NAMES)
    assert {*REFUSED, *WRONG, *WRONG_SECOND} <= set(NAMES)
