"""Derivatives of the bundle adjustment."""

import numpy as np

from benchmarks.primals.bundle import cross, cross_rows


def bundle(cameras, points, weights, seen, features):
    which_camera = seen[:, 0]
    which_point = seen[:, 1]
    camera = cameras[which_camera]
    rotation = camera[:, 0:3]
    offset = points[which_point] - camera[:, 3:6]
    angle = np.sqrt(np.sum(rotation**2, 1))
    cosine = np.cos(angle)[:, None]
    sine = np.sin(angle)[:, None]
    axis = rotation / angle[:, None]
    normal = cross_rows(axis, offset)
    along = np.sum(axis * offset, 1)[:, None]
    versine = 1.0 - cosine
    reach = along * versine
    rotated = offset * cosine + normal * sine + axis * reach
    depth = rotated[:, 2:3]
    image = rotated[:, 0:2] / depth
    radius = np.sum(image**2, 1)
    distortion = 1.0 + camera[:, 9] * radius + camera[:, 10] * radius * radius
    distorted = image * distortion[:, None]
    focal = camera[:, 6:7]
    residual = distorted * focal + camera[:, 7:9] - features
    error = weights[:, None] * residual
    weight_error = 1.0 - weights**2
    value = 0.5 * np.sum(error**2) + 0.5 * np.sum(weight_error**2)

    camera_bar = np.empty_like(camera)
    weights_bar = np.sum(error * residual, 1)
    weights_bar -= 2.0 * weights * weight_error
    error *= weights[:, None]
    camera_bar[:, 7:9] = error
    camera_bar[:, 6] = np.sum(error * distorted, 1)
    error *= focal
    distortion_bar = np.sum(error * image, 1)
    error *= distortion[:, None]
    image_bar = error
    camera_bar[:, 9] = distortion_bar * radius
    camera_bar[:, 10] = camera_bar[:, 9] * radius
    radius_bar = 2.0 * camera[:, 10] * radius
    radius_bar += camera[:, 9]
    radius_bar *= 2.0 * distortion_bar
    image_bar += radius_bar[:, None] * image
    image_bar /= depth
    rotated_bar = np.empty_like(rotated)
    rotated_bar[:, 0:2] = image_bar
    rotated_bar[:, 2] = -np.sum(image_bar * image, 1)

    reach_bar = np.sum(rotated_bar * axis, 1)
    along_bar = reach_bar[:, None] * versine
    normal_bar = rotated_bar * sine
    angle_bar = cosine[:, 0] * np.sum(rotated_bar * normal, 1)
    cosine_bar = np.sum(rotated_bar * offset, 1)
    cosine_bar -= reach_bar * along[:, 0]
    angle_bar -= sine[:, 0] * cosine_bar
    axis_bar = rotated_bar * reach
    axis_bar += along_bar * offset
    axis_bar += cross_rows(offset, normal_bar)
    rotated_bar *= cosine
    offset_bar = rotated_bar
    offset_bar += along_bar * axis
    offset_bar += cross_rows(normal_bar, axis)
    axis_bar /= angle[:, None]
    angle_bar -= np.sum(axis_bar * axis, 1)
    axis_bar += angle_bar[:, None] * axis
    camera_bar[:, 0:3] = axis_bar
    camera_bar[:, 3:6] = -offset_bar
    cameras_bar = sum_by_row(which_camera, camera_bar, len(cameras))
    points_bar = sum_by_row(which_point, offset_bar, len(points))
    return value, (cameras_bar, points_bar, weights_bar)


def sum_by_row(rows, values, count):
    """Add each row of values to its row of an array of zeros, column by column."""
    columns = [np.bincount(rows, column, count) for column in values.T]
    return np.stack(columns, 1)


def bundle_loop(cameras, points, weights, seen, features):
    total = 0.0
    cameras_bar = np.zeros_like(cameras)
    points_bar = np.zeros_like(points)
    weights_bar = np.zeros_like(weights)
    for i in range(len(seen)):
        which_camera, which_point = seen[i]
        camera = cameras[which_camera]
        weight = weights[i]
        rotation = camera[0:3]
        offset = points[which_point] - camera[3:6]
        angle = np.sqrt(np.sum(rotation**2))
        cosine = np.cos(angle)
        sine = np.sin(angle)
        scale = 1.0 / angle
        axis = rotation * scale
        normal = cross(axis, offset)
        along = np.dot(axis, offset)
        versine = 1.0 - cosine
        reach = along * versine
        rotated = offset * cosine + normal * sine + axis * reach
        depth = rotated[2]
        image = rotated[0:2] / depth
        radius = np.sum(image**2)
        distortion = 1.0 + camera[9] * radius + camera[10] * radius * radius
        distorted = image * distortion
        residual = distorted * camera[6] + camera[7:9] - features[i]
        error = weight * residual
        weight_error = 1.0 - weight**2
        total = total + 0.5 * np.sum(error**2) + 0.5 * weight_error**2

        camera_bar = cameras_bar[which_camera]
        weights_bar[i] += np.dot(error, residual) - 2.0 * weight * weight_error
        error *= weight
        camera_bar[7:9] += error
        camera_bar[6] += np.dot(error, distorted)
        error *= camera[6]
        distortion_bar = np.dot(error, image)
        error *= distortion
        image_bar = error
        camera_bar[9] += distortion_bar * radius
        camera_bar[10] += distortion_bar * radius * radius
        radius_bar = distortion_bar * (camera[9] + 2.0 * camera[10] * radius)
        image_bar += (2.0 * radius_bar) * image
        image_bar /= depth
        rotated_bar = np.empty(3)
        rotated_bar[0:2] = image_bar
        rotated_bar[2] = -np.dot(image_bar, image)
        reach_bar = np.dot(rotated_bar, axis)
        along_bar = reach_bar * versine
        normal_bar = rotated_bar * sine
        cosine_bar = np.dot(rotated_bar, offset) - reach_bar * along
        angle_bar = cosine * np.dot(rotated_bar, normal) - sine * cosine_bar
        axis_bar = rotated_bar * reach
        axis_bar += along_bar * offset
        axis_bar += cross(offset, normal_bar)
        rotated_bar *= cosine
        offset_bar = rotated_bar
        offset_bar += along_bar * axis
        offset_bar += cross(normal_bar, axis)
        axis_bar *= scale
        angle_bar -= np.dot(axis_bar, axis)
        axis_bar += angle_bar * axis
        camera_bar[0:3] += axis_bar
        camera_bar[3:6] -= offset_bar
        points_bar[which_point] += offset_bar
    return total, (cameras_bar, points_bar, weights_bar)
