"""Likelihoods of hidden Markov models, for sequences of many lengths."""

import numpy as np

STATES = 3
SYMBOLS = 4


def log_sum_exp(a, axis):
    """Logarithm of a sum of exponentials."""
    largest = np.max(a, axis=axis, keepdims=True)
    return np.squeeze(largest, axis) + np.log(np.sum(np.exp(a - largest), axis=axis))


def in_logs(params, sequences):
    """Forward algorithm in logarithms."""
    log_start = params["start"] - log_sum_exp(params["start"], 0)
    log_moves = params["moves"] - log_sum_exp(params["moves"], 1)[:, None]
    log_emits = params["emits"] - log_sum_exp(params["emits"], 1)[:, None]
    total = 0.0
    for sequence in sequences:
        alpha = log_start + log_emits[:, sequence[0]]
        for symbol in sequence[1:]:
            alpha = log_sum_exp(alpha[:, None] + log_moves, 0) + log_emits[:, symbol]
        total = total + log_sum_exp(alpha, 0)
    return total


def scaled(params, sequences):
    """Forward algorithm with scaled probabilities, mean over a dict of sequences."""
    start = np.exp(params["start"]) / np.sum(np.exp(params["start"]))
    moves = np.exp(params["moves"])
    moves = moves / np.sum(moves, axis=1, keepdims=True)
    emits = np.exp(params["emits"])
    emits = emits / np.sum(emits, axis=1, keepdims=True)
    total, count = 0.0, 0
    for sequence in sequences.values():
        if len(sequence) == 0:
            continue
        alpha = start * emits[:, sequence[0]]
        scale = np.sum(alpha)
        alpha = alpha / scale
        value = np.log(scale)
        for t in range(1, len(sequence)):
            alpha = (alpha @ moves) * emits[:, sequence[t]]
            scale = np.sum(alpha)
            alpha = alpha / scale
            value += np.log(scale)
        total += value
        count += len(sequence)
    return total / count


def scaled_or_impossible(params, sequences):
    """The same, but minus infinity as soon as a sequence is impossible."""
    start, moves, emits = params["start"], params["moves"], params["emits"]
    total = 0.0
    for _, sequence in sequences.items():
        alpha = start * emits[:, sequence[0]]
        total += np.log(np.sum(alpha))
        alpha = alpha / np.sum(alpha)
        for symbol in sequence[1:]:
            alpha = (alpha @ moves) * emits[:, symbol]
            scale = np.sum(alpha)
            if scale <= 0.0:
                return -np.inf
            alpha = alpha / scale
            total += np.log(scale)
    return total


def parameters():
    """Positive parameters."""
    rng = np.random.default_rng(0)
    return {
        "start": rng.uniform(0.1, 1.0, STATES),
        "moves": rng.uniform(0.1, 1.0, (STATES, STATES)),
        "emits": rng.uniform(0.1, 1.0, (STATES, SYMBOLS)),
    }


def sequences(count):
    """So many sequences of symbols, of 5 to 21 each."""
    rng = np.random.default_rng(1)
    return [rng.integers(0, SYMBOLS, 5 + i % 17) for i in range(count)]


def named_sequences(count):
    """The same as a dict of lists."""
    return {f"subject {i}": s.tolist() for i, s in enumerate(sequences(count))}
