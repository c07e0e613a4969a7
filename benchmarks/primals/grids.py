"""Programs on grids of measurements: limited diffusion, and an average by radius."""

import numpy as np


def limited_diffusion(field, coefficients):
    """Sum of squares after horizontal diffusion, whose fluxes are only downhill."""
    laplacian = 4.0 * field[1:-1, 1:-1] - (
        field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2]
    )
    along = laplacian[1:, 1:-1] - laplacian[:-1, 1:-1]
    slope = field[2:-1, 2:-2] - field[1:-2, 2:-2]
    along = np.where(along * slope > 0, 0, along)
    across = laplacian[1:-1, 1:] - laplacian[1:-1, :-1]
    slope = field[2:-2, 2:-1] - field[2:-2, 1:-2]
    across = np.where(across * slope > 0, 0, across)
    divergence = along[1:] - along[:-1] + across[:, 1:] - across[:, :-1]
    return np.sum((field[2:-2, 2:-2] - coefficients * divergence) ** 2)


def limited_diffusion_inputs(rows, columns, levels):
    random = np.random.default_rng(0)
    field = random.uniform(0.0, 1.0, (rows + 4, columns + 4, levels))
    return field, random.uniform(0.0, 1.0, (rows, columns, levels))


def average_by_radius(data, radius, bins):
    """Sum of squared averages of what is measured at about the same radius."""
    counts = np.histogram(radius, bins)[0]
    sums = np.histogram(radius, bins, weights=data)[0]
    return np.sum((sums / counts) ** 2)


def average_by_radius_inputs(n, bins):
    random = np.random.default_rng(0)
    return random.uniform(0.0, 1.0, n), np.linspace(0.0, 1.0, n), bins
