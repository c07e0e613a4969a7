"""Rotations of space: unit quaternions (x, y, z, w).

Where the angle is small, series in its square take the place of quotients, so that the
derivative at the zero rotation is right.
"""
import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from tangentlite.rules.registry import definition
from tangentlite.runtime import nearest_orthogonal
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import fill_time, refuse

# What `from_euler('z', [angle])` is, one rotation or several, depends on the version.
ONE_OF_A_LIST = Rotation.from_euler('z', [0.0]).single


def normalized(q):
    return q / np.sqrt(np.sum(q * q, -1, keepdims=True))


# The sine of half the angle by the angle, and the cosine, of the square of the angle.
def of_half(square):
    small = square <= 1e-6
    angle = np.sqrt(np.where(small, 1.0, square))
    sine = 0.5 - square / 48 + square * square / 3840
    cosine = 1.0 - square / 8 + square * square / 384
    return (
        np.where(small, sine, np.sin(angle / 2) / angle),
        np.where(small, cosine, np.cos(angle / 2)),
    )


def quaternion_of_vector(vector):
    ratio, cosine = of_half(np.sum(vector * vector, -1, keepdims=True))
    return np.concatenate((ratio * vector, cosine), -1)


def vector_of_quaternion(q):
    q = np.where(q[..., 3:] < 0, -q, q)
    axis, w = q[..., :3], q[..., 3:]
    square = np.sum(axis * axis, -1, keepdims=True)
    small = square <= 2.5e-7
    sine = np.sqrt(np.where(small, 1.0, square))
    series = 2.0 + square / 3 + 0.15 * square * square
    return np.where(small, series, 2.0 * np.arctan2(sine, w) / sine) * axis


def product(p, q):
    x, y, z, w = p[..., 0], p[..., 1], p[..., 2], p[..., 3]
    a, b, c, e = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    return np.stack(
        (
            w * a + e * x + y * c - z * b, w * b + e * y + z * a - x * c,
            w * c + e * z + x * b - y * a, w * e - x * a - y * b - z * c,
        ),
        -1,
    )  # fmt: skip


def matrix_of(q):
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    xx, yy, zz, ww = x * x, y * y, z * z, w * w
    rows = (
        np.stack((xx - yy - zz + ww, 2 * (x * y - z * w), 2 * (x * z + y * w)), -1),
        np.stack((2 * (x * y + z * w), -xx + yy - zz + ww, 2 * (y * z - x * w)), -1),
        np.stack((2 * (x * z - y * w), 2 * (y * z + x * w), -xx - yy + zz + ww), -1),
    )
    return np.stack(rows, -2)


# Four multiples of the quaternion, of which the longest is taken.
def quaternion_of_matrix(m):
    a, b, c = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    xy, xz = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0]
    yz = m[..., 1, 2] + m[..., 2, 1]
    xw, yw = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0]
    zw = m[..., 1, 0] - m[..., 0, 1]
    rows = (
        np.stack((1 + a - b - c, xy, xz, xw), -1),
        np.stack((xy, 1 - a + b - c, yz, yw), -1),
        np.stack((xz, yz, 1 - a - b + c, zw), -1),
        np.stack((xw, yw, zw, 1 + a + b + c), -1),
    )
    longest = np.argmax(np.stack((a, b, c, a + b + c), -1), -1)
    place = np.expand_dims(np.expand_dims(longest, -1), -1)
    found = np.take_along_axis(np.stack(rows, -2), place, -2)
    return normalized(found[..., 0, :])


@fill_time
def axes_of(seq):
    """Return the numbers of the axes of a sequence, and whether they move along."""
    return tuple('xyz'.index(letter) for letter in seq.lower()), seq.isupper()


@fill_time
def in_cycle(i, j, k):
    """Return whether axes are in cyclic order."""
    return (j - i) % 3 == 1 and (k - j) % 3 == 1


