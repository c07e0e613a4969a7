"""Rotations of SciPy, by what they are made of and by what they turn."""
import numpy as np
import pytest

import tangentlite as tl
from tests.scipy_programs.corpora import is_there

pytestmark = pytest.mark.one_in(4)

transform = pytest.importorskip('scipy.spatial.transform')
Rotation = transform.Rotation

RANDOM = np.random.default_rng(0)
V, W, Q = (RANDOM.standard_normal(shape) for shape in (3, 3, 4))
SEVERAL, POINTS = RANDOM.standard_normal((3, 3)), RANDOM.standard_normal((3, 3))
ONE, MANY = Rotation.from_rotvec(V), Rotation.from_rotvec(SEVERAL)
# Older versions keep the quaternions where they cannot be read.
readable = pytest.mark.skipif(not hasattr(ONE, '_quat'), reason='hidden quaternions')


def of_vector(v):
    turn = Rotation.from_rotvec(v)
    return turn.as_quat(), turn.as_rotvec(), turn.as_matrix(), turn.as_mrp()


def of_quaternion(q):
    turn = Rotation.from_quat(q)
    return turn.as_quat(canonical=True), turn.as_rotvec(degrees=True)


def of_matrix(v):
    matrix = Rotation.from_rotvec(v).as_matrix()
    return Rotation.from_matrix(matrix).as_rotvec()


def of_parameters(v):
    return Rotation.from_mrp(v).as_matrix()


def turned(v, w):
    turn = Rotation.from_rotvec(v)
    return turn.apply(w), turn.apply(w, inverse=True)


def composed(v, w):
    a, b = Rotation.from_rotvec(v), Rotation.from_rotvec(w)
    return (a * b.inv()).as_rotvec(), (a**0.3).as_quat(), b.magnitude()


def collected(v, w):
    whole = Rotation.concatenate([Rotation.from_rotvec(v), Rotation.from_rotvec(w)])
    return whole[1].as_quat(), whole[:1].as_matrix(), len(whole) * whole.magnitude()


def average(v):
    return Rotation.from_rotvec(0.2 * v).mean().as_rotvec()


def unit(w):
    return (Rotation.identity() * Rotation.from_rotvec(w)).as_quat()


def between(v, times):
    return transform.Slerp([0.0, 1.0, 2.0], Rotation.from_rotvec(v))(times).as_quat()


CASES = [
    (of_vector, (V,)), (of_vector, (SEVERAL,)), (of_quaternion, (Q,)),
    (of_matrix, (V,)), (of_parameters, (V,)), (turned, (V, W)), (turned, (V, POINTS)),
    (turned, (SEVERAL, POINTS)), (turned, (SEVERAL, W)), (composed, (V, W)),
    (composed, (SEVERAL, W)), (collected, (V, W)), (average, (SEVERAL,)), (unit, (W,)),
    (between, (SEVERAL, np.array([0.5, 1.3, 0.2, 1.9]))), (between, (SEVERAL, 1.4)),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize(('function', 'args'), CASES)
def test_made_in_the_function(function, args):
    value = function(*args)
    # Before version 1.17 the exponent of a power is a float of 32 bits.
    rough = function is composed and not is_there('1.17')
    for want, got in zip(parts(value), parts(tl.vjp(function, *args)[0])):
        np.testing.assert_allclose(got, want, rtol=1e-7 if rough else 1e-14, atol=2e-15)
    tl.check_grad(function, args)


def parts(value):
    return value if isinstance(value, tuple) else (value,)


@pytest.mark.one_in(3)
@pytest.mark.parametrize('function', [of_vector, turned, composed])
def test_second_order(function):
    args = (V, W)[: function.__code__.co_argcount]
    tl.check_grad(function, args, order=2)


@pytest.mark.parametrize('seq', ['xyz', 'ZYX', 'zxz', 'YXY', 'XZY'])
def test_angles(seq):
    def function(angles):
        return Rotation.from_euler(seq, angles).as_matrix()

    def back(v):
        return Rotation.from_rotvec(v).as_euler(seq)

    tl.check_grad(function, (0.3 * V,))
    v = 0.4 * V + 0.1
    np.testing.assert_allclose(tl.vjp(back, v)[0], back(v), rtol=1e-14, atol=2e-15)
    tl.check_grad(back, (v,))


def test_an_angle():
    def function(angle):
        turn = Rotation.from_euler('z', angle, degrees=True)
        return turn.as_rotvec(), turn.magnitude()

    tl.check_grad(function, (40.0,), order=2)


def test_at_the_zero_rotation():
    def there_and_back(v):
        return Rotation.from_rotvec(v).as_rotvec()

    zero = np.zeros(3)
    assert np.array_equal(tl.jacobian(there_and_back)(zero), np.eye(3))
    tl.check_grad(there_and_back, (zero,), order=2)
    tl.check_grad(turned, (zero, W), order=2)


@readable
def test_made_outside():
    def function(v):
        return ONE.apply(v), (ONE * Rotation.from_rotvec(v)).as_rotvec(), MANY.apply(v)

    def by_rotation(turn, w):
        return np.sum(turn.apply(w) ** 3)

    tl.check_grad(function, (W,))
    by_quaternion, _ = tl.grad(by_rotation, (0, 1))(ONE, W)
    assert by_quaternion._quat.shape == ONE._quat.shape


def test_refused():
    with pytest.raises(tl.UnsupportedError, match='reduce'):
        tl.grad(lambda v: np.sum(Rotation.from_rotvec(v).reduce().as_quat()))(SEVERAL)


@pytest.mark.parametrize('n', [1, -1, 0, 2.5])
def test_powers_of_quaternions_of_either_sign(n):
    """The powers 1 and -1 keep the sign, of others the last part is not below 0."""
    def power(q):
        return (Rotation.from_quat(q) ** n).as_quat()

    q = np.array([[0.1, 0.2, 0.3, -0.9], [0.1, 0.2, 0.3, 0.9]])
    np.testing.assert_allclose(tl.vjp(power, q)[0], power(q), rtol=1e-14)
    tl.check_grad(power, (q,))
