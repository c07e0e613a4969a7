"""Every rule with arrays of half precision, without entries, and laid out otherwise.

One sample of every sixth function is tried, and all of them by the slow tests. What
NumPy's function does not take is left out.
"""
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from scipy import linalg, signal, special

import tangentlite as tl
from tangentlite import runtime
from tangentlite.templates.scipy.linalg.schur_factors import eigenvectors
from tests.rules.test_rules import (
    DIFFERENTIATED,
    LONG,
    NAMES,
    leaves,
    like,
    programs,  # noqa: F401, a fixture
)
from tests.support.numeric import assert_close, copied

# NumPy's result for no entries has another shape or dtype than for some, or NumPy does
# not look at the other arguments then.
NOT_WITHOUT_ENTRIES = {
    np.nanquantile, np.nanpercentile, np.bincount, np.histogram, np.histogram2d,
    np.histogramdd, np.poly, np.polymul, np.cov, np.corrcoef,
    np.linalg.pinv, runtime.nearest_orthogonal,
    linalg.fractional_matrix_power, linalg.fiedler,
    linalg.fiedler_companion, linalg.solve_toeplitz, signal.fftconvolve,
    signal.oaconvolve, signal.convolve2d, signal.correlate2d,
    signal.welch, signal.csd, signal.periodogram, signal.coherence, signal.spectrogram,
    signal.stft, signal.resample_poly, signal.wiener,
}  # fmt: skip
# In another precision LAPACK chooses other signs and turns of blocks, and SciPy's
# search for spheroidal eigenvalues does not end.
NOT_IN_HALF = {
    linalg.schur, linalg.rsf2csf, eigenvectors,
    *(f for name, f in vars(special).items() if name.startswith(('pro_', 'obl_'))),
}  # fmt: skip
LOOSE = {'rtol': 5e-2, 'atol': 5e-2}
LARGEST = 1e4  # of what half precision holds, with room for what a rule computes


def largest_of(parts: object) -> float:
    """The largest size of numbers in nested tuples."""
    if isinstance(parts, tuple):
        return max(map(largest_of, parts))
    return np.max(np.abs(parts), initial=0.0)


def with_arrays() -> list[int]:
    """The samples that differentiate an array."""
    return [
        k
        for k, sample in enumerate(DIFFERENTIATED)
        if any(isinstance(x, np.ndarray) and x.ndim for x in leaves(sample))
    ]


def first_of_each() -> list[int]:
    """The first sample that differentiates an array, of every sixth function."""
    first = {DIFFERENTIATED[k].function: k for k in reversed(with_arrays())}
    return sorted(k for function, k in first.items() if function not in LONG)[::6]


def of_dtype(inputs: list, dtype: type) -> list:
    """The inputs with arrays of a dtype; numbers stay Python floats."""
    return [x.astype(dtype) if isinstance(x, np.ndarray) else x for x in inputs]


def without_entries(inputs: list) -> Iterator[list]:
    """The inputs with the first or the last axis, and all as long, without entries."""
    shapes = [np.shape(x) for x in inputs if np.ndim(x)]
    for size in {shapes[0][0], shapes[0][-1]} - {0}:
        yield [
            x[tuple(slice(0 if n == size else n) for n in x.shape)] if np.ndim(x) else x
            for x in inputs
        ]


def result_of(program: Callable, inputs: list) -> object:
    """The result with half precision or without entries; None if that is not taken."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        try:
            return program(*copied(inputs))
        except Exception:
            return None


def derivatives(program: Callable, inputs: list, tangents: list, weights: object):
    """The gradients of the weighted result and the change along the tangents.

    They have the dtypes and shapes of the inputs and the result, and the value is the
    program's own.
    """
    wanted = result_of(program, inputs)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        value, pullback = tl.vjp(program, *copied(inputs))
        gradients = pullback(weights)
        again, change = tl.jvp(program, tuple(copied(inputs)), tuple(tangents))
    for got, like_it in [(value, wanted), (again, wanted), *zip(gradients, inputs)]:
        assert np.shape(got) == np.shape(like_it)
        assert np.result_type(got) == np.result_type(like_it)
    assert np.shape(change) == np.shape(wanted)
    np.testing.assert_allclose(value, wanted, rtol=1e-3)
    return gradients, change


def require_variants(program: Callable, k: int) -> None:
    """Compare the derivatives of a sample's variants with those of its inputs."""
    inputs = of_dtype(leaves(DIFFERENTIATED[k]), float)
    tangents = [like(x, 40 + 7 * i) for i, x in enumerate(inputs)]
    weights = like(np.asarray(program(*copied(inputs)), float), 33)
    expected = derivatives(program, inputs, tangents, weights)
    if any(np.ndim(x) > 1 for x in inputs):
        columns = [np.asfortranarray(x) if np.ndim(x) else x for x in inputs]
        if takes(program, columns):
            got = derivatives(program, columns, tangents, weights)
            alike = np.allclose(program(*columns), program(*inputs), equal_nan=True)
            if alike:  # not what is drawn in the order of the memory
                assert_close(got, expected)
    half = of_dtype(inputs, np.float16)
    is_tried = DIFFERENTIATED[k].function not in NOT_IN_HALF
    result = result_of(program, half) if is_tried else None
    is_held = result is not None and not np.isnan(largest_of(result))
    if is_held and largest_of(expected) < LARGEST:
        seed = np.asarray(weights, np.result_type(result))
        got = derivatives(program, half, of_dtype(tangents, np.float16), seed)
        assert_close(got, expected, **LOOSE)
    if DIFFERENTIATED[k].function in NOT_WITHOUT_ENTRIES:
        return
    for few in without_entries(inputs):
        result = result_of(program, few)
        if result is not None:
            moved = [like(x, 40 + 7 * i) for i, x in enumerate(few)]
            derivatives(program, few, moved, like(np.asarray(result, float), 33))


def takes(program: Callable, columns: list) -> bool:
    """Whether the function takes arrays in this order; `sosfilt` does not."""
    try:
        program(*columns)
    except ValueError:
        return False
    return True


@pytest.mark.one_in(5)
@pytest.mark.parametrize('k', first_of_each(), ids=NAMES.__getitem__)
def test_variants(k, programs):  # noqa: F811
    require_variants(getattr(programs, f'program_{k}'), k)


@pytest.mark.slow
@pytest.mark.parametrize('k', with_arrays(), ids=NAMES.__getitem__)
def test_variants_of_all_samples(k, programs):  # noqa: F811
    require_variants(getattr(programs, f'program_{k}'), k)