def about(axis, angle):
    sine, cosine, zero = np.sin(angle / 2), np.cos(angle / 2), angle * 0.0
    if axis == 0:
        return np.stack((sine, zero, zero, cosine), -1)
    if axis == 1:
        return np.stack((zero, sine, zero, cosine), -1)
    return np.stack((zero, zero, sine, cosine), -1)


def within_a_turn(angle):
    return np.where(
        angle < -np.pi, angle + 2 * np.pi,
        np.where(angle > np.pi, angle - 2 * np.pi, angle),
    )  # fmt: skip


# Bernardes and Viollet, Quaternion to Euler angles conversion (2022).
def angles_of(q, seq):
    axes, moving = axes_of(seq)
    i, j, k = (axes[2], axes[1], axes[0]) if moving else axes
    symmetric = i == k
    k = 3 - i - j if symmetric else k
    sign = 1.0 if in_cycle(i, j, k) else -1.0
    if symmetric:
        a, b, c, e = q[..., 3], q[..., i], q[..., j], q[..., k] * sign
    else:
        a, b = q[..., 3] - q[..., j], q[..., i] + q[..., k] * sign
        c, e = q[..., j] + q[..., 3], q[..., k] * sign - q[..., i]
    middle = 2.0 * np.arctan2(np.hypot(c, e), np.hypot(a, b))
    total, change = np.arctan2(b, a), np.arctan2(e, c)
    flat, turned = np.abs(middle) <= 1e-7, np.abs(middle - np.pi) <= 1e-7
    first, third = total - change, total + change
    if not symmetric:
        third = third * sign
        middle = middle - np.pi / 2
    if moving:
        first, third = third, first
    # One angle is free there, and the last is taken as zero.
    double = np.where(flat, 2.0 * total, 2.0 * change * (1.0 if moving else -1.0))
    free = flat | turned
    first = np.where(free, double * sign if moving and not symmetric else double, first)
    third = np.where(free, 0.0, third)
    return np.stack(
        (within_a_turn(first), within_a_turn(middle), within_a_turn(third)), -1
    )


