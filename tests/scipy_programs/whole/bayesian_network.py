"""A Bayesian neural network: weights with a factorised Gaussian posterior."""
import numpy as np
import numpy.random as npr
from scipy.stats import norm


def make_nn_funs(layer_sizes, l2_reg, noise_variance, nonlinearity=np.tanh):
    shapes = list(zip(layer_sizes[:-1], layer_sizes[1:]))
    num_weights = sum((m + 1) * n for m, n in shapes)

    def unpack_layers(weights):
        num_weight_sets = len(weights)
        for m, n in shapes:
            yield (weights[:, :m * n].reshape((num_weight_sets, m, n)),
                   weights[:, m * n:m * n + n].reshape((num_weight_sets, 1, n)))
            weights = weights[:, (m + 1) * n:]

    def predictions(weights, inputs):
        inputs = np.expand_dims(inputs, 0)
        for w, b in unpack_layers(weights):
            outputs = np.einsum('mnd,mdo->mno', inputs, w) + b
            inputs = nonlinearity(outputs)
        return outputs

    def logprob(weights, inputs, targets):
        log_prior = -l2_reg * np.sum(weights ** 2, axis=1)
        preds = predictions(weights, inputs)
        log_lik = -np.sum((preds - targets) ** 2, axis=1)[:, 0] / noise_variance
        return log_prior + log_lik

    return num_weights, predictions, logprob


def black_box_variational_objective(logprob, dims, num_samples, seed):
    def unpack_params(params):
        mean, log_std = params[:dims], params[dims:]
        return mean, log_std

    def gaussian_entropy(log_std):
        return 0.5 * dims * (1.0 + np.log(2 * np.pi)) + np.sum(log_std)

    rs = npr.RandomState(seed)
    noise = rs.randn(num_samples, dims)

    def variational_objective(params):
        mean, log_std = unpack_params(params)
        samples = noise * np.exp(log_std) + mean
        log_prior = np.sum(norm.logpdf(samples, loc=0.0, scale=2.0), axis=1)
        lower_bound = gaussian_entropy(log_std) + np.mean(logprob(samples) + log_prior)
        return -lower_bound

    return variational_objective


def rbf(x):
    return np.exp(-x ** 2)


def build_toy_dataset(n_data=12, noise_std=0.1):
    rs = npr.RandomState(0)
    inputs = np.concatenate([np.linspace(0, 3, num=n_data // 2),
                             np.linspace(6, 8, num=n_data // 2)])
    targets = np.cos(inputs) + rs.randn(n_data) * noise_std
    inputs = (inputs - 4.0) / 2.0
    return inputs.reshape((len(inputs), 1)), targets.reshape((len(targets), 1))


INPUTS, TARGETS = build_toy_dataset()
NUM_WEIGHTS, PREDICT, LOGPROB = make_nn_funs(
    layer_sizes=[1, 4, 4, 1], l2_reg=0.1, noise_variance=0.5, nonlinearity=rbf)
START = np.concatenate([npr.RandomState(1).randn(NUM_WEIGHTS),
                        -3 * np.ones(NUM_WEIGHTS)])
STEP = 1e-3


def log_posterior(weights):
    return LOGPROB(weights, INPUTS, TARGETS)


objective = black_box_variational_objective(log_posterior, NUM_WEIGHTS, 5, seed=2)
