"""Arguments as people give them: shapes, axes, keywords, dtypes, flags and lists."""
import math

import numpy as np
import scipy as sp
from scipy import fft, integrate, linalg, ndimage, signal, special, stats
from scipy.spatial import distance
from scipy.stats import multivariate_normal, norm

from tests.programs.record import program, sample

MATRIX = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 1.8]])
FROZEN = stats.t(df=5)


def logsumexp_over_both_axes(a, weights):
    inner = special.logsumexp(a, axis=(0, 2), b=weights, keepdims=True)
    return inner[0, :, 0] - sp.special.logsumexp(a, axis=1)[0, :2]


def masked_logsumexp(a):
    masked = np.where(np.eye(3, dtype=bool), -np.inf, a)
    return np.exp(special.logsumexp(masked, axis=1)).sum()


def softmax_over_axis(a):
    return special.softmax(a, axis=0) * special.log_softmax(a)


def bessel_of_orders(x):
    orders = np.arange(3)[:, None]
    return special.jv(orders, x) + special.iv(orders + 0.5, x)


def polygamma_of_list(x):
    return special.polygamma([0, 1, 2], x)


def gamma_of_negative(x):
    return np.log(np.abs(special.gamma(x))) + special.gammaln(x) * special.gammasgn(x)


def xlogy_at_zero(y):
    x = np.array([0.0, 1.0, 2.0])
    return special.xlogy(x, y).sum() + special.xlog1py(x, y).prod() + y.sum()


def single_precision(x):
    return special.expit(x) * special.erf(x) + special.gammaln(x + 2)


def integers_and_floats(n, x):
    return special.comb(n, 2) * x + special.binom(n, x) + special.factorial(3) * x ** 2


def error_function_of_complex(x, y):
    return np.abs(special.erf(x + 1j * y)) ** 2


def complex_gamma_phase(t):
    theta = special.loggamma(0.25 + 0.5j * t).imag - t / 2 * np.log(np.pi)
    return np.sin(theta)


def out_of_loop(x):
    table = np.zeros((3, len(x)))
    for i in range(3):
        table[i] = special.ndtr(x - i)
        table[i] *= special.erfinv(0.1 * (i + 1))
    return table


def written_into(x):
    y = np.empty_like(x)
    special.expit(x, out=y)
    return np.sum(y ** 2 * special.exp2(x))


def normal_of_matrix(x, mu, sigma):
    return norm.logpdf(x, mu[:, None], scale=sigma)


def normal_of_lists(a, b):
    return norm.pdf([a, b, a * b], loc=[0.0, 0.5, 1.0]) @ np.array([1.0, 2.0, 3.0])


def frozen_outside(x):
    return np.sum(FROZEN.logpdf(x) + 0.1 * FROZEN.ppf(special.expit(x)))


def frozen_attributes(mu, sigma):
    d = stats.norm(loc=mu, scale=sigma)
    return d.mean() * d.std() + d.var() - d.ppf(0.3) + d.sf(mu + 0.4) * d.cdf(0.2)


def medians(mu, sigma):
    return stats.norm(mu, sigma).median() ** 2 + stats.expon(scale=sigma).median()


def chosen_distribution(x, scale, kind):
    family = {'normal': stats.norm, 'cauchy': stats.cauchy, 'logistic': stats.logistic}
    return family[kind].logpdf(x, scale=scale).sum()


def all_distributions(x, scale):
    total = 0.0
    for family in (stats.norm, stats.cauchy, stats.gumbel_r):
        total += family(loc=0.2, scale=scale).logpdf(x).sum()
    return total


def distribution_by_name(x, loc):
    return getattr(stats, 'logistic').logcdf(x, loc=loc).sum()  # noqa: B009


def partly_outside_the_support(rate, low):
    x = np.array([-0.5, 0.2, 1.4])
    return np.sum(stats.expon.pdf(x, loc=low, scale=1 / rate))


def covariance_of_number(x, sigma):
    return multivariate_normal.logpdf(x, mean=np.zeros(2), cov=sigma ** 2).sum()


def covariance_of_vector(x, variances):
    return multivariate_normal([0.1, 0.2], variances).logpdf(x)


def frozen_vectors(x, scale):
    shape = np.eye(2) + scale * np.ones((2, 2))
    student = stats.multivariate_t(scale * np.ones(2), shape, df=4.0)
    other = stats.matrix_normal(mean=shape, rowcov=shape)
    counts = stats.multinomial(5, np.array([scale, 1.0 - scale])).logpmf([2, 3])
    return student.logpdf(x).sum() + student.pdf(x[0]) + other.logpdf(x[:2]) + counts


def frozen_matrices(scale):
    a = np.array([[2.0, 0.3], [0.3, 1.0]])
    wishart, inverse = stats.wishart(5, scale * a), stats.invwishart(5, scale=scale * a)
    return wishart.logpdf(a) + inverse.logpdf(2.0 * a) * wishart.pdf(a) + wishart.df


def random_effects(log_tau, log_sigma, y):
    n, m = y.shape
    cov = np.exp(2 * log_tau) * np.ones((m, m)) + np.exp(2 * log_sigma) * np.eye(m)
    return sum(multivariate_normal.logpdf(row, np.zeros(m), cov=cov) for row in y)


def positional_shape(x, a, b):
    return stats.gamma.cdf(x, 2.5, 0.1, b) + stats.beta.pdf(x / 4, 2, a)


def pmf_at_many(p):
    return stats.binom.pmf(np.arange(5), n=4, p=p) @ np.arange(5) ** 2


def poisson_cdf_differences(mu, cuts):
    return np.log(np.diff(stats.poisson.cdf(cuts, mu)))


def solve_transposed(a, b):
    return linalg.solve(a, b, transposed=True)


def solve_many(a, b):
    return linalg.solve(a, b) * linalg.solve(a.T, b)


def solve_of_stack(a, b):
    return linalg.solve(a, b)


def triangular_forms(a, b):
    low = linalg.solve_triangular(a, b, lower=True)
    unit = linalg.solve_triangular(a, b, lower=True, unit_diagonal=True)
    return low + unit * linalg.solve_triangular(a, b, trans=1, lower=True)


def lower_and_upper(a):
    g = a @ a.T + np.eye(3)
    c, low = linalg.cho_factor(g)
    return linalg.cho_solve((c, low), np.eye(3)) @ linalg.cholesky(g, lower=True)


def subset_of_eigenvalues(a):
    s = a + a.T
    w = linalg.eigh(s, eigvals_only=True, subset_by_index=[1, 2])
    return w ** 2


def eigenvectors_lower(a):
    s = (a + a.T) / 2
    w, v = linalg.eigh(s, lower=False)
    return v @ np.diag(np.exp(w)) @ v.T


def hermitian(a, b):
    h = a + 1j * b
    h = h + np.conj(h.T)
    return linalg.eigvalsh(h) ** 2


def unitary_evolution(h, t):
    u = linalg.expm(-1j * t * (h + h.T))
    return np.abs(u[0, 1]) ** 2


def matrix_norms(a):
    return (linalg.norm(a, 'nuc') + linalg.norm(a, 'fro') + linalg.norm(a, np.inf)
            + linalg.norm(a, axis=1).prod() + linalg.norm(a[0], 3)
            + linalg.norm(a, 1) * linalg.norm(a, -2))


def full_decomposition(a):
    u, s, vh = linalg.svd(a)
    sigma = np.zeros((4, 3))
    sigma[:3, :3] = np.diag(np.log(s))
    return u @ sigma @ vh


def qr_with_mode_r(a):
    (r,) = linalg.qr(a, mode='r')
    return np.abs(np.diag(r))


def toeplitz_of_two(c, r):
    return linalg.toeplitz(c, r) @ np.arange(1.0, 4.0)


def blocks_of_numbers(a, b):
    m = linalg.block_diag(a, [[b, 1.0], [a, b]], 2.0)
    return linalg.det(m) + m.sum()


def asymmetric_bands(ab, b):
    return linalg.solve_banded((2, 1), ab, b)


def constant_matrix(x):
    c = linalg.cho_factor(MATRIX)
    return x @ linalg.cho_solve(c, x) + linalg.det(MATRIX) * x[0]


