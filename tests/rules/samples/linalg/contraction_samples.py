"""Sample inputs of products that sum over axes."""
import numpy as np

from tests.rules.samples.sample import products, sample, single, spread

A3, A23, A34, A33, A234 = (
    spread(*shape) for shape in ((3,), (2, 3), (3, 4), (3, 3), (2, 3, 4))
)
B3, B23, B33 = spread(3, start=20), spread(2, 3, start=20), spread(3, 3, start=20)
A333 = spread(3, 3, 3)


def einsum(subscripts, *operands, **options):
    """A sample of np.einsum in all its operands."""
    return sample(np.einsum, subscripts, *operands, **options)


EINSUM = [
    einsum('ij,jk->ik', A23, A34),
    einsum('ij,jk', A23, A34),
    einsum('ba,cb', A23, spread(4, 2)),
    einsum('i,i', A3, B3),
    einsum('i,i->', A3, B3),
    einsum('ij->ji', A23),
    einsum('ij -> j', A23),
    einsum('ij->', A23),
    einsum('ji', A23),
    einsum('ij,ij->i', A23, B23),
    einsum('i,i->', A3, spread(1)),
    einsum('i,i->i', spread(1), A3),
    einsum('ij,j->i', spread(3, 1), A3),
    einsum('ij,jk->ik', spread(2, 1), A34),
    einsum('ij,kl->il', A23, A34),
    einsum('i,j->ij', A3, spread(2)),
    einsum('ii', A33),
    einsum('ii->i', A33),
    einsum('iji->j', spread(3, 2, 3)),
    einsum('iii->i', A333),
    einsum('iijj->ij', spread(2, 2, 3, 3)),
    einsum('ii,i->i', A33, B3),
    einsum('ii,jj->ij', A33, B33),
    einsum('iij,jk->k', A333, A34),
    einsum('ijk,ik->j', A234, spread(2, 4)),
    einsum('ij,jk,kl->il', A23, A34, spread(4, 2)),
    einsum('i,ij,j', spread(2), A23, A3),
    einsum('i,ij,jk,k->', spread(2), A23, A34, spread(4)),
    einsum('a,b,c,d,e->abcde', *(spread(2, start=9 * k) for k in range(5))),
    einsum('a,a,a,a,a,a->a', *(spread(2, start=9 * k) for k in range(6))),
    einsum('ab,bc,cd,de,ef,fg,gh,ha->', *(spread(2, 2, start=9 * k) for k in range(8))),
    einsum('...ij,...jk->...ik', A234, spread(2, 4, 2)),
    einsum('...ij,...jk', A234, spread(4, 2)),
    einsum('...ij,...jk->...ik', spread(5, 1, 2, 3), spread(4, 3, 2)),
    einsum('i...,i', A234, spread(2)),
    einsum('...i->...', A234),
    einsum('...ii->...i', spread(2, 3, 3)),
    einsum('i...->...', A234),
    einsum('ij,jk->ik', A23, A34, optimize=True),
    einsum('ij,jk->ik', single(2, 3), single(3, 4)),
    sample(np.einsum, 'ij,j->i', A23, B3, wrt=(2,)),
    sample(np.einsum, 'ij,ij->j', A23, B23, wrt=(1,)),
]

TENSORDOT = [
    sample(np.tensordot, x, y, axes)
    for x, y, axes in (
        (A23, A34, 1),
        (A23, B23, 2),
        (A3, A23, 0),
        (A234, A34, 2),
        (A234, A234, (0, 0)),
        (A234, spread(4, 5, 3), ((1, 2), (2, 0))),
        (A234, spread(4, 5, 2), [[0, -1], [2, 0]]),
        (A23, spread(4, 3), ([1], [1])),
        (A33, B33, ([0, 1], [1, 0])),
        (spread(2, 3, 4, 2), spread(3, 2), ((3, 1), (1, 0))),
    )
]

INNER_SHAPES = (
    (None, None), (None, (3,)), ((2, 3), None), ((3,), (3,)), ((2, 3), (3,)),
    ((3,), (2, 3)), ((2, 3), (4, 3)), ((2, 4, 3), (2, 3)), ((2, 3), (2, 4, 3)),
    ((3,), (2, 4, 3)), ((2, 4, 3), (3,)),
)  # fmt: skip
VDOT_SHAPES = (
    (None, None), ((3,), (3,)), ((2, 3), (2, 3)), ((2, 3), (6,)), ((6,), (2, 3)),
)  # fmt: skip
KRON_SHAPES = (
    ((2,), (3,)), ((2, 3), (3, 2)), ((3,), (2, 2)), ((2, 2), (3,)), (None, (3,)),
    ((2, 1, 2), (2, 3)), ((1, 2), (2, 1)), (None, None),
)  # fmt: skip

CONTRACTIONS = [
    *EINSUM,
    *TENSORDOT,
    sample(np.tensordot, A234, A34),
    *products(np.inner, INNER_SHAPES),
    *products(np.inner, INNER_SHAPES[3:6], np.float32),
    *products(np.vdot, VDOT_SHAPES),
    sample(np.vecdot, A3, B3),
    sample(np.vecdot, A23, B23),
    sample(np.vecdot, A23, B3),
    sample(np.vecdot, A3, B23),
    sample(np.vecdot, A23, B23, axis=0),
    sample(np.vecdot, A23, B23, axis=-2),
    sample(np.vecdot, A234, spread(2, 1), axis=0),
    sample(np.vecdot, A234, spread(4), axis=-1),
    sample(np.vecdot, single(2, 3), single(2, 3)),
    sample(
        np.vecdot, A23, B23,
        body='return np.real(np.vecdot(x0 + 1j * x1, 2.0 * x1 + 1j))'
    ),
    sample(
        np.vecdot, A23, B23, body='return np.imag(np.vecdot(x0, x1 * x0 + 1j * x1))'
    ),
    *products(np.kron, KRON_SHAPES),
    sample(
        np.vdot, A3, B3, body='return np.real(np.vdot(x0 + 1j * x1, 2.0 * x1 + 1j))'
    ),
    sample(np.vdot, A3, B3, body='return np.imag(np.vdot(x0, x1 * x0 + 1j * x1))'),
    sample(
        np.vdot, A3, B3, body='return np.imag(np.vdot(x0 + 1j * x1, 2.0 * x1 + 1j))'
    ),
    sample(np.einsum, 'i,i,i,i,i,i,i->i', *[spread(3, start=k) for k in range(7)]),
    sample(
        np.einsum, 'ij,j->i', A23, B3,
        body="return np.einsum('ij,j,j,j,j,j,ij,ij,ij,j,kj,k->ik', "
             'x0, *[x1] * 5, *[x0] * 3, x1, x0, x1[:2])'),
]
