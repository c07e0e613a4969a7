"""A convolution by einsum whose shape is an argument; torques of particles."""

import numpy as np


def convolution(w, shape, X, target):
    """Loss of a convolution of patches with weights in one vector."""
    kernels = np.reshape(w, shape)
    out = np.einsum("ncyxij,coij->noyx", X, kernels)
    return np.mean((out - target) ** 2)


def convolution_arguments():
    """Weights, their shape, patches and the wanted output."""
    rng = np.random.default_rng(0)
    shape = (3, 2, 3, 3)
    X = np.lib.stride_tricks.sliding_window_view(
        rng.normal(size=(2, 3, 8, 8)), (3, 3), axis=(2, 3)
    )
    return rng.normal(size=54), shape, X, rng.normal(size=(2, 2, 6, 6))


def torque(positions, forces, steps):
    """Sum of torques about a moving centre, a cross product in each step."""
    total = np.zeros(3)
    velocity = np.zeros(3)
    for i in range(steps):
        r = positions[i] - velocity
        torque = np.cross(r, forces[i]) / np.sqrt(np.sum(r * r) + 1.0)
        velocity = velocity + 0.1 * torque / (1.0 + i)
        total = total + torque
    return np.sum(total**2)


def torque_arguments(steps=5):
    """Positions, forces and the number of steps."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(steps, 3)), rng.normal(size=(steps, 3)), steps
