"""The plans of contractions, against the contractions themselves."""
import doctest

import numpy as np
import pytest

from tangentlite.templates import subscripts


def test_examples():
    outcome = doctest.testmod(subscripts)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_what_is_a_product_of_matrices_and_what_is_none():
    assert subscripts.product_plan('ijk,jk->i')[0][0] == 'tensordot'
    assert subscripts.product_plan('ij,j->i')[0][0] == 'swapped'
    assert subscripts.product_plan('bij,bj->bi') == ()
    assert subscripts.product_plan('ij,ij->') == ()


@pytest.mark.parametrize(
    ('text', 'shapes'),
    [
        ('ij,jk', ((2, 3), (3, 4))),
        ('ba', ((2, 3),)),
        ('...ba, c', ((5, 2, 3), (4,))),
        ('i..., ...', ((2, 3, 4), (3, 4))),
        ('...i,j...->...', ((3, 2), (4, 3))),
    ],
)
def test_explicit_subscripts_mean_the_same(text, shapes):
    operands = [np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape) for shape in shapes]
    inputs, output = subscripts.explicit(text, tuple(map(len, shapes)))
    same = f'{",".join(inputs)}->{output}'
    np.testing.assert_allclose(np.einsum(same, *operands), np.einsum(text, *operands))
