"""Results of tests and fits of SciPy: tuples with names, made inside and outside."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(2)

signal = pytest.importorskip('scipy.signal')
stats = pytest.importorskip('scipy.stats')

X, Y = spread(7), spread(7, start=20) ** 2
FIT, TEST = stats.linregress(X, Y), stats.ttest_1samp(X, 0.3)
RANKS = stats.spearmanr(X, Y)


def by_position(x, y):
    result = stats.ttest_ind(x, y)
    statistic, pvalue = result
    return statistic * pvalue + result[0] * result[-1] + len(result) * sum(result)


def as_tuples(x, y):
    statistic, pvalue = tuple(stats.pearsonr(x, y))
    return [*stats.linregress(x, y)][0] * pvalue + statistic


def of_lists(a, b):
    line = stats.linregress([a, 2.0, 3.5], [b, 1.0, 2.0])
    test = stats.f_oneway([a, 2.0, 3.5], (b, 1.0))
    return line.slope * line.intercept_stderr + test.statistic


@pytest.mark.parametrize(('function', 'arguments'), [
    (by_position, (X, Y)), (as_tuples, (X, Y)), (of_lists, (0.3, 0.7)),
])  # fmt: skip
def test_inside(function, arguments):
    tl.check_grad(function, arguments, order=2)
    assert tl.vjp(function, *arguments)[0] == function(*arguments)


def from_outside(x):
    low, high = TEST.confidence_interval(0.9)
    rest = TEST.statistic * TEST.df + RANKS[0] + low * high
    return x * FIT.slope + x**2 * FIT.intercept_stderr + rest * x**3


def test_made_outside():
    tl.check_grad(from_outside, (1.3,))


def predicted(x, line):
    return line.slope * x + line.intercept


def test_as_an_argument():
    slope, of_line = tl.grad(predicted, (0, 1))(1.5, FIT)
    assert slope == FIT.slope
    assert (of_line.slope, of_line.intercept) == (1.5, 1.0)


def of_mean(x):
    return stats.ttest_1samp(x, 0.3)


def test_as_the_result():
    value, change = tl.jvp(of_mean, (X,), (np.ones(7),))
    assert type(value) is type(TEST)
    assert (value, value.df) == (TEST, TEST.df)
    step = 1e-6
    near = of_mean(X + step)[0] - of_mean(X - step)[0]
    assert change.statistic == pytest.approx(near / (2.0 * step), rel=1e-6)
    (gradient,) = tl.vjp(of_mean, X)[1](change)
    assert gradient.shape == (7,)


def test_two_points_are_on_the_line():
    def quality(x, y):
        fit = stats.linregress(x, y)
        return fit.pvalue + fit.stderr + fit.rvalue

    np.testing.assert_array_equal(tl.grad(quality)(X[:2], Y[:2]), [0.0, 0.0])


def welch(x, y):
    return stats.ttest_ind(x, y, equal_var=False)


def test_degrees_of_freedom_that_change_have_no_p_value():
    tl.check_grad(lambda x: welch(x, Y).statistic, (X,))
    with pytest.raises(tl.UnsupportedError, match='no derivative with respect to df'):
        tl.grad(lambda x: welch(x, Y).pvalue)(X)


@pytest.mark.parametrize('call', [
    lambda x: stats.pearsonr(x, Y[:3])[0], lambda x: stats.pearsonr(x[:1], Y[:1])[0],
    lambda x: stats.ttest_rel(x, Y[:3]).statistic,
    lambda x: stats.ttest_1samp(x, 0.3, alternative='other').statistic,
    lambda x: stats.linregress(x, Y[:3]).slope,
    lambda x: stats.chisquare(x * x, 2.0 * x * x).statistic,
    lambda x: stats.power_divergence(x, lambda_='other').statistic,
])  # fmt: skip
def test_bad_input_raises_as_in_scipy(call):
    for function in (call, tl.value_and_grad(lambda x: call(x))):
        with pytest.raises(ValueError):
            function(X)


@pytest.mark.parametrize('name', ['spearmanr', 'kendalltau', 'mannwhitneyu'])
def test_functions_of_ranks_are_refused(name):
    with pytest.raises(tl.UnsupportedError, match=f'{name} is not supported'):
        tl.grad(lambda x: getattr(stats, name)(x, Y)[0])(X)


@pytest.mark.parametrize('call', [
    lambda x: stats.ttest_ind(x, Y, trim=0.1).statistic,
    lambda x: stats.pearsonr(x, Y, method=1).statistic,
    lambda x: stats.f_oneway(x, Y, equal_var=False).statistic,
    lambda x: stats.ttest_1samp(x, 0.3, nan_policy='omit').statistic,
])  # fmt: skip
def test_options_that_are_refused(call):
    with pytest.raises(tl.UnsupportedError, match='is not supported'):
        tl.grad(lambda x: call(x))(X)


SECTIONS = np.array([[0.5, 0.3, 0.2, 1.0, 0.4, -0.3], [0.7, 0.2, 0.0, 1.0, -0.5, 0.2]])


def filtered_by_data(x):
    """No argument of the filter is a parameter, and no trial tells its results."""
    start = np.full((2, 2, 2), 0.5)
    value, state = signal.sosfilt(1.0 * SECTIONS, SECTIONS[:, :3] * 2.0, 1, start)
    return np.sum(value) * x + np.sum(state) * x * x


def test_several_results_of_data():
    with tl.options(optimize=False):
        plain = tl.grad(filtered_by_data)(0.7)
    assert tl.grad(filtered_by_data)(0.7) == pytest.approx(plain)
    value = filtered_by_data(1.0), filtered_by_data(-1.0)
    want = 0.5 * (value[0] - value[1]) + 0.7 * (value[0] + value[1])
    assert plain == pytest.approx(want)
