"""A network with long short-term memory that predicts the next letter."""
import numpy as np
import numpy.random as npr
from scipy.special import expit, logsumexp

LINES = ['to be or ', 'not to be']


def concat_and_multiply(weights, *args):
    cat_state = np.hstack(args + (np.ones((args[0].shape[0], 1)),))
    return np.dot(cat_state, weights)


def init_lstm_params(input_size, state_size, output_size, scale, rs):
    def rp(*shape):
        return rs.randn(*shape) * scale

    return {
        'init cells': rp(1, state_size),
        'init hiddens': rp(1, state_size),
        'change': rp(input_size + state_size + 1, state_size),
        'forget': rp(input_size + state_size + 1, state_size),
        'ingate': rp(input_size + state_size + 1, state_size),
        'outgate': rp(input_size + state_size + 1, state_size),
        'predict': rp(state_size + 1, output_size),
    }


def lstm_predict(params, inputs):
    def update_lstm(input, hiddens, cells):
        change = np.tanh(concat_and_multiply(params['change'], input, hiddens))
        forget = expit(concat_and_multiply(params['forget'], input, hiddens))
        ingate = expit(concat_and_multiply(params['ingate'], input, hiddens))
        outgate = expit(concat_and_multiply(params['outgate'], input, hiddens))
        cells = cells * forget + ingate * change
        hiddens = outgate * np.tanh(cells)
        return hiddens, cells

    def hiddens_to_output_probs(hiddens):
        output = concat_and_multiply(params['predict'], hiddens)
        return output - logsumexp(output, axis=1, keepdims=True)

    num_sequences = inputs.shape[1]
    hiddens = np.repeat(params['init hiddens'], num_sequences, axis=0)
    cells = np.repeat(params['init cells'], num_sequences, axis=0)
    output = [hiddens_to_output_probs(hiddens)]
    for input in inputs:
        hiddens, cells = update_lstm(input, hiddens, cells)
        output.append(hiddens_to_output_probs(hiddens))
    return output


def lstm_log_likelihood(params, inputs, targets):
    logprobs = lstm_predict(params, inputs)
    loglik = 0.0
    num_time_steps, num_examples, _ = inputs.shape
    for t in range(num_time_steps):
        loglik += np.sum(logprobs[t] * targets[t])
    return loglik / (num_time_steps * num_examples)


ALPHABET = sorted(set(''.join(LINES)))
CODES = np.array([[ALPHABET.index(letter) for letter in line] for line in LINES])
SEQUENCES = np.eye(len(ALPHABET))[CODES].transpose(1, 0, 2)
START = init_lstm_params(len(ALPHABET), 5, len(ALPHABET), 0.3, npr.RandomState(0))
STEP = 0.5


def objective(params):
    penalty = 1e-3 * sum(np.sum(value ** 2) for value in params.values())
    return penalty - lstm_log_likelihood(params, SEQUENCES, SEQUENCES)
