"""Regression by a Gaussian process with the marginal likelihood of its kernel."""
import numpy as np
import numpy.random as npr
from scipy.linalg import cho_factor, cho_solve
from scipy.stats import multivariate_normal as mvn


def rbf_covariance(kernel_params, x, xp):
    output_scale = np.exp(kernel_params[0])
    lengthscales = np.exp(kernel_params[1:])
    diffs = np.expand_dims(x / lengthscales, 1) - np.expand_dims(xp / lengthscales, 0)
    return output_scale * np.exp(-0.5 * np.sum(diffs ** 2, axis=2))


def make_gp_funs(cov_func, num_cov_params):
    def unpack_kernel_params(params):
        mean = params[0]
        cov_params = params[2:]
        noise_scale = np.exp(params[1]) + 0.0001
        return mean, cov_params, noise_scale

    def predict(params, x, y, xstar):
        mean, cov_params, noise_scale = unpack_kernel_params(params)
        cov_f_f = cov_func(cov_params, xstar, xstar)
        cov_y_f = cov_func(cov_params, x, xstar)
        cov_y_y = cov_func(cov_params, x, x) + noise_scale * np.eye(len(y))
        factor = cho_factor(cov_y_y, lower=True)
        pred_mean = mean + cov_y_f.T @ cho_solve(factor, y - mean)
        pred_cov = cov_f_f - cov_y_f.T @ cho_solve(factor, cov_y_f)
        return pred_mean, pred_cov

    def log_marginal_likelihood(params, x, y):
        mean, cov_params, noise_scale = unpack_kernel_params(params)
        cov_y_y = cov_func(cov_params, x, x) + noise_scale * np.eye(len(y))
        prior_mean = mean * np.ones(len(y))
        return mvn.logpdf(y, prior_mean, cov_y_y)

    return num_cov_params + 2, predict, log_marginal_likelihood


def build_toy_dataset(n_data=14, noise_std=0.1):
    rs = npr.RandomState(0)
    inputs = np.concatenate([np.linspace(0, 3, num=n_data // 2),
                             np.linspace(6, 8, num=n_data // 2)])
    targets = (np.cos(inputs) + rs.randn(n_data) * noise_std) / 2.0
    inputs = (inputs - 4.0) / 2.0
    return inputs.reshape((len(inputs), 1)), targets


INPUTS, TARGETS = build_toy_dataset()
NUM_PARAMS, PREDICT, LOG_MARGINAL_LIKELIHOOD = make_gp_funs(rbf_covariance, 2)
START = 0.1 * npr.RandomState(1).randn(NUM_PARAMS)
STEP = 0.02
NEW = np.array([[-0.2], [0.4], [1.1]])


def objective(params):
    predicted, covariance = PREDICT(params, INPUTS, TARGETS, NEW)
    smoothness = np.sum(np.diff(predicted) ** 2) + 0.1 * np.trace(covariance)
    return -LOG_MARGINAL_LIKELIHOOD(params, INPUTS, TARGETS) + smoothness
