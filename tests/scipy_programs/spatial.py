"""Distances, kernels and rotations with `scipy.spatial`."""
import numpy as np
from scipy import spatial
from scipy.spatial import distance, distance_matrix
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.spatial.transform import Rotation
from scipy.spatial.transform import Rotation as R

from tests.programs.record import program, sample


def rbf_kernel(x, y, length):
    return np.exp(-0.5 * cdist(x / length, y / length, 'sqeuclidean'))


def nearest_centres(x, centres):
    d = cdist(x, centres)
    return np.sum(np.min(d, axis=1))


def stress(embedding, target):
    return np.sum((pdist(embedding) - target) ** 2)


def rational_quadratic(x, alpha, length):
    d = squareform(pdist(x, metric='sqeuclidean'))
    return (1 + d / (2 * alpha * length ** 2)) ** -alpha


def sinkhorn(x, y, epsilon, steps=4):
    cost = distance.cdist(x, y, metric='sqeuclidean')
    k = np.exp(-cost / epsilon)
    u, v = np.ones(len(x)) / len(x), np.ones(len(y)) / len(y)
    for _ in range(steps):
        u = 1 / (len(x) * (k @ v))
        v = 1 / (len(y) * (k.T @ u))
    return np.sum(u[:, None] * k * v * cost)


def laplacian_kernel(x, gamma):
    return np.sum(np.exp(-gamma * cdist(x, x[:2], metric='cityblock')) ** 2)


def minkowski_energy(x, y):
    return distance_matrix(x, y, p=3).sum() + spatial.minkowski_distance(x[0], y[0], 4)


def mahalanobis_outlier(u, v, spread):
    vi = np.diag(1 / spread)
    return distance.mahalanobis(u, v, vi) + distance.euclidean(u, v)


def document_similarity(a, b):
    return distance.cosine(a, b) + distance.correlation(a, b)


def ecology(a, b):
    return distance.braycurtis(a, b) + distance.canberra(a, b)


def divergence(p, q):
    return distance.jensenshannon(p, q) ** 2


def standardised_distances(x):
    return pdist(x, 'seuclidean', V=np.array([0.5, 1.5])).sum()


def cosine_distances(x, y):
    return np.exp(-cdist(x, y, metric='cosine')).sum()


def lennard_jones(positions):
    r = pdist(positions)
    return np.sum(4 * (r ** -12 - r ** -6))


def rotated_points(rotvec, points):
    return np.sum(Rotation.from_rotvec(rotvec).apply(points)[:, 2] ** 2)


def euler_pose(angles, translation, points, target):
    r = R.from_euler('xyz', angles)
    moved = r.apply(points) + translation
    return np.mean((moved - target) ** 2)


def joint_chain(angles):
    tip = np.zeros(3)
    orientation = R.identity()
    for angle in angles:
        orientation = orientation * R.from_euler('z', angle)
        tip = tip + orientation.apply([1.0, 0.0, 0.0])
    return tip


def attitude_error(quaternion, reference):
    q = R.from_quat(quaternion)
    return (q * R.from_rotvec(reference).inv()).magnitude()


def rotation_matrix_loss(rotvec, target):
    m = R.from_rotvec(rotvec).as_matrix()
    return np.trace(target.T @ m)


def logarithm_of_rotation(angle):
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return R.from_matrix(m).as_rotvec()[2] ** 2


def aligned_shape(a, b):
    _, _, disparity = spatial.procrustes(a, b)
    return disparity


PROGRAMS = [
    program(rbf_kernel, sample(1, 3, 2), sample(2, 4, 2), np.array([0.8, 1.3])),
    program(nearest_centres, sample(3, 5, 2), sample(4, 2, 2)),
    program(stress, sample(5, 4, 2), sample(6, 6, low=0.3)),
    program(rational_quadratic, sample(7, 3, 2), 1.2, 0.8),
    program(sinkhorn, sample(8, 3, 2), sample(9, 4, 2), 0.9),
    program(laplacian_kernel, sample(10, 4, 2), 0.6),
    program(minkowski_energy, sample(11, 3, 2), sample(12, 2, 2)),
    program(mahalanobis_outlier, sample(13, 3), sample(14, 3),
            np.array([0.5, 1.0, 2.0])),
    program(document_similarity, sample(15, 4), sample(16, 4)),
    program(ecology, sample(17, 4, low=0.2), sample(18, 4, low=0.2)),
    program(divergence, sample(19, 4, low=0.2), sample(20, 4, low=0.2)),
    program(standardised_distances, sample(21, 4, 2)),
    program(cosine_distances, sample(22, 3, 3), sample(23, 2, 3)),
    program(lennard_jones, np.array([[0.0, 0.1, 0.2], [1.2, 0.0, 0.1], [0.3, 1.3, 0.0],
                                     [0.2, 0.4, 1.4]])),
    program(rotated_points, np.array([0.3, -0.5, 0.7]), sample(24, 3, 3)),
    program(euler_pose, np.array([0.2, 0.4, -0.3]), sample(25, 3), sample(26, 4, 3),
            sample(27, 4, 3)),
    program(joint_chain, np.array([0.3, 0.5, -0.4])),
    program(attitude_error, np.array([0.2, 0.1, -0.3, 0.9]), np.array([0.1, 0.4, 0.2])),
    program(rotation_matrix_loss, np.array([0.3, -0.5, 0.7]), sample(28, 3, 3)),
    program(logarithm_of_rotation, 0.6),
    program(aligned_shape, sample(29, 4, 2), sample(30, 4, 2)),
]
