"""The kind that is predicted of a call's result is that of the result, for all sizes.

For every sample of every rule the sizes of axes, integers and contents are drawn.
"""
import math
import warnings
from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.polynomial import hermite, hermite_e
from scipy import fft, fftpack, linalg, ndimage, signal, stats
from scipy.spatial import distance

from tangentlite import runtime
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import INTEGER, Symbol
from tangentlite.rules.registry import rule_of
from tests.rules.samples.every import SAMPLES, by_function, can_be_called
from tests.rules.sizes.compared_kinds import differences, predicted, unproved
from tests.rules.sizes.drawn_sizes import Kinds, of_sizes, other_sizes, size_of
from tests.rules.test_rules import flat
from tests.rules.test_variants import NOT_WITHOUT_ENTRIES
from tests.scipy_programs.corpora import is_there
from tests.support.cases import named

MOST_ENTRIES = 20_000  # of an array that a rule is given
# The compiler finds the sizes of what is drawn without calls. An adjoint that is summed
# over broadcast axes has the shape that its operand was broadcast to.
# The density of one point in a matrix is a number: a call has a pattern of ones. In the
# shape that SciPy's transforms are given -1 stands for the length of the axis. How many
# residuals of least squares there are depends on the rank; the helpers of sparse
# matrices are given patterns, not any integers. A quotient is a list if the divisor is
# longer; one sample makes one piece of a signal, any others three. SciPy's distance for
# p=2 is a number of Python, others are NumPy's. Of groups with one member each an
# analysis of variance gives one nan, along any axis.
LEFT_OUT = (
    fft.dctn, fft.idctn, fft.dstn, fft.idstn, fft.irfftn, linalg.lstsq,
    fftpack.dctn, fftpack.idctn, fftpack.dstn, fftpack.idstn,
    stats.multinomial.logpmf, stats.multinomial.pmf, signal.deconvolve, signal.stft,
    distance.minkowski, stats.f_oneway,
    # Of no entries they make arrays of other shapes, some in older versions alone.
    linalg.matmul_toeplitz, linalg.qr_multiply,
    *(() if is_there('1.17') else (ndimage.affine_transform,)),
)  # fmt: skip
# Of lines and samples they make numbers of Python, or whole ones of nothing.
OF_PYTHON = ('line_through', 'linregress', 'of_one_sample', 'of_pairs')
CALLED = [
    s
    for s in SAMPLES
    if rule_of(s.function).kind != 'draw' and s.function is not runtime.unbroadcast
    if getattr(s.function, '__self__', None) is not stats.multivariate_normal
    if s.function not in LEFT_OUT and can_be_called(s)
    if 'runtime.sparse' not in (getattr(s.function, '__module__', None) or '')
    if getattr(s.function, '__name__', '') not in OF_PYTHON
]


SAMPLES_OF = by_function(CALLED)


# Seconds each: their trials are series in three variables.
LONG = ('val3d', 'grid3d')


@pytest.mark.one_in(20)
@pytest.mark.parametrize('name', named(
    zip(SAMPLES_OF, SAMPLES_OF), slow=lambda name: name.split('_')[0].endswith(LONG)))
def test_sizes_of_results(name):
    random = Random(name)
    for sample in SAMPLES_OF[name]:
        check(sample, random, 8)


def check(sample, random: Random, calls: int) -> None:
    """Compare what is predicted for drawn kinds with the results of some calls."""
    if sample.function is ndimage.affine_transform:
        return  # SciPy reads beyond a matrix or an offset that is too small
    kinds = Kinds(random)
    arguments = [kinds.of(value) for value in sample.args]
    keywords = {key: kinds.of(value) for key, value in sample.kwargs.items()}
    every = [*arguments, *keywords.values()]
    found, proved = predicted(sample.function, arguments, keywords)
    for turn in range(calls):
        sizes = other_sizes(kinds, random) if turn else dict(kinds.sizes)
        if not may_be_called(sample.function, *entries(every, sizes)):
            continue
        given_ = [
            of_sizes(kind, value, sizes, random)
            for kind, value in zip(every, (*sample.args, *sample.kwargs.values()))
        ]
        named = dict(zip(keywords, given_[len(arguments) :]))
        with warnings.catch_warnings(), np.errstate(all='ignore'):
            warnings.simplefilter('ignore')
            try:
                result = sample.function(*given_[: len(arguments)], **named)
            except Exception:
                continue
        if type(result) is complex and not any(map(np.iscomplexobj, flat(given_))):
            continue  # the root of a negative number
        wrong = [*unproved(every, proved, sizes),
                 *differences(found, result, proved, sizes)]  # fmt: skip
        assert not wrong, f'{wrong}\nkinds: {every}\nsizes: {sizes}\nof {given_}'


