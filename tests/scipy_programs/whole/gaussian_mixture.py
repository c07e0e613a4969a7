"""A mixture of Gaussians with full covariances, fitted by maximum likelihood."""
import numpy as np
import numpy.random as npr
from scipy.special import logsumexp
from scipy.stats import multivariate_normal as mvn


def init_gmm_params(num_components, dims, scale, rs):
    return {
        'log proportions': rs.randn(num_components) * scale,
        'means': rs.randn(num_components, dims) * scale,
        'lower triangles': np.zeros((num_components, dims, dims)) + np.eye(dims),
    }


def log_normalize(x):
    return x - logsumexp(x)


def unpack_gmm_params(params):
    normalized_log_proportions = log_normalize(params['log proportions'])
    return normalized_log_proportions, params['means'], params['lower triangles']


def gmm_log_likelihood(params, data):
    cluster_lls = []
    for log_proportion, mean, cov_sqrt in zip(*unpack_gmm_params(params)):
        cov = np.dot(cov_sqrt.T, cov_sqrt)
        cluster_lls.append(log_proportion + mvn.logpdf(data, mean, cov))
    cluster_lls = np.vstack(cluster_lls)
    return np.sum(logsumexp(cluster_lls, axis=0))


def make_pinwheel(radial_std, tangential_std, num_classes, num_per_class, rate, rs):
    rads = np.linspace(0, 2 * np.pi, num_classes, endpoint=False)
    features = rs.randn(num_classes * num_per_class, 2)
    features = features * np.array([radial_std, tangential_std])
    features[:, 0] += 1
    labels = np.repeat(np.arange(num_classes), num_per_class)
    angles = rads[labels] + rate * np.exp(features[:, 0])
    rotations = np.stack([np.cos(angles), -np.sin(angles),
                          np.sin(angles), np.cos(angles)])
    rotations = np.reshape(rotations.T, (-1, 2, 2))
    return np.einsum('ti,tij->tj', features, rotations)


DATA = make_pinwheel(0.3, 0.05, num_classes=3, num_per_class=10, rate=0.4,
                     rs=npr.RandomState(0))
START = init_gmm_params(num_components=4, dims=2, scale=0.5, rs=npr.RandomState(1))
STEP = 0.05


def objective(params):
    return -gmm_log_likelihood(params, DATA) / len(DATA)
