"""The bundle adjustment of ADBench, on whole arrays and in a loop."""

import numpy as np


def bundle(cameras, points, weights, seen, features):
    """Half the squared reprojection error; a row of `seen` is (camera, point).

    A camera is its rotation vector, centre, focal length, principal point and two
    coefficients of radial distortion.
    """
    camera = cameras[seen[:, 0]]
    rotation = camera[:, 0:3]
    offset = points[seen[:, 1]] - camera[:, 3:6]
    angle = np.sqrt(np.sum(rotation**2, 1))
    cosine = np.cos(angle)[:, None]
    sine = np.sin(angle)[:, None]
    axis = rotation / angle[:, None]
    along = np.sum(axis * offset, 1)[:, None]
    rotated = (
        offset * cosine
        + cross_rows(axis, offset) * sine
        + axis * (along * (1.0 - cosine))
    )
    image = rotated[:, 0:2] / rotated[:, 2:3]
    radius = np.sum(image**2, 1)
    distortion = 1.0 + camera[:, 9] * radius + camera[:, 10] * radius * radius
    projected = image * distortion[:, None] * camera[:, 6:7] + camera[:, 7:9]
    error = weights[:, None] * (projected - features)
    weight_error = 1.0 - weights**2
    return 0.5 * np.sum(error**2) + 0.5 * np.sum(weight_error**2)


def cross_rows(a, b):
    return np.stack(
        [
            a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1],
            a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2],
            a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0],
        ],
        1,
    )


def bundle_loop(cameras, points, weights, seen, features):
    total = 0.0
    for i in range(len(seen)):
        camera = cameras[seen[i, 0]]
        rotation = camera[0:3]
        offset = points[seen[i, 1]] - camera[3:6]
        angle = np.sqrt(np.sum(rotation**2))
        cosine = np.cos(angle)
        sine = np.sin(angle)
        axis = rotation * (1.0 / angle)
        rotated = (
            offset * cosine
            + cross(axis, offset) * sine
            + axis * (np.dot(axis, offset) * (1.0 - cosine))
        )
        image = rotated[0:2] / rotated[2]
        radius = np.sum(image**2)
        distortion = 1.0 + camera[9] * radius + camera[10] * radius * radius
        projected = image * distortion * camera[6] + camera[7:9]
        error = weights[i] * (projected - features[i])
        weight_error = 1.0 - weights[i] ** 2
        total = total + 0.5 * np.sum(error**2) + 0.5 * weight_error**2
    return total


def cross(a, b):
    return np.array(
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    )


def bundle_inputs(cameras, points, observations):
    random = np.random.default_rng(0)
    camera = np.array([0.3, -0.2, 0.1, 0.5, -0.5, 0.2, 1.5, 0.1, -0.1, 0.05, 0.01])
    order = np.arange(observations)
    return (
        camera * (1.0 + 0.1 * random.standard_normal((cameras, 11))),
        np.array([0.0, 0.0, 6.0]) + random.standard_normal((points, 3)),
        random.random(observations) + 0.5,
        np.stack([order % cameras, order % points], 1),
        0.3 * random.standard_normal((observations, 2)),
    )
