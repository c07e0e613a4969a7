"""A variational autoencoder of small binary images."""
import numpy as np
import numpy.random as npr
from scipy.special import expit as sigmoid
from scipy.stats import norm


def diag_gaussian_log_density(x, mu, log_std):
    return np.sum(norm.logpdf(x, mu, np.exp(log_std)), axis=-1)


def unpack_gaussian_params(params):
    dims = np.shape(params)[-1] // 2
    mean, log_std = params[:, :dims], params[:, dims:]
    return mean, log_std


def bernoulli_log_density(targets, unnormalized_logprobs):
    label_probabilities = -np.logaddexp(0, -unnormalized_logprobs * (targets * 2 - 1))
    return np.sum(label_probabilities, axis=-1)


def relu(x):
    return np.maximum(0, x)


def init_net_params(scale, layer_sizes, rs):
    return [(scale * rs.randn(m, n), scale * rs.randn(n))
            for m, n in zip(layer_sizes[:-1], layer_sizes[1:])]


def batch_normalize(activations):
    mbmean = np.mean(activations, axis=0, keepdims=True)
    return (activations - mbmean) / (np.std(activations, axis=0, keepdims=True) + 1)


def neural_net_predict(params, inputs):
    inpw, inpb = params[0]
    inputs = np.tanh(np.dot(inputs, inpw) + inpb)
    for w, b in params[1:-1]:
        outputs = batch_normalize(np.dot(inputs, w) + b)
        inputs = relu(outputs)
    outw, outb = params[-1]
    return np.dot(inputs, outw) + outb


def nn_predict_gaussian(params, inputs):
    return unpack_gaussian_params(neural_net_predict(params, inputs))


def generate_from_prior(gen_params, latents):
    return sigmoid(neural_net_predict(gen_params, latents))


def p_images_given_latents(gen_params, images, latents):
    return bernoulli_log_density(images, neural_net_predict(gen_params, latents))


def vae_lower_bound(gen_params, rec_params, data, noise):
    q_means, q_log_stds = nn_predict_gaussian(rec_params, data)
    latents = noise * np.exp(q_log_stds) + q_means
    q_latents = diag_gaussian_log_density(latents, q_means, q_log_stds)
    p_latents = diag_gaussian_log_density(latents, 0, 0)
    likelihood = p_images_given_latents(gen_params, data, latents)
    return np.mean(p_latents + likelihood - q_latents)


LATENT, PIXELS, HIDDEN = 2, 9, 5
RS = npr.RandomState(0)
IMAGES = (RS.rand(8, PIXELS) < 0.4).astype(float)
NOISE = RS.randn(8, LATENT)
PRIOR_DRAWS = RS.randn(4, LATENT)
START = (init_net_params(0.4, [LATENT, HIDDEN, HIDDEN, PIXELS], RS),
         init_net_params(0.4, [PIXELS, HIDDEN, HIDDEN, 2 * LATENT], RS))
STEP = 0.02


def objective(combined_params):
    gen_params, rec_params = combined_params
    darkness = np.mean(generate_from_prior(gen_params, PRIOR_DRAWS))
    bound = vae_lower_bound(gen_params, rec_params, IMAGES, NOISE)
    return -bound / PIXELS + (darkness - IMAGES.mean()) ** 2
