"""check_grad compares both modes with each other, by <w, J v> and <J^T w, v>."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite import d

X = np.array([0.3, -0.4, 1.1])


def in_parts(wrong):
    """A function one of whose rules is wrong by less than differences tell."""
    factors = {'reverse': 2.0, 'forward': 2.0} | {wrong: 2.0 + 8e-6}

    @tl.custom_vjp
    def square(x):
        return x * x
    square.defvjp(lambda x: (x * x, x), lambda x, v: (factors['reverse'] * x * v,))
    square.defjvp(lambda p, t: (p[0] ** 2, factors['forward'] * p[0] * t[0]))
    return square


@pytest.mark.parametrize('wrong, right', [
    ('reverse', 'forward'), ('forward', 'reverse')])
def test_names_the_mode_and_the_rule(wrong, right):
    square = in_parts(wrong)

    def f(x):
        return np.sum(np.sin(square(x)))

    with pytest.raises(tl.CheckError) as failed:
        tl.check_grad(f, (X,))
    message = str(failed.value)
    assert message.startswith(f'the {wrong} derivative with respect to x along a')
    assert f'{right} mode gives' in message
    assert '(rules of your own: square).' in message
    tl.check_grad(f, (X,), modes='reverse')
    tl.check_grad(f, (X,), modes='forward')
    tl.check_grad(f, (X,), rtol=1e-3)


def test_templates_are_rules_of_ones_own():
    def doubled(x):
        return 2.0 * x

    @tl.adjoint(doubled)
    def doubled_adjoint(y, x):
        d[x] = 2.0 * d[y]

    @tl.tangent(doubled)
    def doubled_tangent(y, x):
        d[y] = (2.0 + 8e-6) * d[x]

    def inner(x):
        return doubled(x)
    with pytest.raises(tl.CheckError, match=r'rules of your own: doubled'):
        tl.check_grad(lambda p: {'y': inner(p['x'])}, ({'x': X},))


@pytest.mark.parametrize('x', [X, X.astype('f4'), X + 1j, {'a': X, 'b': [0.5, 3]}])
def test_modes_that_agree(x):
    def f(x):
        y = x['a'] * x['b'][0] if isinstance(x, dict) else x
        return np.exp(y) * 2.0, np.sum(y * y)
    tl.check_grad(f, (x,), order=1)
