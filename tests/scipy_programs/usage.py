"""Functions of SciPy in the Python around them: tables, partials, classes, loops."""
import dataclasses
import functools
from collections import namedtuple
from dataclasses import dataclass

import numpy as np
import scipy.linalg as sl
import scipy.special as sc
import scipy.stats as ss
from scipy import integrate, ndimage, optimize, signal
from scipy.linalg import LinAlgError
from scipy.special import erf, gammaln, ndtr

from tests.programs.record import program, sample

ACTIVATIONS = {'expit': sc.expit, 'erf': erf, 'probit': ndtr, 'tanh': np.tanh}
log_beta = sc.betaln
tail = functools.partial(sc.gammaincc, 2.5)
Prior = namedtuple('Prior', 'mean scale')


@dataclass
class Kernel:
    amplitude: float
    length: float
    kind: str = 'matern'

    def __call__(self, r):
        z = r / self.length
        if self.kind == 'gauss':
            return self.amplitude * np.exp(-0.5 * z ** 2)
        return self.amplitude * z * sc.k1(z)


class Filter:
    def __init__(self, taps):
        self.taps = taps
        self.energy = 0.0

    def run(self, x):
        y = signal.lfilter(self.taps, [1.0], x)
        self.energy = self.energy + np.sum(y ** 2)
        return y


class Model:
    link = staticmethod(sc.expit)

    def __init__(self, coef):
        self.coef = coef

    @property
    def penalty(self):
        return np.sum(sc.huber(0.5, self.coef))

    @classmethod
    def zero(cls, n):
        return cls(np.zeros(n))

    def mean(self, x):
        return self.link(x @ self.coef)


def activation_of_name(x, names):
    for name in names:
        x = ACTIVATIONS[name](x) + 0.1 * x
    return x


def applied(f, x):
    return f(x) * x


def functions_handed_over(x):
    return applied(gammaln, x) + applied(sc.erfc, x) + applied(lambda u: sc.j0(u), x)


def another_name(a, b):
    f = sc.gammaln
    return f(a) + f(b) - f(a + b) - 2 * log_beta(a, b)


def partial_functions(x):
    q = functools.partial(sc.gammainc, 1.5)
    return tail(x) * q(x)


def mapped(xs):
    return sum(map(sc.digamma, xs)) + max(gammaln(x) for x in xs)


def vectorised(x):
    return np.vectorize(sc.erf)(x) ** 2


def outer_of_ufunc(a, b):
    return sc.beta.outer(a, b).sum(axis=0)


def where_of_ufunc(x):
    y = np.zeros_like(x)
    sc.log_ndtr(x, out=y, where=x > 0)
    return y + x


def by_getattr(x, name):
    return getattr(sc, name)(x).sum()


def kernel_object(amplitude, length):
    kernels = [Kernel(amplitude, length), Kernel(1.0, length, kind='gauss')]
    r = np.array([0.4, 1.3])
    return kernels[0](r) @ kernels[1](r)


def kernel_replaced(amplitude, r):
    kernel = Kernel(amplitude, 0.8)
    wide = dataclasses.replace(kernel, length=2 * kernel.length)
    return wide(r) - kernel(r)


def filter_object(taps, x):
    bank = [Filter(taps), Filter(taps[::-1])]
    for f in bank:
        x = f.run(x)
    return sum(f.energy for f in bank)


def model_object(coef, x, y):
    model = Model(coef)
    p = model.mean(x)
    base = Model.zero(len(coef)).mean(x)
    return np.sum(sc.kl_div(y, p) - sc.kl_div(y, base)) + model.penalty


def named_priors(values):
    priors = {'a': Prior(0.0, 1.0), 'b': Prior(values['a'], 2.0)}
    return sum(ss.norm.logpdf(values[k], *priors[k]) for k in sorted(priors))


def keyword_dictionaries(x, loc):
    settings = {'loc': loc, 'scale': 1.5}
    return ss.norm.logpdf(x, **settings).sum() + ss.laplace(**settings).logpdf(x).sum()


def starred_arguments(x, theta):
    return ss.norm.cdf(x, *theta) + ss.logistic.pdf(x, *theta[::-1])


def jitter_until_definite(a):
    jitter = 0.0
    while True:
        try:
            low = sl.cholesky(a + a.T + jitter * np.eye(len(a)), lower=True)
            break
        except LinAlgError:
            jitter = 1.0 if jitter == 0.0 else 2 * jitter
    return np.sum(np.log(np.diag(low)))


def solved_or_regularised(a, b):
    a = 0.5 * (a + a.T)
    try:
        x = sl.solve(a, b, assume_a='pos')
    except LinAlgError:
        x = sl.solve(a + np.eye(2), b, assume_a='pos')
    return x @ b


def factored_or_shifted(shift, b):
    a = np.array([[1.0, 2.0], [2.0, 1.0]])
    try:
        factor = sl.cho_factor(a * shift)
    except np.linalg.LinAlgError:
        factor = sl.cho_factor(a + 2 * shift * np.eye(2))
    return b @ sl.cho_solve(factor, b)


def series_until_small(x):
    total, term, k = 0.0, 1.0, 0
    while abs(term) > 1e-14:
        total += term * sc.expit(x)
        k += 1
        term = x ** k / sc.factorial(k)
    return total


def asymptotic_or_exact(x):
    if x > 10:
        return 0.5 * np.log(2 * np.pi / x) + x * (np.log(x) - 1)
    if x < 0:
        return -sc.gammaln(1 - x)
    return sc.gammaln(x)


def continued_newton(p):
    x = 0.0
    for _ in range(20):
        step = (ss.norm.cdf(x) - p) / ss.norm.pdf(x)
        x -= step
        if abs(step) < 1e-12:
            break
    return x


def masked_update(x):
    y = x.copy()
    positive = y > 0
    y[positive] = sc.xlogy(y[positive], y[positive])
    y[~positive] = sc.expm1(y[~positive])
    return np.sum(y ** 2)


def comprehension_of_solves(shifts, b):
    a = np.array([[1.0, 0.2], [0.1, 2.0]])
    return np.array([sl.solve(a + s * np.eye(2), b) for s in shifts])


def recursion(n, x):
    if n == 0:
        return sc.j0(x)
    if n == 1:
        return sc.j1(x)
    return 2 * (n - 1) / x * recursion(n - 1, x) - recursion(n - 2, x)


def generator_of_terms(x):
    def terms():
        for k in range(1, 5):
            yield sc.eval_legendre(k, x) / k
    return sum(terms())


def nested_closures(scale):
    def make(shape):
        def survival(t):
            return sc.gammaincc(shape, t / scale)
        return survival
    first, second = make(1.0), make(2.0)
    return first(0.7) * second(1.3)


def cached_table(x):
    @functools.lru_cache
    def coefficient(k):
        return sc.comb(5, k, exact=True)
    return sum(coefficient(k) * x ** k * (1 - x) ** (5 - k) * k for k in range(6))


def warnings_silenced(x):
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.where(x > 0, sc.entr(x) / x, 0.1 * x).sum()


def error_state_of_special(x):
    with sc.errstate(all='ignore'):
        return sc.gammaln(x) * sc.erfinv(x / 4)


def derivative_by_formula(x, h=1e-2):
    return (sc.gamma(x + h) - sc.gamma(x - h)) / (2 * h)


def rosen_of_library(x):
    return optimize.rosen(x)


def matrix_function_by_eigh(a):
    w, v = sl.eigh(a @ a.T)
    return (v * sc.expit(w)) @ v.T


def sorted_samples(x):
    u = ss.norm.cdf(np.sort(x))
    i = np.arange(1, len(x) + 1)
    return np.mean((u - (i - 0.5) / len(x)) ** 2)


def ranks_as_constants(x):
    r = ss.rankdata(x)
    return np.sum(r * x ** 2)


def random_numbers(mu, sigma):
    z = ss.norm.rvs(size=4, random_state=3)
    return np.mean(np.tanh(mu + sigma * z))


def spectrum_with_window(x):
    w = signal.get_window('hamming', len(x))
    return np.abs(np.fft.rfft(w * x)) ** 2


def designed_filter(x):
    taps = signal.firwin(5, 0.4)
    return np.convolve(x, taps, mode='valid') ** 2


def gaussian_quadrature_nodes(b):
    x, w = np.polynomial.legendre.leggauss(5)
    return w @ sc.erf(b * x + 1)


def labels_of_regions(image):
    labels, n = ndimage.label(image > 0.3)
    return sum(np.sum(image[labels == k]) ** 2 for k in range(1, n + 1))


def interval_by_trapezoid(a, b):
    x = np.linspace(a, b, 9)
    return integrate.trapezoid(sc.erf(x), x) + integrate.simpson(sc.j0(x), x=x)


def asserted(cov):
    assert sl.issymmetric(cov + cov.T)
    low = sl.cholesky(cov + cov.T + 4 * np.eye(2), lower=True)
    if not np.all(np.isfinite(low)):
        raise LinAlgError('not finite')
    return low


PROGRAMS = [
    program(activation_of_name, sample(1, 3), ('expit', 'erf', 'probit', 'tanh')),
    program(functions_handed_over, 1.3),
    program(another_name, 1.3, 0.8),
    program(partial_functions, sample(2, 3, low=0.3, high=3.0)),
    program(mapped, [1.2, 2.3, 0.7]),
    program(vectorised, sample(3, 3)),
    program(outer_of_ufunc, sample(4, 2, low=0.5), sample(5, 3, low=0.5)),
    program(where_of_ufunc, sample(6, 4)),
    program(by_getattr, sample(7, 3, low=0.3), 'gammaln'),
    program(kernel_object, 1.2, 0.8),
    program(kernel_replaced, 1.2, np.array([0.4, 1.3])),
    program(filter_object, np.array([1.0, 0.4, -0.2]), sample(8, 5)),
    program(model_object, sample(9, 2), sample(10, 4, 2), sample(11, 4, low=0.2)),
    program(named_priors, {'a': 0.4, 'b': 1.3}),
    program(keyword_dictionaries, sample(12, 3), 0.3),
    program(starred_arguments, 0.7, (0.2, 1.4)),
    program(jitter_until_definite, sample(13, 3, 3)),
    program(solved_or_regularised, np.array([[1.0, 2.0], [2.0, 1.5]]), sample(26, 2)),
    program(factored_or_shifted, 1.4, sample(27, 2)),
    program(series_until_small, 0.8),
    program(asymptotic_or_exact, 2.7),
    program(asymptotic_or_exact, 12.5, name='asymptotic'),
    program(continued_newton, 0.7),
    program(masked_update, sample(14, 5)),
    program(comprehension_of_solves, sample(15, 3, low=0.2), sample(16, 2)),
    program(recursion, 4, 1.7),
    program(generator_of_terms, 0.4),
    program(nested_closures, 1.4),
    program(cached_table, 0.3),
    program(warnings_silenced, sample(17, 4)),
    program(error_state_of_special, 1.7),
    program(derivative_by_formula, 1.7),
    program(rosen_of_library, sample(18, 3)),
    program(matrix_function_by_eigh, sample(19, 3, 3)),
    program(sorted_samples, sample(20, 5)),
    program(ranks_as_constants, sample(21, 5)),
    program(random_numbers, 0.3, 0.8),
    program(spectrum_with_window, sample(22, 8)),
    program(designed_filter, sample(23, 8)),
    program(gaussian_quadrature_nodes, 0.7),
    program(labels_of_regions, sample(24, 4, 4)),
    program(interval_by_trapezoid, 0.2, 1.7, heavy=True),
    program(asserted, sample(25, 2, 2)),
]
