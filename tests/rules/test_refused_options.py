"""Options and inputs of NumPy's functions that are refused, and what is said of them."""
import numpy as np
import pytest

import tangentlite as tl

V = np.array([1.0, 2.0, 3.0])
NUMBERS = {
    'np.linalg.norm has no derivative with respect to ord':
        lambda p: np.linalg.norm(V, ord=p),
    'np.linalg.norm has no derivative with respect to ord.':
        lambda p: np.linalg.vector_norm(V, ord=p),
    'np.var has no derivative with respect to ddof': lambda p: np.var(V, ddof=p),
}


@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize('said', NUMBERS)
def test_inputs_without_a_derivative(said, mode):
    derivative = tl.autodiff(NUMBERS[said], mode=mode)
    with pytest.raises(tl.UnsupportedError, match=said) as caught:
        derivative(1.5, 1.0) if mode == 'forward' else derivative(1.5)
    assert 'template' not in str(caught.value)