def simpson_along_axis(y, x):
    return integrate.simpson(y, x=x, axis=0) * integrate.simpson(y[0], dx=0.1)


def even_number_of_samples(y):
    return integrate.simpson(y) + integrate.cumulative_trapezoid(y)[-1] ** 2


def trapezoid_with_matrix_of_places(y, x):
    return integrate.trapezoid(y, x, axis=-1)


def quadrature_with_arguments(a, b):
    def f(x, power):
        return x ** power * np.exp(-b * x)
    return integrate.fixed_quad(f, 0.1, 1.0, args=(a,), n=4)[0]


def padded_and_cut(x):
    return np.abs(fft.rfft(x, n=8)) ** 2 + np.abs(fft.fft(x, 5)) ** 2


def spectrum_of_columns(a):
    s = fft.fft(a, axis=0, norm='forward')
    return np.abs(s * np.conj(fft.ifft(a, axis=0, norm='ortho'))) ** 2


def complex_signal(re, im):
    z = fft.ifft(fft.fft(re + 1j * im, norm='ortho') * np.array([1.0, 0.5, 0.2, 0.5]))
    return z.real ** 2 + z.imag


def cosine_transforms(x):
    return fft.dct(x, 3) * fft.dct(x, 4, norm='ortho') + fft.idct(x, type=1)


def convolved_three_ways(x, k):
    return (signal.convolve(x, k, mode='same', method='fft')
            + signal.fftconvolve(x, k, 'same') * signal.oaconvolve(x, k, mode='same'))


def longer_kernel(x, k):
    return signal.correlate(x, k, 'full') ** 2


def filter_along_axis(b, x):
    return signal.lfilter(b, [1.0, -0.4], x, axis=0) ** 2


def normalised_denominator(a, x):
    return signal.lfilter([1.0, 0.2], a, x)


def smoothed_at_ends(x):
    return signal.savgol_filter(x, 5, 3, mode='nearest') ** 2


def blur_modes(image):
    total = 0.0
    for mode in ('reflect', 'constant', 'nearest', 'mirror', 'wrap'):
        blurred = ndimage.gaussian_filter(image, (0.7, 1.1), mode=mode, truncate=2.0)
        total += (blurred ** 2).sum()
    return total


def correlation_with_origin(image, k):
    return ndimage.correlate1d(image, k, axis=0, mode='constant', cval=0.5, origin=1)


def convolution_of_even_kernel(image, k):
    return ndimage.convolve(image, k, mode='mirror') ** 2


def metrics_by_name(x, y):
    total = 0.0
    for metric in ('euclidean', 'cityblock', 'chebyshev', 'canberra', 'correlation'):
        total += distance.cdist(x, y, metric).sum()
    return total + distance.cdist(x, y, 'minkowski', p=3).sum()


def weighted_distances(u, v, w):
    return distance.minkowski(u, v, p=2, w=w) + distance.sqeuclidean(u, v, w)


def mahalanobis_pairs(x, vi):
    return distance.pdist(x, 'mahalanobis', VI=vi @ vi.T + np.eye(2))


def haversine(angles):
    def metric(a, b):
        h = math.sin((b[0] - a[0]) / 2) ** 2
        h += math.cos(a[0]) * math.cos(b[0]) * math.sin((b[1] - a[1]) / 2) ** 2
        return 2 * math.asin(math.sqrt(h))
    return distance.pdist(angles, metric).sum()


