"""Results of tests and fits: tuples with names, some of which are no items."""

import numpy as np
from scipy import special, stats
from scipy.stats import _stats_py

from tangentlite.rules.registry import definition
from tangentlite.templates.subscripts import refuse

# Classes that SciPy does not list, or not everywhere, but that its results have.
Interval = type(_stats_py.ttest_1samp([0.0, 1.0], 0.0).confidence_interval())
Significance = type(_stats_py.spearmanr([0.0, 1.0, 2.0], [1.0, 0.0, 2.0]))
Line = type(stats.linregress([0.0, 1.0], [0.0, 1.0]))


class Result:
    """What all results have: items by position and in order."""

    __slots__ = ()

    def __iter__(self):
        return iter(self._items())

    def __len__(self):
        return len(self._items())

    def __getitem__(self, place):
        return self._items()[place]


@definition(Significance)
class SignificanceResult(Result):
    """A statistic and its p-value."""

    __slots__ = ("statistic", "pvalue")

    def __init__(self, statistic, pvalue):
        self.statistic = statistic
        self.pvalue = pvalue

    def _items(self):
        return self.statistic, self.pvalue


@definition(_stats_py.TtestResult)
class TtestResult(Result):
    """The statistic of a t-test, its p-value and degrees of freedom."""

    __slots__ = (
        "statistic", "pvalue", "df", "_alternative", "_standard_error", "_estimate",
        "_statistic_np", "_dtype", "_xp",
    )  # fmt: skip

    def __init__(self, statistic, pvalue, df, alternative, standard_error, estimate):
        self.statistic = statistic
        self.pvalue = pvalue
        self.df = df
        self._alternative = alternative
        self._standard_error = standard_error
        self._estimate = estimate
        # What SciPy's own objects use, of those that leave the program.
        self._statistic_np, self._dtype, self._xp = statistic, statistic.dtype, np

    def _items(self):
        return self.statistic, self.pvalue

    def confidence_interval(self, confidence_level=0.95):
        if confidence_level < 0 or confidence_level > 1:
            raise ValueError("`confidence_level` must be a number between 0 and 1.")
        level = np.asarray(confidence_level, self.statistic.dtype)
        if self._alternative < 0:
            low, high = -np.inf, special.stdtrit(self.df, level)
        elif self._alternative > 0:
            low, high = special.stdtrit(self.df, 1 - level), np.inf
        else:
            tail = (1 - level) / 2
            low = special.stdtrit(self.df, tail)
            high = special.stdtrit(self.df, 1 - tail)
        return Interval(self._moved(low), self._moved(high))

    def _moved(self, quantile):
        quantile = np.asarray(quantile, self.statistic.dtype)
        return quantile * self._standard_error + self._estimate


@definition(_stats_py.PearsonRResult)
class PearsonRResult(Result):
    """A coefficient of correlation and its p-value."""

    __slots__ = ("statistic", "pvalue", "correlation", "_alternative", "_n")

    def __init__(self, statistic, pvalue, alternative, n):
        self.statistic = statistic
        self.pvalue = pvalue
        self.correlation = statistic
        self._alternative = alternative
        self._n = n

    def _items(self):
        return self.statistic, self.pvalue

    # By the transformation of Fisher, in which the coefficient is nearly normal.
    def confidence_interval(self, confidence_level=0.95, method=None):
        if method is not None:
            refuse("a method of confidence_interval", "Use it without.")
        middle = np.arctanh(self.statistic)
        low, high = -np.ones_like(middle), np.ones_like(middle)
        if self._n > 3:
            width = np.sqrt(1 / (np.asarray(self._n, middle.dtype) - 3))
            share = np.asarray(confidence_level, middle.dtype)
            if self._alternative == "two-sided":
                share = 0.5 + share / 2
            share = special.ndtri(share)
            if self._alternative != "less":
                low = np.tanh(middle - share * width)
            if self._alternative != "greater":
                high = np.tanh(middle + share * width)
        return Interval(low, high)


@definition(Line)
class LinregressResult(Result):
    """A straight line through points, and how well it fits."""

    __slots__ = (
        "slope", "intercept", "rvalue", "pvalue", "stderr", "intercept_stderr",
    )  # fmt: skip

    def __init__(self, slope, intercept, rvalue, pvalue, stderr, *, intercept_stderr):
        self.slope = slope
        self.intercept = intercept
        self.rvalue = rvalue
        self.pvalue = pvalue
        self.stderr = stderr
        self.intercept_stderr = intercept_stderr

    def _items(self):
        return self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr
