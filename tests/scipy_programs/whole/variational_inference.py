"""Black-box variational inference of a funnel-shaped density."""
import numpy as np
import numpy.random as npr
import scipy.stats as stats
from scipy.stats import norm


def black_box_variational_inference(logprob, dims, num_samples):
    """The objective that a Gaussian with a diagonal covariance maximises."""

    def unpack_params(params):
        mean, log_std = params[:dims], params[dims:]
        return mean, log_std

    def gaussian_entropy(log_std):
        return 0.5 * dims * (1.0 + np.log(2 * np.pi)) + np.sum(log_std)

    rs = npr.RandomState(0)
    noise = rs.randn(num_samples, dims)

    def variational_objective(params, t=0):
        mean, log_std = unpack_params(params)
        samples = noise * np.exp(log_std) + mean
        lower_bound = gaussian_entropy(log_std) + np.mean(logprob(samples, t))
        return -lower_bound

    return variational_objective, unpack_params


def log_density(x, t):
    mu, log_sigma = x[:, 0], x[:, 1]
    sigma_density = norm.logpdf(log_sigma, 0, 1.35)
    mu_density = norm.logpdf(mu, 0, np.exp(log_sigma))
    return sigma_density + mu_density


def control_of_entropy(params):
    """The closed form of the entropy, from frozen distributions."""
    log_std = params[2:]
    return sum(stats.norm(0.0, np.exp(s)).entropy() for s in log_std)


ELBO, UNPACK = black_box_variational_inference(log_density, dims=2, num_samples=40)
START = np.array([-0.8, 0.6, -1.5, -1.2])
STEP = 0.02


def objective(params):
    mean, log_std = UNPACK(params)
    penalty = control_of_entropy(params) + np.sum(mean ** 2)
    return ELBO(params, 0) + 1e-3 * penalty
