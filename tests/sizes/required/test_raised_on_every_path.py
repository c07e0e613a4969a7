"""Where a function raises on every path for its arguments, so does its derivative."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0, 0.5])


def with_star(x, *kinds):
    if 'b' in kinds:
        raise ValueError('unknown kind')
    return np.sum(x * 2)


def with_stars_alone(*given):
    if given[0].ndim != 2:
        raise ValueError('unknown kind')
    return np.sum(given[0])


def positional_only(x, /, kind):
    if kind == 'b':
        raise ValueError('unknown kind')
    return np.sum(x * 2)


def with_named(x, **options):
    if options.get('kind') == 'b':
        raise ValueError('unknown kind')
    return np.sum(x * 2)


def keyword_only(x, *rest, kind):
    if kind == 'b':
        raise ValueError('unknown kind')
    return np.sum(x * 2)


class Model:
    def energy(self, x, /, *kinds):
        return with_star(x, *kinds)

    def __call__(self, x, **options):
        return with_named(x, **options)


MODEL = Model()

CALLS = [
    (with_star, ('b',), {}),
    (with_stars_alone, (), {}),
    (positional_only, ('b',), {}),
    (with_named, (), {'kind': 'b'}),
    (keyword_only, (1.0,), {'kind': 'b'}),
    (MODEL.energy, ('b',), {}),
    (MODEL, (), {'kind': 'b'}),
]


@pytest.mark.parametrize('f, rest, named', CALLS)
@pytest.mark.parametrize(
    'derivative',
    [tl.grad, tl.value_and_grad, tl.autodiff, tl.jacobian, tl.hessian,
     tl.elementwise_grad],
)  # fmt: skip
def test_reverse(f, rest, named, derivative):
    with pytest.raises(ValueError, match='^unknown kind$'):
        derivative(f)(X, *rest, **named)


@pytest.mark.parametrize('f, rest, named', CALLS)
def test_forward(f, rest, named):
    product = tl.autodiff(f, mode='forward')
    place = 2 if f is positional_only else 1
    given = [X, *rest]
    given.insert(place, X)
    with pytest.raises(ValueError, match='^unknown kind$'):
        product(*given, **named)


def energy_through_a_gradient(*given, **named):
    return np.sum(tl.grad(with_star)(*given, **named))


def test_products_and_gradients_in_programs():
    for call in (
        lambda: tl.vjp(with_stars_alone, X),
        lambda: tl.jvp(with_stars_alone, (X,), (X,)),
        lambda: tl.hvp(with_stars_alone, X, X),
        lambda: tl.grad(energy_through_a_gradient)(X, 'b'),
        lambda: tl.grad(with_star).source_for(X, 'b'),
    ):
        with pytest.raises(ValueError, match='^unknown kind$'):
            call()


def scaled(x, *factors):
    return np.sum(x) * factors[0]


def test_a_tangent_that_is_none():
    product = tl.autodiff(scaled, mode='forward')
    with pytest.raises(tl.ArgumentError, match='x_dot must be a number or an array'):
        product(X, 'text')
    with pytest.raises(tl.ArgumentError, match='x_dot has 0 axes'):
        product(X, 2.0)
    with pytest.raises(tl.UnsupportedError) as caught:
        product(2.0, 2.0)
    assert 'in front of what *factors takes' in caught.value.__notes__[0]
    assert product(X, X, 2.0) == 2 * X.sum()
