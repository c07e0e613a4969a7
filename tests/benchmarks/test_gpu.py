"""The command that times gradients on a GPU, where there is one."""

import numpy as np
import pytest

import tangentlite as tl


@pytest.fixture
def gpu():
    pytest.importorskip("benchmarks.report", reason="of a checkout")
    from benchmarks import gpu

    return gpu


def test_what_is_missing_is_said(gpu, capsys):
    assert gpu.main(["--quick"]) == 0
    printed = capsys.readouterr().out
    if gpu.cupy_device().missing:
        assert f"cupy: {gpu.cupy_device().missing}" in printed
    for name, *_ in gpu.programs(0.001):
        assert name in printed


def test_lines_of_a_device(gpu):
    device = gpu.Device("", np.asarray, np.asarray, lambda result: None, "this one")
    for case in gpu.programs(0.001):
        cells = gpu.line(*case, {"cupy": device}, 1)
        assert float(cells["cupy"]) > 0.0


def test_results_of_a_device_are_checked(gpu):
    wrong = gpu.Device("", np.asarray, lambda x: 2.0 * np.asarray(x), print, "wrong")
    with pytest.raises(Exception, match="off by"):
        gpu.line(*next(gpu.programs(0.001)), {"cupy": wrong}, 1)


@pytest.mark.parametrize("number", range(4))
def test_programs_run_by_protocols(gpu, number):
    """On arrays that have NumPy's protocols and nothing else, as CuPy's do."""
    from tests.other_arrays.counted import Counted, bare

    _, f, args, wrt = list(gpu.programs(0.001))[number]
    given = [Counted(x) if isinstance(x, np.ndarray) else x for x in args]
    derivative = tl.value_and_grad(f, wrt=wrt)
    value, slopes = derivative(*given)
    wanted, expected = derivative(*args)
    np.testing.assert_allclose(bare(value), wanted, 1e-10)
    pairs = zip(slopes, expected) if len(wrt) > 1 else [(slopes, expected)]
    for found, one in pairs:
        np.testing.assert_allclose(bare(found), one, 1e-8, 1e-10)
