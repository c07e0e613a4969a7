"""A recurrent network that predicts the next letter."""
import numpy as np
import numpy.random as npr
from scipy.special import expit as sigmoid
from scipy.special import logsumexp

TEXT = ['recurrent', 'networks ', 'letters o']


def concat_and_multiply(weights, *args):
    cat_state = np.hstack(args + (np.ones((args[0].shape[0], 1)),))
    return np.dot(cat_state, weights)


def create_rnn_params(input_size, state_size, output_size, param_scale, rs):
    return {
        'init hiddens': rs.randn(1, state_size) * param_scale,
        'change': rs.randn(input_size + state_size + 1, state_size) * param_scale,
        'predict': rs.randn(state_size + 1, output_size) * param_scale,
    }


def rnn_predict(params, inputs):
    def update_rnn(input, hiddens):
        return 2 * sigmoid(concat_and_multiply(params['change'], input, hiddens)) - 1

    def hiddens_to_output_probs(hiddens):
        output = concat_and_multiply(params['predict'], hiddens)
        return output - logsumexp(output, axis=1, keepdims=True)

    num_sequences = inputs.shape[1]
    hiddens = np.repeat(params['init hiddens'], num_sequences, axis=0)
    output = [hiddens_to_output_probs(hiddens)]
    for input in inputs:
        hiddens = update_rnn(input, hiddens)
        output.append(hiddens_to_output_probs(hiddens))
    return output


def rnn_log_likelihood(params, inputs, targets):
    logprobs = rnn_predict(params, inputs)
    loglik = 0.0
    num_time_steps, num_examples, _ = inputs.shape
    for t in range(num_time_steps):
        loglik += np.sum(logprobs[t] * targets[t])
    return loglik / (num_time_steps * num_examples)


def one_hot(lines, alphabet):
    codes = np.array([[alphabet.index(letter) for letter in line] for line in lines])
    return np.eye(len(alphabet))[codes].transpose(1, 0, 2)


ALPHABET = sorted(set(''.join(TEXT)))
SEQUENCES = one_hot(TEXT, ALPHABET)
START = create_rnn_params(len(ALPHABET), 6, len(ALPHABET), 0.3, npr.RandomState(0))
STEP = 0.3


def objective(params):
    return -rnn_log_likelihood(params, SEQUENCES, SEQUENCES)
