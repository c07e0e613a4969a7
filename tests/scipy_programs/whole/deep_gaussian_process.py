"""Two Gaussian processes, one after the other, with hidden values as parameters."""
import numpy as np
import numpy.random as npr
from scipy import linalg
from scipy.stats import multivariate_normal as mvn


def rbf_covariance(kernel_params, x, xp):
    output_scale = np.exp(kernel_params[0])
    lengthscales = np.exp(kernel_params[1:])
    diffs = (x / lengthscales)[:, None, :] - (xp / lengthscales)[None, :, :]
    return output_scale * np.exp(-0.5 * np.sum(diffs ** 2, axis=2))


class Layer:
    def __init__(self, mean, log_noise, kernel):
        self.mean = mean
        self.noise = np.exp(log_noise) + 0.001
        self.kernel = kernel

    def covariance(self, x):
        return rbf_covariance(self.kernel, x, x) + self.noise * np.eye(len(x))

    def log_marginal(self, x, y):
        return mvn.logpdf(y, self.mean * np.ones(len(y)), self.covariance(x))

    def predict(self, x, y, new):
        cross = rbf_covariance(self.kernel, x, new)
        weights = linalg.solve(self.covariance(x), y - self.mean, assume_a='pos')
        return self.mean + cross.T @ weights


def unpack_params(params):
    layers = [Layer(p[0], p[1], p[2:]) for p in params['layers']]
    return layers, params['hiddens']


def log_likelihood(params, x, y):
    (first, second), hiddens = unpack_params(params)
    h_lml = first.log_marginal(x, hiddens)
    y_lml = second.log_marginal(hiddens[:, None], y)
    return h_lml + y_lml


def mean_function(params, x, y, new):
    (first, second), hiddens = unpack_params(params)
    at_new = first.predict(x, hiddens, new)
    return second.predict(hiddens[:, None], y, at_new[:, None])


def build_step_function_dataset(n_data=12, noise_std=0.1):
    rs = npr.RandomState(0)
    inputs = np.linspace(-1, 1, num=n_data)
    targets = np.where(inputs < 0, 0.0, 1.0) + rs.randn(n_data) * noise_std
    return inputs.reshape((n_data, 1)), targets


X, Y = build_step_function_dataset()
RS = npr.RandomState(1)
START = {
    'layers': [0.1 * RS.randn(4), 0.1 * RS.randn(4)],
    'hiddens': 0.5 * X[:, 0] + 0.1 * RS.randn(len(X)),
}
STEP = 0.01
HELD_OUT = np.array([[-0.45], [0.35]]), np.array([0.0, 1.0])


def objective(params):
    misfit = mean_function(params, X, Y, HELD_OUT[0]) - HELD_OUT[1]
    return -log_likelihood(params, X, Y) + np.sum(misfit ** 2)
