"""What numba compiles computes what NumPy does, with places in arrays tested."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

numba = pytest.importorskip("numba")
ROOT = Path(__file__).parents[2]

# By what they reach of the passes and of the tables of functions.
GROUPS = {
    "fused": "kernel-jacobi_2d kernel-fdtd_2d kernel-relax kernel-average_pool",
    "counted": "writes-recurrence writes-thomas in_place-downward_recurrence "
    "while_loops-newton_kepler exits-exponential_series",
    "contracted": "arrays-helmholtz arrays-layer_norm arrays-kernel_regression",
    "hoisted": "kernel-power_iteration kernel-lu_solve kernel-csr_multiply_rows",
    "products": "arrays-perceptron_loss arrays-matrix_chain arrays-batched_products",
    "reductions": "arrays-softmax arrays-moments arrays-log_sum_exp_pairs "
    "broadcasting-mean_over_axes kernel-max_pool",
    "indexed": "indexing-repeated_positions indexing-masked_mean "
    "indexing-mixed_indices in_place-index_arrays_add_once",
    "arranged": "indexing-new_axes arrays-joined views-transposed "
    "arrays-outer_products arrays-shapes",
    "written": "in_place-slices_of_any_step in_place-masks writes-broadcast_writes "
    "in_place-overlapping_reversed",
    "functions": "arrays-logarithmic_family broadcasting-binary_functions "
    "builtin_functions-clipped_by_builtins builtin_functions-push_and_pop "
    "arrays-single_precision_network",
}  # fmt: skip


@pytest.mark.one_in(10)
@pytest.mark.parametrize("group", GROUPS)
def test_bounds_are_kept(group, tmp_path):
    require_equal(GROUPS[group].split(), tmp_path)


def require_equal(names: list[str], folder: Path) -> None:
    """Compare the gradients of programs in a process of their own."""
    settings = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(folder)}
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.support.compiled", *names],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert found.returncode == 0, found.stderr[-3000:]
    assert not found.stdout  # NumPy repeats none
