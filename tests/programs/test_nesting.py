"""Second derivatives of every program by each nesting of the two modes.

A program whose result is not one number is contracted with fixed weights first.
"""
from collections.abc import Callable

import numpy as np
import pytest

import tangentlite as tl
from tests.programs.corpora import NESTED_REFUSED, all_programs
from tests.programs.record import Program, is_floating, leaves
from tests.support.cases import named
from tests.support.load import load_module
from tests.support.measure import (
    along,
    directions,
    flat,
    is_number,
    parts_of,
    positional,
    result_of,
    tolerances,
)


def nested(programs: list) -> list:
    return named(programs, slow=lambda program: program.heavy)


SUPPORTED = [one for one in all_programs() if one[1].name not in NESTED_REFUSED]
REFUSED = [one for one in all_programs() if one[1].name in NESTED_REFUSED]


@pytest.fixture
def contracted(program, tmp_path) -> Callable:
    """The program's function with one number as its result."""
    return contract(program, tmp_path)


@pytest.mark.one_in(80)
@pytest.mark.parametrize('program', nested(SUPPORTED))
def test_reverse_over_reverse(program, contracted):
    direction = next(directions(program))
    gradient = tl.grad(contracted, wrt=program.wrt)
    product = tl.autodiff(gradient, wrt=program.wrt, mode='reverse')
    got = product(*positional(program), init_grad=direction)
    assert_is_hessian_product(got, gradient, program, direction)


@pytest.mark.one_in(80)
@pytest.mark.parametrize('program', nested(SUPPORTED))
def test_forward_over_reverse(program, contracted):
    direction = next(directions(program))
    gradient = tl.grad(contracted, wrt=program.wrt)
    product = tl.autodiff(gradient, wrt=program.wrt, mode='forward')
    got = product(*positional(program), *direction)
    assert_is_hessian_product(got, gradient, program, direction)


@pytest.mark.one_in(80)
@pytest.mark.parametrize('program', nested(all_programs()))
def test_reverse_over_forward(program, contracted):
    direction = next(directions(program))
    tangent = tl.autodiff(contracted, wrt=program.wrt, mode='forward')
    product = tl.grad(tangent, wrt=program.wrt)
    got = product(*positional(program), *direction)
    gradient = tl.grad(contracted, wrt=program.wrt)
    assert_is_hessian_product(got, gradient, program, direction)


@pytest.mark.parametrize('program', named(REFUSED))
def test_what_is_not_supported_over_reverse_mode_is_refused(program, contracted):
    direction = next(directions(program))
    gradient = tl.grad(contracted, wrt=program.wrt)
    with pytest.raises(tl.UnsupportedError):
        tl.autodiff(gradient, wrt=program.wrt)(*positional(program),
                                               init_grad=direction)
    with pytest.raises(tl.UnsupportedError):
        tl.autodiff(gradient, wrt=program.wrt, mode='forward')(*positional(program),
                                                               *direction)


def contract(program: Program, directory) -> Callable:
    result = result_of(program)
    if is_number(result):
        return program.function
    names = [f'x{k}' for k in range(len(positional(program)))]
    parts = list(parts_of(result))
    weights = [np.linspace(0.6, 1.4, np.size(part)).reshape(np.shape(part)).tolist()
               for part in parts]
    total = ' + '.join(f'np.sum(WEIGHTS{k} * {place})'
                       for k, place in enumerate(paths('result', result)))
    module = load_module('\n'.join([
        'import numpy as np',
        'primal = None',
        '',
        *[f'WEIGHTS{k} = np.array({weight})' for k, weight in enumerate(weights)],
        '',
        '',
        f'def contracted({", ".join(names)}):',
        f'    result = primal({", ".join(names)})',
        f'    return {total}',
        '']), directory)
    module.primal = program.function
    return module.contracted


def paths(place: str, value: object) -> list[str]:
    """Expressions for the floating leaves of a value, in the order of `leaves`."""
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, tuple | list):
        pairs = list(enumerate(value))
    else:
        return [place] if is_floating(value) else []
    return [path for key, item in pairs for path in paths(f'{place}[{key!r}]', item)]


def assert_is_hessian_product(got: tuple, gradient: Callable, program: Program,
                              direction: tuple) -> None:
    """Compare with central differences of the gradient, which other tests check."""
    args = positional(program)
    want = along(gradient, args, program.wrt, direction)
    shapes = [np.shape(part) for part in leaves(direction)]
    assert [np.shape(part) for part in leaves(got)] == shapes
    np.testing.assert_allclose(flat(got), want, **tolerances(program))
