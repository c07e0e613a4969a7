"""Functions that call scikit-learn."""

import numpy as np
from sklearn import covariance, decomposition, linear_model, metrics, mixture
from sklearn.gaussian_process import GaussianProcessRegressor, kernels
from sklearn.metrics import pairwise
from sklearn.neural_network import MLPRegressor
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import SVC
from sklearn.utils.extmath import softmax as extmath_softmax

from tests.libraries.listed import Calls

CALLS = Calls()

rng = np.random.default_rng(2)
A, B = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
Y = np.sin(A[:, 0]) + 0.1 * A[:, 1]
CLASSES = (A[:, 0] > 0.0).astype(int)
SCORES = np.array([0.2, 0.7, 0.6, 0.3, 0.8, 0.4])
PROCESS = GaussianProcessRegressor(kernels.RBF(0.9) + kernels.WhiteKernel(0.1))
PROCESS.fit(A, Y)
KERNEL = kernels.ConstantKernel(1.4) * kernels.RBF(0.9) + kernels.WhiteKernel(0.1)
SCALER = StandardScaler().fit(A)
RIDGE = linear_model.Ridge(0.3).fit(A, Y)
LOGISTIC = linear_model.LogisticRegression().fit(A, CLASSES)
COMPONENTS = decomposition.PCA(2).fit(A)
MIXTURE = mixture.GaussianMixture(2, random_state=0).fit(rng.normal(size=(30, 3)))
NETWORK = MLPRegressor(hidden_layer_sizes=(4,), activation="tanh", random_state=0)
NETWORK.fit(A, Y)
VECTORS = SVC().fit(A, CLASSES)


@CALLS.at(A)
def rbf(x):
    return kernels.RBF(0.9)(x)


@CALLS.at(A, 0.9)
def rbf_length(x, length):
    return kernels.RBF(length)(x)


@CALLS.at(A)
def matern(x):
    return kernels.Matern(0.9, nu=1.5)(x, B)


@CALLS.at(A)
def rational_quadratic(x):
    return kernels.RationalQuadratic(0.9, 1.2)(x, B)


@CALLS.at(A)
def dot_product(x):
    return kernels.DotProduct(0.7)(x)


@CALLS.at(A)
def composite_kernel(x):
    return KERNEL(x, B)


@CALLS.at(np.array([0.1, -0.7]))
def log_marginal_likelihood(theta):
    return PROCESS.log_marginal_likelihood(theta, clone_kernel=False)


@CALLS.at(np.array([0.1, -0.7]))
def log_marginal_likelihood_cloned(theta):
    return PROCESS.log_marginal_likelihood(theta)


@CALLS.at(B)
def process_predict(x):
    return PROCESS.predict(x)


@CALLS.at(A, B)
def rbf_kernel(x, y):
    return pairwise.rbf_kernel(x, y, gamma=0.4)


@CALLS.at(A, B)
def polynomial_kernel(x, y):
    return pairwise.polynomial_kernel(x, y, degree=2)


@CALLS.at(A, B)
def sigmoid_kernel(x, y):
    return pairwise.sigmoid_kernel(x, y)


@CALLS.at(A, B)
def euclidean(x, y):
    return pairwise.euclidean_distances(x, y)


@CALLS.at(A, B)
def cosine(x, y):
    return pairwise.cosine_similarity(x, y)


@CALLS.at(SCORES)
def log_loss(p):
    return metrics.log_loss(CLASSES, p)


@CALLS.at(SCORES)
def brier(p):
    return metrics.brier_score_loss(CLASSES, p)


@CALLS.at(Y + 0.1)
def squared_error(predicted):
    return metrics.mean_squared_error(Y, predicted)


@CALLS.at(Y + 0.1)
def r2(predicted):
    return metrics.r2_score(Y, predicted)


@CALLS.at(2.0 * Y + 0.1)
def huber_like(predicted):
    return metrics.mean_pinball_loss(Y, predicted, alpha=0.3)


@CALLS.at(B)
def scaled(x):
    return SCALER.transform(x)


@CALLS.at(B)
def ridge_predict(x):
    return RIDGE.predict(x)


@CALLS.at(B)
def logistic_probability(x):
    return LOGISTIC.predict_proba(x)


@CALLS.at(B)
def components(x):
    return COMPONENTS.transform(x)


@CALLS.at(B)
def mixture_score(x):
    return MIXTURE.score_samples(x)


@CALLS.at(B)
def network_predict(x):
    return NETWORK.predict(x)


@CALLS.at(B)
def support_vectors(x):
    return VECTORS.decision_function(x)


@CALLS.at(B)
def polynomial_features(x):
    return PolynomialFeatures(2).fit_transform(x)


@CALLS.at(A, Y)
def ridge_fit(x, y):
    return linear_model.Ridge(0.3, fit_intercept=False).fit(x, y).coef_


@CALLS.at(A)
def shrunk(x):
    return covariance.shrunk_covariance(np.cov(x.T), 0.1)


@CALLS.at(B)
def softmax(x):
    return extmath_softmax(x)
