"""
A pulse that turns a quantum bit
================================

Two coupled quantum bits, on which two fields act: which course of the fields makes of
them a gate that swaps a conditional sign, a controlled NOT? In each slice of time the
state evolves by the exponential of a complex matrix, and the whole is a product of
these. The infidelity is a real number of complex ones, and so are its derivatives.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.linalg import expm
from scipy.optimize import minimize

import tangentlite as tl

SLICES, DT = 40, 0.2
X = np.array([[0, 1], [1, 0]], dtype=complex)
Y = np.array([[0, -1j], [1j, 0]])
Z = np.diag([1.0 + 0j, -1.0])
ONE = np.eye(2, dtype=complex)
COUPLING = 0.5 * np.kron(Z, Z)
CONTROLS = np.array(
    [np.kron(X, ONE), np.kron(Y, ONE), np.kron(ONE, X), np.kron(ONE, Y)]
)
GATE = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], dtype=complex)


def evolved(fields):
    """The unitary matrices after each slice."""
    now = np.eye(4, dtype=complex)
    course = np.zeros((SLICES + 1, 4, 4), dtype=complex)
    course[0] = now
    for k in range(SLICES):
        energy = COUPLING + np.tensordot(fields[k], CONTROLS, 1)
        now = expm(-1j * DT * energy) @ now
        course[k + 1] = now
    return course


def loss(flat):
    fields = flat.reshape(SLICES, len(CONTROLS))
    overlap = np.trace(GATE.conj().T @ evolved(fields)[-1]) / 4
    smoothness = np.mean(np.diff(fields, axis=0) ** 2)
    return 1.0 - np.abs(overlap) ** 2 + 1e-3 * smoothness


rng = np.random.default_rng(0)
start = 0.3 * rng.normal(size=SLICES * len(CONTROLS))
fit = minimize(
    tl.value_and_grad(loss),
    start,
    jac=True,
    method="L-BFGS-B",
    options={"maxiter": 100},
)
print(f"loss {loss(start):.4f} before, {fit.fun:.1e} after {fit.nit} steps")

# %%
# The fields, and what becomes of a state
# ---------------------------------------

fields = fit.x.reshape(SLICES, len(CONTROLS))
figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.6), layout="constrained")
for k, name in enumerate(("x, first bit", "y, first bit", "x, second", "y, second")):
    left.step(DT * np.arange(SLICES), fields[:, k], where="post", label=name)
left.set(xlabel="time", ylabel="field")
left.legend()
chances = np.abs(evolved(fields)[:, :, 2]) ** 2
right.stackplot(
    DT * np.arange(SLICES + 1), chances.T, labels=("|00>", "|01>", "|10>", "|11>")
)
right.set(xlabel="time", ylabel="probability, from |10>", ylim=(0, 1), xlim=(0, 8))
right.legend(loc="center left")
plt.show()