PROGRAMS = [
    program(logsumexp_over_both_axes, sample(1, 2, 3, 3)[:, :2],
            sample(2, 2, 2, 3, low=0.2)),
    program(masked_logsumexp, sample(3, 3, 3)),
    program(softmax_over_axis, sample(4, 2, 1)),
    program(bessel_of_orders, sample(5, 3, low=0.3, high=3.0)),
    program(polygamma_of_list, 1.7),
    program(gamma_of_negative, np.array([-0.4, -1.3, 2.2])),
    program(xlogy_at_zero, sample(6, 3, low=0.3)),
    program(single_precision, sample(7, 3).astype(np.float32)),
    program(integers_and_floats, 5, 1.3),
    program(error_function_of_complex, 0.6, 0.4),
    program(complex_gamma_phase, 2.3),
    program(out_of_loop, sample(8, 3)),
    program(written_into, sample(9, 3)),
    program(normal_of_matrix, sample(10, 2, 3), sample(11, 2), sample(12, 3, low=0.4)),
    program(normal_of_lists, 0.4, 1.3),
    program(frozen_outside, sample(13, 3)),
    program(frozen_attributes, 0.4, 1.3),
    program(medians, 0.4, 1.3),
    program(chosen_distribution, sample(14, 3), 0.8, 'logistic'),
    program(all_distributions, sample(15, 3), 0.8, heavy=True),
    program(distribution_by_name, sample(16, 3), 0.3),
    program(partly_outside_the_support, 1.3, 0.1, heavy=True),
    program(covariance_of_number, sample(17, 3, 2), 0.8),
    program(covariance_of_vector, sample(18, 3, 2), np.array([0.5, 1.2])),
    program(frozen_vectors, sample(18, 3, 2), 0.4),
    program(frozen_matrices, 0.8),
    program(random_effects, -0.4, -0.2, sample(19, 3, 4)),
    program(positional_shape, sample(20, 3, low=0.4, high=3.0), 2.4, 1.2),
    program(pmf_at_many, 0.3),
    program(poisson_cdf_differences, 2.4, np.array([-1, 0, 2, 5])),
    program(solve_transposed, sample(21, 3, 3), sample(22, 3)),
    program(solve_many, sample(23, 3, 3), sample(24, 3, 2)),
    program(solve_of_stack, sample(25, 2, 3, 3), sample(26, 2, 3, 1)),
    program(triangular_forms, sample(27, 3, 3) + 2 * np.eye(3), sample(28, 3)),
    program(lower_and_upper, sample(29, 3, 3)),
    program(subset_of_eigenvalues, sample(30, 3, 3)),
    program(eigenvectors_lower, sample(31, 3, 3)),
    program(hermitian, sample(32, 3, 3), sample(33, 3, 3)),
    program(unitary_evolution, sample(34, 2, 2), 0.7),
    program(matrix_norms, sample(35, 3, 3)),
    program(full_decomposition, sample(36, 4, 3)),
    program(qr_with_mode_r, sample(37, 4, 3)),
    program(toeplitz_of_two, sample(38, 2), sample(39, 3)),
    program(blocks_of_numbers, 1.3, 0.6, heavy=True),
    program(asymmetric_bands, sample(40, 4, 5) + np.array([[0], [4], [0], [0]]),
            sample(41, 5)),
    program(constant_matrix, sample(42, 3)),
    program(simpson_along_axis, sample(43, 4, 3), np.array([0.0, 0.3, 0.7, 1.2])),
    program(even_number_of_samples, sample(44, 6)),
    program(trapezoid_with_matrix_of_places, sample(45, 2, 4),
            np.cumsum(sample(46, 2, 4, low=0.2), axis=1)),
    program(quadrature_with_arguments, 1.4, 0.6),
    program(padded_and_cut, sample(47, 5)),
    program(spectrum_of_columns, sample(48, 4, 2)),
    program(complex_signal, sample(49, 4), sample(50, 4)),
    program(cosine_transforms, sample(51, 5)),
    program(convolved_three_ways, sample(52, 6), sample(53, 3)),
    program(longer_kernel, sample(54, 3), sample(55, 5)),
    program(filter_along_axis, sample(56, 2), sample(57, 5, 2)),
    program(normalised_denominator, np.array([2.0, 0.5, 0.3]), sample(58, 5)),
    program(smoothed_at_ends, sample(59, 7)),
    program(blur_modes, sample(60, 4, 5)),
    program(correlation_with_origin, sample(61, 5, 2), sample(62, 3)),
    program(convolution_of_even_kernel, sample(63, 4, 4), sample(64, 2, 2)),
    program(metrics_by_name, sample(65, 3, 4), sample(66, 2, 4)),
    program(weighted_distances, sample(67, 3), sample(68, 3), sample(69, 3, low=0.3)),
    program(mahalanobis_pairs, sample(70, 4, 2), sample(71, 2, 2)),
    program(haversine, sample(72, 3, 2)),
]
