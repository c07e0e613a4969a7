"""Every program of the corpora: both modes against differences and each other."""
import copy
from collections.abc import Iterator

import numpy as np
import pytest

import tangentlite as tl
from tests.programs.corpora import CORPORA, REFUSED, all_programs
from tests.programs.record import Program
from tests.support.cases import named
from tests.support.measure import (
    along,
    directions,
    flat,
    inner,
    is_number,
    positional,
    random_like,
    result_of,
    tolerances,
)

every_program = pytest.mark.parametrize('program', named(all_programs()))

ONE_NUMBER = [one for one in all_programs() if is_number(result_of(one[1]))]


@every_program
def test_modes_agree_with_differences_and_with_each_other(program):
    seed = seed_of(program)
    gradient = reverse(program, seed)
    for direction in directions(program):
        want = along(program.function, program.args, program.wrt, direction)
        tangent = forward(program, direction)
        np.testing.assert_allclose(flat(tangent), want, **tolerances(program))
        np.testing.assert_allclose(inner(gradient, direction), flat(seed) @ want,
                                   **tolerances(program))
        np.testing.assert_allclose(inner(gradient, direction), inner(seed, tangent),
                                   **close(program))


@pytest.mark.one_in(8)
@every_program
def test_optimisation_changes_nothing(program):
    seed = seed_of(program)
    direction = next(directions(program))
    with tl.options(optimize=False):
        plain_gradient = reverse(program, seed)
        plain_tangent = forward(program, direction)
    np.testing.assert_allclose(flat(reverse(program, seed)), flat(plain_gradient),
                               **close(program))
    np.testing.assert_allclose(flat(forward(program, direction)), flat(plain_tangent),
                               **close(program))


@pytest.mark.one_in(4)
@every_program
def test_derivatives_are_like_what_they_are_of_and_leave_it_as_it_was(program):
    seed = seed_of(program)
    direction = next(directions(program))
    before = copy.deepcopy((program.args, seed, direction))
    gradient = reverse(program, seed)
    tangent = forward(program, direction)
    assert_same_bits((program.args, seed, direction), before)
    assert_alike(tangent, result_of(program), dtypes=False)
    assert isinstance(gradient, tuple)
    for part, position in zip(gradient, program.wrt, strict=True):
        assert_alike(part, program.args[position])
    given = list(arrays_in((program.args, seed)))
    parts = list(arrays_in(gradient))
    for k, part in enumerate(parts):
        for other in (*given, *parts[:k]):
            assert not np.shares_memory(part, other)


@pytest.mark.one_in(6)
@pytest.mark.parametrize('program', named(ONE_NUMBER))
def test_value_is_that_of_the_primal_to_the_last_bit(program):
    want = result_of(program)
    derivative = tl.value_and_grad(program.function, wrt=program.wrt)
    value, gradient = derivative(*program.args)
    assert np.asarray(value).dtype == np.asarray(want).dtype
    assert_same_bits(value, want)
    np.testing.assert_allclose(flat(gradient), flat(reverse(program, 1.0)),
                               **close(program))


def seed_of(program: Program) -> object:
    """A cotangent of the program's result."""
    result = result_of(program)
    return random_like(np.random.default_rng(3), result)


def reverse(program: Program, seed: object) -> tuple:
    """The vector-Jacobian product with the seed."""
    derivative = tl.autodiff(program.function, wrt=program.wrt, mode='reverse')
    return derivative(*program.args, init_grad=seed)


def forward(program: Program, direction: tuple) -> object:
    """The Jacobian-vector product with the direction."""
    derivative = tl.autodiff(program.function, wrt=program.wrt, mode='forward')
    return derivative(*positional(program), *direction)


def close(program: Program) -> dict[str, float]:
    """How closely two derivatives of the program's own precision agree."""
    single = tolerances(program)['rtol'] > 1e-4
    return {'rtol': 1e-4, 'atol': 1e-5} if single else {'rtol': 1e-9, 'atol': 1e-10}


def arrays_in(value: object) -> Iterator[np.ndarray]:
    """The arrays in nested containers."""
    items = value.values() if isinstance(value, dict) else value
    if isinstance(value, tuple | list | dict):
        for item in items:
            yield from arrays_in(item)
    elif isinstance(value, np.ndarray):
        yield value


def assert_alike(got: object, want: object, dtypes: bool = True) -> None:
    """One structure, with the shapes (and dtypes) of what is floating; else None."""
    if isinstance(want, tuple | list | dict):
        assert type(got) is type(want)
        assert len(got) == len(want)
        keys = list(want) if isinstance(want, dict) else range(len(want))
        assert list(got) == keys or not isinstance(want, dict)
        for key in keys:
            assert_alike(got[key], want[key], dtypes)
    elif np.asarray(want).dtype.kind == 'f':
        assert np.shape(got) == np.shape(want)
        assert not dtypes or np.asarray(got).dtype == np.asarray(want).dtype
    elif dtypes:
        assert got is None


def assert_same_bits(got: object, want: object) -> None:
    """The same numbers to the last bit, through containers."""
    if isinstance(want, dict):
        assert list(got) == list(want)
        got, want = tuple(got.values()), tuple(want.values())
    if isinstance(want, tuple | list):
        assert len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            assert_same_bits(one, other)
    elif isinstance(want, str) or want is None:
        assert got == want
    else:
        assert np.asarray(got).tobytes() == np.asarray(want).tobytes()


@pytest.mark.parametrize('program', [
    pytest.param(program, id=program.name)
    for corpus in CORPORA for program in corpus.PROGRAMS if program.name in REFUSED])
def test_what_is_not_supported_is_refused_by_name(program):
    with pytest.raises(tl.TangentliteError, match=REFUSED[program.name]):
        tl.autodiff(program.function, wrt=program.wrt)(*program.args)
