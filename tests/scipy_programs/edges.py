"""Where a formula has 0 / 0 or equal values, and the function is smooth."""
import numpy as np
from scipy import fft, integrate, linalg, signal, special, stats
from scipy.spatial.distance import cdist, pdist

from tests.programs.record import program, sample

ZERO = np.zeros(3)


def box_cox_at_zero(lmbda, y):
    return np.sum(special.boxcox(y, lmbda)) + special.inv_boxcox(0.4, lmbda)


def relative_growth_at_zero(x):
    return special.exprel(x) ** 2


def inverse_error_at_zero(x):
    return special.erfinv(x) + special.dawsn(x)


def lambert_at_zero(x):
    return special.lambertw(x).real


def bessel_at_zero(x):
    return special.j0(x) + special.j1(x) + special.jv(2, x) + special.iv(1, x)


def spherical_at_zero(x):
    return special.spherical_jn(0, x) + special.spherical_jn(1, x)


def elliptic_at_zero(m):
    return special.ellipk(m) * special.ellipe(m)


def hypergeometric_at_zero(x):
    return special.hyp2f1(0.5, 1.0, 1.5, x) + special.hyp1f1(0.5, 1.5, x)


def legendre_at_ends(x):
    return special.eval_legendre(3, x) + special.eval_chebyt(3, x)


def incomplete_gamma_at_zero(x):
    return special.gammainc(2.0, x) + special.gammainc(1.0, x)


def normal_at_its_mean(x, mu):
    return stats.norm.pdf(x, mu).sum() + stats.t.logpdf(x, 3.0, mu).sum()


def far_tails(x):
    return stats.norm.logcdf(-x) + stats.norm.logsf(x) + special.log_expit(-x)


def far_probit(x):
    return special.log_ndtr(x)


def exponential_at_its_end(rate):
    return stats.expon.logpdf(np.array([0.0, 1.0]), scale=1 / rate).sum()


def shape_one_at_zero(b):
    return stats.beta.pdf(0.0, 1.0, b) + stats.gamma.pdf(0.0, 1.0, scale=b)


def squared_distances_of_same(x):
    return np.exp(-cdist(x, x, 'sqeuclidean')).sum(axis=0) @ np.arange(3.0)


def squared_pairs_with_duplicates(x):
    d = pdist(np.vstack([x, x]), 'sqeuclidean')
    return np.sum(1 / (1 + d))


def weights_with_zeros(a):
    return special.logsumexp(a, b=np.array([1.0, 0.0, 2.0]))


def impossible_states(a):
    log_p = np.concatenate([a, [-np.inf]])
    return special.logsumexp(log_p) + special.softmax(log_p)[0]


def large_logits(a):
    return special.log_softmax(900.0 * a)[1] + 0.5 * special.logsumexp(900.0 * a)


def equal_logits(a):
    return special.softmax(a) @ np.arange(3.0) + special.logsumexp(a)


def exponential_of_zero(a):
    return linalg.expm(a)


def logarithm_of_identity(a):
    return linalg.logm(a)


def root_of_identity(a):
    return linalg.sqrtm(a)


def norm_of_equal_singular_values(a):
    return linalg.norm(a, 'nuc')


def trace_of_equal_eigenvalues(a):
    return np.sum(linalg.eigvalsh((a + a.T) / 2) ** 2)


def log_det_by_eigenvalues(a):
    return np.sum(np.log(linalg.eigvals(a).real))


def pseudo_inverse_of_square(a):
    return linalg.pinv(a)


def determinant_of_singular(a):
    return linalg.det(a)


def projection_of_identity(a):
    q, r = linalg.qr(a)
    return q @ r + np.abs(np.diag(r))


def spectrum_of_zero(x):
    return np.sum(np.abs(fft.rfft(x)) ** 2) + x[0]


def filter_of_zero(b, x):
    return signal.lfilter(b, [1.0, 0.0], x) + signal.fftconvolve(x, b)[:4]


def integral_over_equal_places(y, x):
    return integrate.trapezoid(y ** 2, x)


def poisson_of_no_counts(mu):
    return stats.poisson.logpmf([0, 0, 3], mu).sum() + stats.poisson.pmf(-1, mu)


def binomial_at_the_ends(p):
    return stats.binom.pmf([0, 4], 4, p).sum() + stats.bernoulli.pmf(0, p)


def binomial_of_certainty(p):
    return stats.binom.pmf(4, 4, p) + special.xlogy(0, 1 - p)


def student_of_many_degrees(df):
    return stats.t.logpdf(1.3, df) * 1e4 + stats.t.pdf(0.4, df)


def gamma_of_large_shape(a):
    return stats.gamma.logpdf(1e4, a, scale=1.0) + special.gammaln(a) * 1e-4


def correlation_of_itself(x):
    return stats.multivariate_normal.logpdf(x, x * 0.5, np.eye(3))


PROGRAMS = [
    program(box_cox_at_zero, 0.0, np.array([0.5, 1.0, 2.3]), heavy=True),
    program(relative_growth_at_zero, 0.0),
    program(inverse_error_at_zero, 0.0),
    program(lambert_at_zero, 0.0),
    program(bessel_at_zero, np.array([0.0, 0.3])),
    program(spherical_at_zero, np.array([0.0, 0.3])),
    program(elliptic_at_zero, np.array([0.0, 0.3])),
    program(hypergeometric_at_zero, np.array([0.0, 0.3])),
    program(legendre_at_ends, np.array([1.0, -1.0, 0.0])),
    program(incomplete_gamma_at_zero, np.array([0.3, 1e-3])),
    program(normal_at_its_mean, np.array([0.4, 0.9]), 0.4, heavy=True),
    program(far_tails, np.array([8.0, 30.0])),
    program(far_probit, np.array([-40.0, -200.0])),
    program(exponential_at_its_end, 1.4),
    program(shape_one_at_zero, 1.7),
    program(squared_distances_of_same, sample(1, 3, 2)),
    program(squared_pairs_with_duplicates, sample(2, 3, 2)),
    program(weights_with_zeros, sample(3, 3)),
    program(impossible_states, sample(4, 3)),
    program(large_logits, np.array([0.3, 0.2998, 0.1]), heavy=True),
    program(equal_logits, ZERO),
    program(exponential_of_zero, np.zeros((2, 2))),
    program(logarithm_of_identity, np.eye(2)),
    program(root_of_identity, np.eye(2)),
    program(norm_of_equal_singular_values, np.eye(3)[:, :2]),
    program(trace_of_equal_eigenvalues, np.eye(3)),
    program(log_det_by_eigenvalues, np.diag([1.0, 2.0, 3.0])),
    program(pseudo_inverse_of_square, sample(5, 2, 2)),
    program(determinant_of_singular, np.array([[1.0, 2.0], [2.0, 4.0]])),
    program(projection_of_identity, np.eye(2), heavy=True),
    program(spectrum_of_zero, np.zeros(4), heavy=True),
    program(filter_of_zero, sample(6, 2), np.zeros(4), wrt=(1,)),
    program(integral_over_equal_places, sample(7, 4), np.array([0.0, 0.5, 0.5, 1.0])),
    program(poisson_of_no_counts, 1.4),
    program(binomial_at_the_ends, 0.3),
    program(binomial_of_certainty, 0.9999),
    program(student_of_many_degrees, 80.0),
    program(gamma_of_large_shape, 9.9e3),
    program(correlation_of_itself, sample(8, 3)),
]
