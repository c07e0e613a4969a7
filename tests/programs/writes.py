"""Element, slice, mask and augmented writes into arrays that the function made."""
# ruff: noqa: B007
import numpy as np

from tests.programs.record import program, sample

BINS = np.array([0, 2, 2, 1, 0, 2])


def recurrence(x, a):
    y = np.zeros(len(x))
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = a * y[i - 1] + x[i]
    return y


def fills_by_elements(x):
    y = np.zeros(3)
    y[0] = x[0] * x[1]
    y[1] = y[0] * x[2]
    y[0] = y[1] * x[0]
    return np.sum(y)


def augmented_elements(x):
    y = np.ones(3)
    for i in range(3):
        y[i] += x[i] * x[0]
        y[i] *= x[1]
        y[i] -= 0.1 * y[0]
        y[i] /= 1.0 + x[2] ** 2
    return y.sum()


def heat_equation(u0, c, steps):
    u = u0.copy()
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def burgers(u0, dt, dx):
    u = np.copy(u0)
    for n in range(4):
        un = u.copy()
        u[1:] = un[1:] - dt / dx * un[1:] * (un[1:] - un[:-1])
        u[0] = un[0] * 0.9
    return u


def laplace_relaxation(boundary, sweeps):
    phi = np.zeros((4, 4))
    phi[0, :] = boundary
    phi[:, -1] = boundary[::-1] ** 2
    for k in range(sweeps):
        phi[1:-1, 1:-1] = 0.25 * (phi[:-2, 1:-1] + phi[2:, 1:-1]
                                  + phi[1:-1, :-2] + phi[1:-1, 2:])
    return np.sum(phi[1:-1, 1:-1] ** 2)


def gauss_seidel(a, b, sweeps):
    x = np.zeros_like(b)
    for _ in range(sweeps):
        for i in range(len(b)):
            r = b[i]
            for j in range(len(b)):
                if j != i:
                    r -= a[i, j] * x[j]
            x[i] = r / a[i, i]
    return x


def gauss_elimination(a, b):
    a = a.copy()
    x = b * 1.0
    n = len(b)
    for k in range(n):
        for i in range(k + 1, n):
            f = a[i, k] / a[k, k]
            a[i, k:] -= f * a[k, k:]
            x[i] -= f * x[k]
    for k in range(n - 1, -1, -1):
        x[k] = (x[k] - a[k, k + 1:] @ x[k + 1:]) / a[k, k]
    return x


def cholesky_determinant(a):
    n = a.shape[0]
    low = np.zeros((n, n))
    for j in range(n):
        low[j, j] = np.sqrt(a[j, j] - np.sum(low[j, :j] ** 2))
        for i in range(j + 1, n):
            low[i, j] = (a[i, j] - low[i, :j] @ low[j, :j]) / low[j, j]
    log_det = 0.0
    for j in range(n):
        log_det += 2.0 * np.log(low[j, j])
    return log_det


