"""A hidden Markov model with categories: expected counts are derivatives (EM)."""
import numpy as np
import numpy.random as npr
from scipy.special import logsumexp

STATES, SYMBOLS = 3, 5


def log_normalize(scores, axis=-1):
    return scores - logsumexp(scores, axis=axis, keepdims=True)


def log_partition_function(natural_params, data):
    if isinstance(data, list):
        return sum(log_partition_function(natural_params, datum) for datum in data)
    log_pi, log_trans, log_obs = natural_params
    log_alpha = log_pi
    for y in data:
        log_alpha = logsumexp(log_alpha[:, None] + log_trans, axis=0) + log_obs[:, y]
    return logsumexp(log_alpha)


def initialize(rs):
    def init(*shape):
        return log_normalize(rs.randn(*shape))
    return init(STATES), init(STATES, STATES), init(STATES, SYMBOLS)


def em_step(params, expected_stats):
    """The next parameters from expected counts, for `expected_stats(params)`."""
    return tuple(log_normalize(np.log(counts + 1e-8))
                 for counts in expected_stats(params))


def sample_sequences(rs, lengths):
    trans = np.array([[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6]])
    emit = np.array([[0.6, 0.2, 0.1, 0.05, 0.05], [0.1, 0.1, 0.6, 0.1, 0.1],
                     [0.05, 0.05, 0.1, 0.3, 0.5]])
    sequences = []
    for length in lengths:
        state, symbols = 0, []
        for _ in range(length):
            state = rs.choice(STATES, p=trans[state])
            symbols.append(rs.choice(SYMBOLS, p=emit[state]))
        sequences.append(np.array(symbols))
    return sequences


DATA = sample_sequences(npr.RandomState(2), (12, 8, 10))
START = initialize(npr.RandomState(3))
STEP = 0.2


def likelihood(params):
    return log_partition_function(params, DATA)


def objective(scores):
    log_pi, log_trans, log_obs = scores
    params = log_normalize(log_pi), log_normalize(log_trans), log_normalize(log_obs)
    return -likelihood(params) / sum(len(datum) for datum in DATA)
