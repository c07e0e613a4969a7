"""Every program: second derivatives as loops; and compiled, with places tested."""

from collections.abc import Iterator

import pytest

import tangentlite as tl
from tests.loops.test_compiled import require_equal
from tests.loops.test_parity import NESTED, PROGRAMS, assert_near, in_numpy_and_loops
from tests.programs.corpora import NESTED_REFUSED
from tests.programs.test_nesting import contract
from tests.support.cases import named
from tests.support.compiled import WORKLOAD_PROGRAMS
from tests.support.measure import derivatives, directions, positional
from tests.support.numeric import copied

pytest.importorskip("numba")

LEFT_OUT = {
    "writes-gauss_seidel",
    "workload-LSTM T=100",
    "workload-average by radius",
}
NOT_COMPILED = {"kernel-fft_recursive", "workload-Kalman filter T=50"}
# Those with a number as their result are in tests/loops/test_parity.py.
KNOWN = {name for name, _ in NESTED}
OTHERS = [
    (name, program)
    for name, program in PROGRAMS
    if name not in KNOWN | LEFT_OUT and program.name not in NESTED_REFUSED
]
WORKED = [(name, one) for name, one in WORKLOAD_PROGRAMS if name not in LEFT_OUT]
COMPILED = [
    name
    for name in (*dict(PROGRAMS), *dict(WORKED))
    if name.startswith(("kernel-", "workload-")) and name not in LEFT_OUT | NOT_COMPILED
]
AT_ONCE = 5


@pytest.mark.one_in(120)
@pytest.mark.parametrize("program", named(OTHERS))
def test_second_order(program, tmp_path):
    function = contract(program, tmp_path)
    args, direction = positional(program), next(directions(program))

    def made() -> Iterator[tuple]:
        second = tl.autodiff(tl.grad(function, wrt=program.wrt), program.wrt)
        yield second, copied(args), {"init_grad": direction}

    for want, got in zip(*in_numpy_and_loops(made)):
        assert_near(got, want)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("program", named(WORKED))
def test_workloads(program):
    def made() -> Iterator[tuple]:
        yield from derivatives(program)
        derivative = tl.value_and_grad(program.function, wrt=program.wrt)
        yield derivative, copied(program.args), {}

    for want, got in zip(*in_numpy_and_loops(made)):
        assert_near(got, want)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(COMPILED), AT_ONCE))
def test_bounds_are_kept_in_both_modes(first, tmp_path):
    require_equal(["--both", *COMPILED[first : first + AT_ONCE]], tmp_path)