def thomas(lower, diagonal, upper, rhs):
    n = rhs.shape[0]
    c = np.zeros(n)
    x = np.zeros(n)
    c[0] = upper[0] / diagonal[0]
    x[0] = rhs[0] / diagonal[0]
    for i in range(1, n):
        m = diagonal[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / m
        x[i] = (rhs[i] - lower[i] * x[i - 1]) / m
    for i in reversed(range(n - 1)):
        x[i] = x[i] - c[i] * x[i + 1]
    return x


def cumulative_product(x):
    out = np.empty_like(x)
    p = 1.0
    for i in range(x.shape[0]):
        p *= x[i]
        out[i] = p
    return out


def running_sum_in_place(x):
    y = x.copy()
    for i in range(1, y.size):
        y[i] += y[i - 1]
    return y * y


def convolution(x, kernel):
    n, m = len(x), len(kernel)
    out = np.zeros(n + m - 1)
    for i in range(n):
        for j in range(m):
            out[i + j] += x[i] * kernel[j]
    return out


def convolution_2d(image, kernel):
    h, w = kernel.shape
    out = np.zeros((image.shape[0] - h + 1, image.shape[1] - w + 1))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.sum(image[i:i + h, j:j + w] * kernel)
    return np.maximum(out, 0.0)


def shifted_slices(x):
    y = x.copy()
    y[:2] = y[1:3]
    y[1:] += y[:-1]
    y[::2] *= 3.0
    y[-1:] = x[:1] ** 2
    return np.sum(y * y * np.arange(1.0, 5.0))


def masked_writes(x):
    y = x * 2.0
    y[y > 1.0] = 0.5
    y[x < -0.5] *= x[0]
    y[y < 0.0] += 1.0
    return y


def scattered_writes(x):
    y = np.zeros(5)
    y[[4, 0, 2]] = x * x
    y[np.array([0, 1])] += x[:2]
    y[[1, 3]] -= x[2]
    return y


def histogram(weights):
    counts = np.zeros(3)
    np.add.at(counts, BINS, weights)
    return counts * counts


def broadcast_writes(x, c):
    m = np.ones((3, 4))
    m[1] = x
    m[:, 2] = c
    m[0, 1:3] += x[0] * c
    m[2:, :] *= x
    m[...] = m + 0.5 * m ** 2
    return m


def whole_array_operators(x, y):
    z = x * 1.0
    z += y
    z *= x
    z -= 0.5
    z /= 2.0 + y * y
    z **= 2
    return z


def overwrites_with_constants(x):
    y = x * x
    z = y * y
    y[0] = 5.0
    y[1:2] = 0.0
    return np.sum(z * y)


def reads_before_overwriting(x):
    u = x * 2.0
    t = u[0]
    u[0] = 0.0
    w = u[1]
    u[1] = t * w
    return t * t + w * u[1] + u[0]


def element_swaps(x):
    y = np.copy(x)
    n = len(y)
    for i in range(n // 2):
        y[i], y[n - 1 - i] = y[n - 1 - i], y[i]
    return y * np.arange(n)


def bubble_sort(x):
    y = x.copy()
    for i in range(len(y)):
        for j in range(len(y) - 1 - i):
            if y[j] > y[j + 1]:
                t = y[j]
                y[j] = y[j + 1]
                y[j + 1] = t
    return np.sum(y * np.arange(1.0, len(y) + 1.0))


def wave_equation(u0, c):
    before = u0.copy()
    now = u0 * 1.0
    for k in range(3):
        after = 2.0 * now - before
        after[1:-1] += c * c * (now[2:] - 2 * now[1:-1] + now[:-2])
        after[0] = after[-1] = 0.0
        before = now * 1.0
        now = after.copy()
    return now


def trajectory_table(x0, v0, dt):
    path = np.zeros((5, 2))
    path[0] = np.array([x0, v0])
    for k in range(4):
        path[k + 1, 0] = path[k, 0] + dt * path[k, 1]
        path[k + 1, 1] = path[k, 1] - dt * np.sin(path[k + 1, 0])
    return path[:, 0]


def written_in_a_branch(x, limit):
    y = np.zeros(x.shape)
    for i in range(x.shape[0]):
        if x[i] > limit:
            y[i] = x[i] ** 2
        elif x[i] < -limit:
            y[i] -= x[i]
            y[0] += 1.0
    return y.sum()


PROGRAMS = [
    program(recurrence, sample(201, 5), 0.8),
    program(fills_by_elements, np.array([0.5, 1.5, 2.0])),
    program(augmented_elements, sample(202, 3)),
    program(heat_equation, sample(203, 6), 0.2, 4),
    program(burgers, sample(204, 5, low=0.2), 0.1, 0.5),
    program(laplace_relaxation, sample(205, 4), 3),
    program(gauss_seidel, sample(206, 3, 3) + 4.0 * np.eye(3), sample(207, 3), 2),
    program(gauss_elimination, sample(208, 3, 3) + 3.0 * np.eye(3), sample(209, 3)),
    program(cholesky_determinant, np.array([[4.0, 0.3, 0.2], [1.0, 3.0, 0.1],
                                            [0.5, -0.7, 2.0]])),
    program(thomas, sample(210, 4), sample(211, 4, low=2.0, high=3.0), sample(212, 4),
            sample(213, 4)),
    program(cumulative_product, sample(214, 4)),
    program(running_sum_in_place, sample(215, 4)),
    program(convolution, sample(216, 4), sample(217, 3)),
    program(convolution_2d, sample(218, 4, 3), sample(219, 2, 2)),
    program(shifted_slices, sample(220, 4)),
    program(masked_writes, np.array([0.4, -0.9, 1.3, 0.2, -0.1])),
    program(scattered_writes, sample(222, 3)),
    program(histogram, sample(223, 6)),
    program(broadcast_writes, sample(224, 4), 0.7),
    program(whole_array_operators, sample(225, 3), sample(226, 3)),
    program(overwrites_with_constants, sample(227, 3)),
    program(reads_before_overwriting, sample(228, 2)),
    program(element_swaps, sample(229, 5)),
    program(bubble_sort, sample(230, 4)),
    program(wave_equation, sample(231, 5), 0.6),
    program(trajectory_table, 0.4, 1.1, 0.2),
    program(written_in_a_branch, sample(233, 5), 0.5),
]
