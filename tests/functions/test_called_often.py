"""Functions that are called often are functions of the generated text."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.load import load_module
from tests.support.numeric import assert_close, central_gradient

LEVELS = 10


@pytest.fixture(scope='module')
def calls(tmp_path_factory):
    """Functions c0 to c10, of which each calls the last one twice; f0 to f120 once."""
    text = 'import numpy as np\n\n\ndef c0(x):\n    return np.sin(x) * x\n'
    for k in range(1, LEVELS + 1):
        text += f'\n\ndef c{k}(x):\n    return c{k - 1}(x / 2) + c{k - 1}(x + 1.0)\n'
    text += '\n\ndef f0(x):\n    return np.sin(x)\n'
    for k in range(1, 121):
        text += f'\n\ndef f{k}(x):\n    return f{k - 1}(1.01 * x) + 0.1 * x\n'
    return load_module(text, tmp_path_factory.mktemp('calls'))


@pytest.mark.parametrize('level', [3, 6, LEVELS])
def test_a_tree_of_calls_grows_no_faster_than_its_text(calls, level):
    function = getattr(calls, f'c{level}')
    gradient = tl.grad(function)
    (expected,) = central_gradient(function, (0.3,), (0,))
    assert_close(gradient(0.3), expected)
    assert_close(tl.jvp(function, (0.3,), (1.0,))[1], expected)
    (second,) = central_gradient(gradient, (0.3,), (0,))
    assert_close(tl.grad(gradient)(0.3), second)
    assert len(gradient.source.splitlines()) < 400
    if level == LEVELS:
        assert '_fwd(' in gradient.source


def test_a_long_chain_of_calls_is_no_recursion(calls):
    gradient = tl.grad(calls.f120)
    (expected,) = central_gradient(calls.f120, (0.3,), (0,))
    assert_close(gradient(0.3), expected)
    assert_close(tl.grad(gradient)(0.3), central_gradient(gradient, (0.3,), (0,))[0])


def forward(theta, observed):
    transitions = np.exp(theta['transitions'])
    transitions = transitions / np.sum(transitions, axis=1, keepdims=True)
    emissions = np.exp(theta['emissions'])
    emissions = emissions / np.sum(emissions, axis=1, keepdims=True)
    alpha = np.exp(theta['start']) * emissions[:, observed[0]]
    total = 0.0
    for symbol in observed[1:]:
        scale = np.sum(alpha)
        total += np.log(scale)
        alpha = (alpha / scale @ transitions) * emissions[:, symbol]
    return total + np.log(np.sum(alpha))


def likelihood(theta, sequences):
    total = 0.0
    for sequence in sequences:
        total = total + forward(theta, sequence)
    return total


def test_each_sequence_of_a_hidden_markov_model_is_a_call():
    rng = np.random.default_rng(0)
    theta = {
        'transitions': rng.normal(size=(2, 2)),
        'emissions': rng.normal(size=(2, 3)),
        'start': rng.normal(size=2),
    }
    sequences = [rng.integers(0, 3, size=3 + k % 4) for k in range(20)]
    gradient = tl.grad(likelihood)
    gradient(theta, sequences)
    assert gradient.source.count('forward_bwd(') == 21
    tl.check_grad(likelihood, (theta, sequences))
    tl.check_grad(likelihood, (theta, sequences), modes=('reverse',), order=2)


class Counted:
    """An object that counts its calls, which is what it computes with."""

    def __init__(self, rate):
        self.rate, self.calls = rate, 0

    def step(self, x):
        self.calls += 1
        y = np.tanh(self.rate * x) + 0.01 * np.cos(x + self.calls)
        return 0.5 * y + 0.1 * y * y - np.sin(x) * 0.05 + 0.4 * x / (1.0 + x * x)


def counted(x):
    model = Counted(0.5)
    for _ in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20):
        x = model.step(x)
        x = model.step(x)
    return np.sum(x) * model.calls


def test_functions_that_change_objects_stay_expanded():
    tl.check_grad(counted, (np.array([0.3, 0.7]),))


@pytest.fixture(scope='module')
def logged(tmp_path_factory):
    """A function that is called often, and changes a list, which cannot be copied."""
    lines = [f'    y = np.sin(y) + np.exp(-y * {k}.0)\n' for k in range(60)]
    text = 'import numpy as np\n\n\ndef step(y, log):\n    log.append(y)\n'
    text += ''.join(lines) + '    return y\n\n\ndef total(x):\n    log = []\n'
    text += '    x = step(x, log)\n' * 6 + '    return eval("x") + log[0]\n'
    return load_module(text, tmp_path_factory.mktemp('logged')).total


def test_the_first_error_is_raised_if_nothing_works(logged):
    with pytest.raises(tl.UnsupportedError, match='changes what is outside'):
        tl.grad(logged)(0.3)
