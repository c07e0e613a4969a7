"""Operators of what has none: refused where they are, or raised."""
import pytest

import tangentlite as tl


def negated(x, rate):
    return x * -rate


def positive(x, rate):
    return x * +rate


def inverted(x, rate):
    return x * ~rate


def helper(x):
    return x


@pytest.mark.parametrize('f, sign', [
    (negated, '-'), (positive, '[+]'), (inverted, '~'),
])
@pytest.mark.parametrize('operand', [
    'a', None, {1}, frozenset(), helper, [1.0], [], (1,), {'a': 1.0}, b'x', float,
], ids=lambda value: getattr(value, '__name__', repr(value)))
def test_operands_without_the_operator(f, sign, operand):
    name = type(operand).__name__
    with pytest.raises(tl.UnsupportedError, match=f"type for unary {sign}: '{name}'"):
        tl.grad(f)(0.5, operand)


def test_what_is_raised_is_caught():
    def f(x):
        try:
            return x * -'a'
        except TypeError:
            return x * x

    assert tl.grad(f)(0.5) == 1.0


def test_a_branch_that_is_not_taken_does_not_raise():
    def f(x, rate):
        return x * x if x > 0 else -rate

    derivative = tl.grad(f)
    assert derivative(0.5, None) == 1.0
    with pytest.raises(TypeError, match="bad operand type for unary -: 'NoneType'"):
        derivative(-0.5, None)


@pytest.mark.parametrize('f', [lambda x: x @ [1.0, 2.0], lambda x: (1.0, 2.0) @ x])
def test_products_of_numbers_and_lists(f):
    with pytest.raises(tl.UnsupportedError, match='unsupported operand type.* for @'):
        tl.grad(f)(0.5)


def test_a_product_of_a_number_and_a_list_is_caught():
    def f(x):
        try:
            return x @ [1.0, 2.0]
        except TypeError:
            return x * x

    assert tl.grad(f)(0.5) == 1.0
