"""Discretised equations, graphs and designs with `scipy.sparse`."""
import numpy as np
import scipy.sparse
import scipy.sparse as sps
from scipy import sparse
from scipy.sparse import coo_matrix, csr_matrix, diags, eye, kron
from scipy.sparse.linalg import cg, eigsh, expm_multiply, lsqr, splu, spsolve

from tests.programs.record import program, sample

ROWS = np.array([0, 0, 1, 2, 2, 3])
COLS = np.array([1, 3, 2, 0, 3, 0])
DESIGN = csr_matrix((np.array([1.0, 2.0, -1.0, 0.5, 1.5, 1.0]), (ROWS, COLS)),
                    shape=(4, 4))
SECOND = diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(5, 5), format='csr')


def sparse_logistic(w, y):
    z = DESIGN @ w
    return np.sum(np.logaddexp(0, z) - y * z)


def explicit_heat(u, k):
    for _ in range(3):
        u = u + k * SECOND.dot(u)
    return u


def implicit_heat(u, k):
    system = eye(5, format='csc') - k * SECOND
    return np.sum(spsolve(system.tocsc(), u) ** 2)


def variable_conductivity(sigma, source):
    main = sigma[:-1] + sigma[1:]
    off = -sigma[1:-1]
    stiffness = diags([off, main, off], [-1, 0, 1], format='csc')
    return source @ spsolve(stiffness, source)


def weighted_graph(weights, x):
    adjacency = coo_matrix((weights, (ROWS, COLS)), shape=(4, 4)).tocsr()
    degree = np.asarray(adjacency.sum(axis=1)).ravel()
    return x @ (degree * x - adjacency @ x)


def message_passing(features, w):
    h = features
    for layer in range(2):
        h = np.tanh(DESIGN @ h @ w[layer])
    return h.sum()


def poisson_plane(f):
    one = eye(3)
    t = diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(3, 3))
    laplacian = (kron(t, one) + kron(one, t)).tocsc()
    return f @ scipy.sparse.linalg.spsolve(laplacian, f)


def transposed_product(a, v):
    m = sparse.csr_matrix(a)
    return m.T @ (m @ v)


def element_assembly(young):
    matrix = sps.lil_matrix((4, 4))
    for e, k in enumerate(young):
        matrix[e, e] += k
        matrix[e + 1, e + 1] += k
        matrix[e, e + 1] -= k
        matrix[e + 1, e] -= k
    return (matrix.tocsr()[1:, 1:] @ np.array([0.1, 0.3, 0.2])).sum()


def conjugate_gradients(b, shift):
    a = sparse.diags([2.0 + shift] * 5) - 0.5 * SECOND
    x, info = cg(a, b, rtol=1e-12)
    return x @ x


def factored_steps(u):
    lu = splu((eye(5) - 0.3 * SECOND).tocsc())
    for _ in range(2):
        u = lu.solve(u)
    return np.sum(u ** 3)


def least_squares_tomography(b):
    return lsqr(DESIGN, b, atol=1e-12, btol=1e-12)[0].sum()


def diffusion_on_graph(u, t):
    return expm_multiply(t * SECOND, u)


def lowest_mode(potential):
    h = -1.0 * SECOND + diags(potential)
    return eigsh(h, k=1, sigma=0.0, return_eigenvectors=False)[0]


def elementwise_weights(x, decay):
    weights = DESIGN.multiply(decay).tocsr()
    return np.sum((weights @ x) ** 2)


def dense_view(x):
    return np.sum((DESIGN.toarray() @ x) ** 2) + DESIGN.sum() * x[0]


PROGRAMS = [
    program(sparse_logistic, sample(1, 4), np.array([0, 1, 1, 0])),
    program(explicit_heat, sample(2, 5), 0.2),
    program(implicit_heat, sample(3, 5), 0.4),
    program(variable_conductivity, sample(4, 6, low=0.5, high=2.0), sample(5, 5)),
    program(weighted_graph, sample(6, 6, low=0.2), sample(7, 4)),
    program(message_passing, sample(8, 4, 2), sample(9, 2, 2, 2)),
    program(poisson_plane, sample(10, 9)),
    program(transposed_product, sample(11, 3, 2), sample(12, 2)),
    program(element_assembly, np.array([1.0, 2.0, 0.7])),
    program(conjugate_gradients, sample(13, 5), 0.3),
    program(factored_steps, sample(14, 5)),
    program(least_squares_tomography, sample(15, 4)),
    program(diffusion_on_graph, sample(16, 5), 0.3),
    program(lowest_mode, sample(17, 5, low=0.2)),
    program(elementwise_weights, sample(18, 4), 0.6),
    program(dense_view, sample(19, 4)),
]
