"""Derivatives of programs on grids of measurements."""

import numpy as np


def limited_diffusion(field, coefficients):
    laplacian = 4.0 * field[1:-1, 1:-1] - (
        field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2]
    )
    along = laplacian[1:, 1:-1] - laplacian[:-1, 1:-1]
    slope = field[2:-1, 2:-2] - field[1:-2, 2:-2]
    is_left_out = along * slope > 0
    along = np.where(is_left_out, 0, along)
    across = laplacian[1:-1, 1:] - laplacian[1:-1, :-1]
    slope = field[2:-2, 2:-1] - field[2:-2, 1:-2]
    is_left_out_across = across * slope > 0
    across = np.where(is_left_out_across, 0, across)
    divergence = along[1:] - along[:-1] + across[:, 1:] - across[:, :-1]
    result = field[2:-2, 2:-2] - coefficients * divergence
    value = np.sum(result**2)

    result *= 2.0
    field_bar = np.zeros_like(field)
    field_bar[2:-2, 2:-2] = result
    divergence *= result
    coefficients_bar = np.negative(divergence, out=divergence)
    result *= coefficients  # minus the derivative by the divergence
    along[0] = result[0]
    np.subtract(result[1:], result[:-1], out=along[1:-1])
    along[-1] = -result[-1]
    along[is_left_out] = 0.0
    across[:, 0] = result[:, 0]
    np.subtract(result[:, 1:], result[:, :-1], out=across[:, 1:-1])
    across[:, -1] = -result[:, -1]
    across[is_left_out_across] = 0.0
    laplacian_bar = np.zeros_like(laplacian)
    laplacian_bar[1:, 1:-1] = along
    laplacian_bar[:-1, 1:-1] -= along
    laplacian_bar[1:-1, 1:] += across
    laplacian_bar[1:-1, :-1] -= across
    field_bar[2:, 1:-1] -= laplacian_bar
    field_bar[:-2, 1:-1] -= laplacian_bar
    field_bar[1:-1, 2:] -= laplacian_bar
    field_bar[1:-1, :-2] -= laplacian_bar
    laplacian_bar *= 4.0
    field_bar[1:-1, 1:-1] += laplacian_bar
    return value, (field_bar, coefficients_bar)


def average_by_radius(data, radius, bins):
    counts, edges = np.histogram(radius, bins)
    sums = np.histogram(radius, bins, weights=data)[0]
    averages = sums / counts
    # As NumPy does it: a quotient, which rounding may put beside the right bin.
    place = ((radius - edges[0]) / (edges[-1] - edges[0]) * bins).astype(np.intp)
    np.minimum(place, bins - 1, out=place)
    place -= radius < edges[place]
    place += (radius >= edges[1:][place]) & (place < bins - 1)
    return np.sum(averages**2), (2.0 * averages / counts)[place]
