"""Independent component analysis with heavy-tailed sources."""
import numpy as np
import numpy.random as npr
import scipy.stats.distributions
from scipy.stats import t


def make_ica_funs(observed_dimension, latent_dimension):
    """Functions of sampling, of the log likelihood, and of the parameters."""

    def sample(params, n_samples, rs):
        mixing, noise_std = unpack_params(params)
        latents = rs.standard_t(df=3.0, size=(latent_dimension, n_samples))
        noise = rs.randn(observed_dimension, n_samples) * noise_std[:, None]
        return mixing @ latents + noise

    def logprob(params, data):
        mixing, noise_std = unpack_params(params)
        precision = mixing.T @ (mixing / noise_std[:, None] ** 2)
        precision = precision + np.eye(latent_dimension)
        weighted = mixing.T @ (data / noise_std[:, None] ** 2)
        latents = np.linalg.solve(precision, weighted)
        latent_logprob = np.sum(t.logpdf(latents, 3.0), axis=0)
        residual = data - mixing @ latents
        obs_logprob = np.sum(scipy.stats.distributions.norm.logpdf(
            residual, 0.0, noise_std[:, None]), axis=0)
        return np.sum(latent_logprob + obs_logprob)

    num_weights = observed_dimension * (latent_dimension + 1)

    def unpack_params(params):
        mixing = params[:observed_dimension * latent_dimension]
        mixing = np.reshape(mixing, (observed_dimension, latent_dimension))
        return mixing, np.exp(params[observed_dimension * latent_dimension:])

    return num_weights, sample, logprob


NUM_WEIGHTS, SAMPLE, LOGPROB = make_ica_funs(observed_dimension=3, latent_dimension=2)
TRUE = npr.RandomState(0).randn(NUM_WEIGHTS)
DATA = SAMPLE(TRUE, 20, npr.RandomState(1))
START = TRUE + 0.3 * npr.RandomState(2).randn(NUM_WEIGHTS)
STEP = 0.01


def objective(params):
    return -LOGPROB(params, DATA) / DATA.shape[1]