# Without entries NumPy gives other ranks, sizes or dtypes than else.
OTHERS_WITHOUT_ENTRIES = NOT_WITHOUT_ENTRIES | {
    np.einsum, np.polyder, sum, hermite.hermdiv, hermite_e.hermediv,
    signal.convolve, signal.correlate, signal.fftconvolve, signal.oaconvolve,
    linalg.eig_banded, linalg.eigvals_banded, linalg.lu, linalg.norm,
    distance.euclidean, distance.minkowski,
}  # fmt: skip


def may_be_called(function, *counts: int) -> bool:
    """Whether a call for arrays of so many entries ends soon, and is as others are.

    np.take does not return where mode='wrap' takes from an array of shape (0, 0), and
    np.histogramdd makes as many axes as there are columns.
    """
    if 0 in counts and function in OTHERS_WITHOUT_ENTRIES:
        return False
    most = 12 if function is np.histogramdd else MOST_ENTRIES
    return sum(counts) <= most and (sum(counts) > 0 or function is not np.take)


def entries(kinds: list, sizes: dict[str, int]) -> list[int]:
    """How many entries each array has."""
    arrays = [kind for kind in flat(kinds) if isinstance(kind, Array)]
    shapes = ([size_of(dim, sizes) for dim in kind.shape] for kind in arrays)
    return list(map(math.prod, shapes))


@pytest.mark.slow
@pytest.mark.parametrize('name', SAMPLES_OF)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.data())
def test_sizes_of_results_of_all_kinds(name, random, data):
    check(data.draw(st.sampled_from(SAMPLES_OF[name])), random, 4)


N, M = Symbol('n'), Symbol('m')
SUM = Symbol('k+l', 0, False, (('k', 1), ('l', 1)))
# What three trials that work agree on, and other calls do not.
BY_CHANCE = {
    'parts of 4': (np.hsplit, [(4,), Symbol(f'{INTEGER}i')], {f'{INTEGER}i': 2}),
    'as many parts as an axis is long': (
        np.dsplit, [(SUM, 3, N), SUM], {'k': 1, 'l': 1, 'n': 4}
    ),
    'a sum that is 1': (np.less, [(N,), (SUM,)], {'n': 3, 'k': 1, 'l': 0}),
    'a sum that is 1, of several': (
        np.broadcast_arrays, [(N,), (SUM,)], {'n': 3, 'k': 1, 'l': 0}
    ),
    'vectors of two or three': (
        partial(np.cross, axisb=0), [(SUM,), (SUM, 2)], {'k': 1, 'l': 2}
    ),
    'a diagonal as long as the shorter axis': (
        partial(runtime.diagonal_to_write, offset=0, axis1=2, axis2=1),
        [(M, SUM, N)],
        {'m': 2, 'n': 4, 'k': 1, 'l': 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize('case', BY_CHANCE)
def test_what_trials_agree_on_by_chance(case):
    function, given_, sizes = BY_CHANCE[case]
    keywords = getattr(function, 'keywords', {})
    function = getattr(function, 'func', function)
    kinds = [
        Array('float64', of) if isinstance(of, tuple)
        else Scalar('int64', True, None, of)
        for of in given_
    ]  # fmt: skip
    found, proved = predicted(function, kinds, keywords)
    values = [
        np.zeros([size_of(dim, sizes) for dim in of]) if isinstance(of, tuple)
        else size_of(of, sizes)
        for of in given_
    ]  # fmt: skip
    assert not list(differences(found, function(*values, **keywords), proved, sizes))