@definition(Rotation)
class RotationOfQuaternion:
    """A rotation, or several along an axis, by its quaternions."""

    __slots__ = ("_quat", "_single")
    __array_ufunc__ = None

    def __init__(self, quat, normalize=True, copy=True, scalar_first=False):
        quat = as_array(quat)
        if scalar_first:
            quat = np.roll(quat, -1, -1)
        self._quat = normalized(quat) if normalize else quat
        self._single = np.ndim(quat) == 1

    # Those of SciPy hold one quaternion as a row.
    @property
    def _q(self):
        if np.ndim(self._quat) == 2 and self._single:
            return self._quat[0]
        return self._quat

    @staticmethod
    def from_quat(quat, *, scalar_first=False):
        return Rotation(quat, scalar_first=scalar_first)

    @staticmethod
    def from_matrix(matrix, *, assume_valid=False):
        rotation = nearest_orthogonal(as_array(matrix))
        return Rotation(quaternion_of_matrix(rotation), False)

    @staticmethod
    def from_rotvec(rotvec, degrees=False):
        vector = as_array(rotvec)
        if degrees:
            vector = np.deg2rad(vector)
        return Rotation(quaternion_of_vector(vector), False)

    @staticmethod
    def from_mrp(mrp):
        mrp = as_array(mrp)
        square = np.sum(mrp * mrp, -1, keepdims=True)
        whole = np.concatenate((2.0 * mrp, 1.0 - square), -1)
        return Rotation(whole / (1.0 + square), False)

    @staticmethod
    def from_euler(seq, angles, degrees=False):
        angles = as_array(angles)
        if degrees:
            angles = np.deg2rad(angles)
        axes, moving = axes_of(seq)
        if len(axes) == 1:
            if np.ndim(angles) == 2 or np.ndim(angles) == 1 and ONE_OF_A_LIST:
                angles = angles[..., 0]
            return Rotation(about(axes[0], angles), False)
        q = about(axes[0], angles[..., 0])
        for place in range(1, len(axes)):
            step = about(axes[place], angles[..., place])
            q = product(q, step) if moving else product(step, q)
        return Rotation(q, False)

    @staticmethod
    def identity(num=None):
        unit = np.array([0.0, 0.0, 0.0, 1.0])
        if num is None:
            return Rotation(unit, False)
        return Rotation(np.tile(unit, (num, 1)), False)

    @staticmethod
    def concatenate(rotations):
        parts = ()
        for rotation in rotations:
            parts = (*parts, np.atleast_2d(rotation._q))
        return Rotation(np.concatenate(parts), False)

    @property
    def single(self):
        return self._single

    def as_quat(self, canonical=False, *, scalar_first=False):
        q = self._q
        if canonical:
            q = np.where(q[..., 3:] < 0, -q, q)
        return np.roll(q, 1, -1) if scalar_first else q

    def as_matrix(self):
        return matrix_of(self._q)

    def as_rotvec(self, degrees=False):
        vector = vector_of_quaternion(self._q)
        return np.rad2deg(vector) if degrees else vector

    def as_mrp(self):
        q = self._q
        q = np.where(q[..., 3:] < 0, -q, q)
        return q[..., :3] / (1.0 + q[..., 3:])

    def as_euler(self, seq, degrees=False, *, suppress_warnings=False):
        angles = angles_of(self._q, seq)
        return np.rad2deg(angles) if degrees else angles

    def apply(self, vectors, inverse=False):
        matrix = matrix_of(self._q)
        if inverse:
            matrix = np.swapaxes(matrix, -1, -2)
        vectors = as_array(vectors)
        if np.ndim(matrix) == 2:
            return vectors @ matrix.T
        return np.einsum('...jk,...k->...j', matrix, vectors)

    def inv(self):
        return Rotation(self._q * np.array([-1.0, -1.0, -1.0, 1.0]), False)

    def magnitude(self):
        q = self._q
        square = np.sum(q[..., :3] * q[..., :3], -1)
        sine = np.where(square == 0, 0.0, np.sqrt(square + (square == 0)))
        return 2.0 * np.arctan2(sine, np.abs(q[..., 3]))

    def mean(self, weights=None, axis=None):
        q = self._q
        if weights is None:
            inner = q.T @ q
        else:
            inner = (as_array(weights) * q.T) @ q
        return Rotation(np.linalg.eigh(inner)[1][:, -1], False)

    def __mul__(self, other):
        return Rotation(product(self._q, other._q), False)

    def __pow__(self, n, modulus=None):
        q = quaternion_of_vector(n * vector_of_quaternion(self._q))
        keeps_sign = (np.abs(n) == 1) & (self._q[..., 3:] < 0.0)
        return Rotation(np.where(keeps_sign, -q, q), False)

    def __getitem__(self, indexer):
        return Rotation(self._q[indexer], False)

    def __len__(self):
        return np.shape(self._q)[0]

    def __iter__(self):
        for k in range(np.shape(self._q)[0]):
            yield Rotation(self._q[k], False)

    @staticmethod
    def random(*sizes, **options):
        refuse('random rotations', 'Draw outside of the function.')

    @staticmethod
    def align_vectors(*arrays, **options):
        refuse('align_vectors', 'Use np.linalg.svd of the covariance.')


# The rows of vectors between two times stand for the turn from one to the next.
@definition(Slerp)
class Turning:
    """Rotations between those at some times."""

    __slots__ = ("times", "timedelta", "rotations", "rotvecs")

    def __init__(self, times, rotations):
        self.times = as_array(times)
        self.timedelta = np.diff(self.times)
        self.rotations = rotations[:-1]
        self.rotvecs = (rotations[:-1].inv() * rotations[1:]).as_rotvec()

    def __call__(self, times):
        times = as_array(times)
        last = np.shape(self.times)[0] - 2
        places = np.searchsorted(self.times, times) - 1
        places = np.minimum(np.maximum(places, 0), last)
        share = (times - self.times[places]) / self.timedelta[places]
        vectors = self.rotvecs[places] * np.expand_dims(share, -1)
        return self.rotations[places] * Rotation.from_rotvec(vectors)
