"""Random programs: both modes, optimised or not, against differences."""
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, note, settings

import tangentlite as tl
from tests.programs.random.random_programs import RandomProgram, programs
from tests.support.load import load_module
from tests.support.measure import along, flat, inner, moved, random_like

LARGEST = 1e3
RTOL, ATOL = 1e-5, 1e-6

drawing = {
    'deadline': None,
    'suppress_health_check': [HealthCheck.too_slow, HealthCheck.data_too_large,
                              HealthCheck.filter_too_much,
                              HealthCheck.function_scoped_fixture],
}


# The same ones every time, so that `make test` does not depend on luck.
@settings(max_examples=16, derandomize=True, **drawing)
@given(program=programs())
def test_random_programs(tmp_path_factory, program):
    check(program, tmp_path_factory.mktemp('drawn'))


@pytest.mark.slow
@settings(max_examples=1000, **drawing)
@given(program=programs())
def test_many_random_programs(tmp_path_factory, program):
    check(program, tmp_path_factory.mktemp('drawn'))


def check(program: RandomProgram, directory) -> None:
    """Compare the derivatives; the source and theirs are shown with a failure."""
    module = load_module(program.source + TOTAL, directory)
    function = getattr(module, program.function)
    direction, differences = smooth_direction(function, program)
    note(program.source)
    seed = random_like(np.random.default_rng(5), function(*program.args))
    by_reverse = tl.autodiff(function, wrt=program.wrt, mode='reverse')
    by_forward = tl.autodiff(function, wrt=program.wrt, mode='forward')
    note(by_reverse.source_for(*program.args, init_grad=seed))
    note(by_forward.source_for(*program.args, *direction))
    gradient = by_reverse(*program.args, init_grad=seed)
    tangent = by_forward(*program.args, *direction)
    assert_close(flat(tangent), differences)
    assert_close(inner(gradient, direction), flat(seed) @ differences)
    with tl.options(optimize=False):
        plain = tl.autodiff(function, wrt=program.wrt, mode='reverse')
        assert_close(flat(plain(*program.args, init_grad=seed)), flat(gradient))
        plain = tl.autodiff(function, wrt=program.wrt, mode='forward')
        assert_close(flat(plain(*program.args, *direction)), flat(tangent))
        plain = tl.grad(module.total, wrt=program.wrt)(*program.args)
    derivative = tl.value_and_grad(module.total, wrt=program.wrt)
    note(derivative.source_for(*program.args))
    value, gradient = derivative(*program.args)
    assert value == module.total(*program.args)
    assert_close(flat(gradient), flat(plain))


# A number, so that value and gradient can be had at once: loops may then be fused.
TOTAL = '''

def total(x, a, v, u, n):
    return np.sum(0.7 * function(x, a, v, u, n))
'''


def smooth_direction(function, program: RandomProgram) -> tuple:
    """A direction and the derivative along it; a program with a kink there is rejected.

    Differences with another step and on either side alone have to agree.
    """
    args, wrt = program.args, program.wrt
    values = tuple(args[position] for position in wrt)
    direction = random_like(np.random.default_rng(4), values)
    centre = flat(function(*args))
    assume(np.all(np.isfinite(centre)) and np.max(np.abs(centre)) < LARGEST)
    fine = along(function, args, wrt, direction)
    coarse = along(function, args, wrt, direction, 1e-4)
    assume(np.all(np.abs(fine) < LARGEST))
    assume(np.allclose(fine, coarse, rtol=1e-5, atol=1e-6))
    ahead = flat(function(*moved(args, wrt, direction, 1e-6))) - centre
    behind = centre - flat(function(*moved(args, wrt, direction, -1e-6)))
    assume(np.allclose(ahead, behind, rtol=1e-3, atol=1e-9))
    return direction, fine


def assert_close(got: object, want: object) -> None:
    np.testing.assert_allclose(got, want, rtol=RTOL, atol=ATOL)
