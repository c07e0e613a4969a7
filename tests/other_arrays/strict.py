"""Programs of the array API: their functions come from their arrays."""


def elementwise(x):
    xp = x.__array_namespace__()
    return xp.sum(xp.exp(x) ** 2 * xp.atan(x) - xp.log1p(x) / xp.hypot(x, x + 1.0))


def joined(x):
    xp = x.__array_namespace__()
    y = xp.concat([x, xp.zeros((2, 2))])
    return xp.sum(xp.sin(y)) + xp.linalg.vector_norm(x)


def centred(x):
    xp = x.__array_namespace__()
    m = xp.mean(x, axis=0)
    return xp.sum((x - m) ** 2 @ xp.ones(2)) + xp.max(x) + xp.sum(xp.tanh(x.T @ x))


def written(x):
    xp = x.__array_namespace__()
    z = xp.zeros_like(x)
    z[1:, :] = x[:-1, :] * 2
    return xp.sum(xp.where(z > 0.3, z * x, xp.sqrt(x)))


def repeated(x):
    xp = x.__array_namespace__()
    for _ in range(3):
        x = x + 0.1 * xp.maximum(xp.cos(x), 0.5)
    row = xp.reshape(x, (2, 3))[0, :]
    return xp.sum(row * xp.asarray([1.0, 2.0, 3.0]))


def reduced(x):
    xp = x.__array_namespace__()
    sums = xp.sum(xp.cumulative_sum(x, axis=0)) + xp.sum(xp.stack([x, x * x]))
    return sums + xp.prod(x) + xp.std(x) + xp.var(x, axis=1)[0] + xp.min(x[:, 1])


def solved(x):
    xp = x.__array_namespace__()
    matrix = x.T @ x + xp.eye(2)
    inverse = xp.linalg.inv(matrix)
    return xp.sum(xp.linalg.solve(matrix, xp.ones((2, 1)))) + inverse[0, 1]


def turned(x):
    xp = x.__array_namespace__()
    table = xp.expand_dims(x, axis=0) * xp.permute_dims(x, (1, 0))[:, :, None]
    return xp.sum(table) + xp.sum(xp.flip(x) * x) + xp.sum(xp.roll(x, 1, axis=0) * x)


def logistic(x):
    xp = x.__array_namespace__()

    def squashed(z):
        return 1.0 / (1.0 + xp.exp(-z))

    return -xp.mean(xp.log(squashed(x)))


def counted(x):
    xp = x.__array_namespace__()
    total = 0.0
    for i in range(x.shape[0]):
        total = total + xp.sum(x[i, ...] * x[i - 1, ...]) * i
    products = xp.vecdot(x[0, ...], x[1, ...]) + xp.tensordot(x, x, axes=2)
    return total + products + xp.sum(xp.sign(x) * xp.abs(x))


def shifted(x):
    xp = x.__array_namespace__()
    m = xp.max(x, axis=1, keepdims=True)
    return xp.sum(m[:, 0] + xp.log(xp.sum(xp.exp(x - m), axis=1)))


def branched(x):
    xp = x.__array_namespace__()
    if xp.sum(x) > 1.0:
        return xp.sum(x**2)
    return xp.sum(x)


def clipped(x):
    xp = x.__array_namespace__()
    return xp.sum(xp.clip(x, 0.2, 0.5) * x) + xp.logaddexp(x[0, 0], x[1, 1])


def of_options(x):
    xp = x.__array_namespace__()
    spread = xp.std(x, axis=0, correction=1.0, keepdims=True)
    return xp.sum(x / spread) + xp.sum(xp.max(x, axis=1, keepdims=True) * x)


def masked(x):
    return x.__array_namespace__().sum(x[x > 0.4] ** 2)


def of_complex(x):
    xp = x.__array_namespace__()
    z = xp.astype(x, xp.complex128) * (1.0 + 2.0j)
    return xp.sum(xp.abs(z) ** 2 + xp.real(z) * xp.imag(z))


def broadcast(x):
    xp = x.__array_namespace__()
    return xp.sum(x * xp.mean(x) + x[0, :] + x[:, :1])


def halved(x):
    xp = x.__array_namespace__()
    while xp.sum(x) > 0.5:
        x = x * 0.5
    return xp.sum(x**3)


def stacks(x):
    xp = x.__array_namespace__()
    s = xp.stack([x.T @ x, x.T @ x * 2.0])
    return xp.sum(s @ s) + xp.sum(xp.sum(s * s, axis=(0, 2)))


def spaced(x):
    xp = x.__array_namespace__()
    places = xp.arange(6, dtype=xp.float64)
    flat = xp.sum(xp.reshape(x, (-1,)) * places)
    return flat + xp.sum(xp.linspace(0.0, 1.0, 3) * x[:, 0])


def parted(x):
    xp = x.__array_namespace__()
    first = xp.unstack(x)[0]
    grid = xp.meshgrid(x[:, 0], x[:, 1])[0]
    return xp.sum(first * first) + xp.sum(xp.tril(x.T @ x)) + xp.sum(grid * 2.0)


def of_values(x):
    xp = x.__array_namespace__()
    singular = xp.linalg.svd(x, full_matrices=False)[1]
    return xp.sum(singular) + xp.sum(xp.linalg.eigh(x.T @ x)[0])


def by_rows(x):
    xp = x.__array_namespace__()
    rows = []
    for i in range(3):
        rows.append(xp.sum(x[i, :] ** 2))
    return xp.sum(xp.stack(rows) * xp.asarray([1.0, 2.0, 3.0]))


def repeated_rows(x):
    xp = x.__array_namespace__()
    twice = xp.sum(xp.tile(x, (2, 1)) * xp.repeat(x, 2, axis=0))
    return twice + xp.sum(xp.diff(x, axis=0) ** 2) + xp.max(xp.abs(x))


def copied(x):
    xp = x.__array_namespace__()
    y = xp.asarray(x, copy=True)
    y[0, 0] = 5.0
    y[1:, :] *= 2.0
    return xp.sum(y * y)


def rearranged(x):
    xp = x.__array_namespace__()
    a = xp.squeeze(xp.expand_dims(x, axis=0), axis=0)
    b, c = xp.broadcast_to(x[0, :], (4, 2)), xp.moveaxis(x, 0, 1)
    sums = xp.sum(a * a) + xp.sum(b**2) + xp.sum(c @ c.T)
    return sums + xp.linalg.matrix_norm(x) + xp.sum(xp.where(xp.isnan(x), 0.0, x))


def of_its_dtype(x):
    xp = x.__array_namespace__()
    large = xp.astype(x > 0.4, x.dtype)
    return xp.sum(xp.ones(x.shape, dtype=x.dtype) * x) + xp.sum(x * large)


def put_together(x):
    xp = x.__array_namespace__()
    return xp.sum(xp.concat([x, 2.0 * x], axis=0) ** 2) + xp.sum(x[::-1, :] * x)


def listed(x):
    return sum([x[i, 0] ** 2 for i in range(3)])


def columns(x):
    xp = x.__array_namespace__()
    return xp.sum(x[..., 0]) + xp.sum(x[:, 0][:, None] ** 2)


def of_diagonals(x):
    xp = x.__array_namespace__()
    first = xp.squeeze(x[:1, :], axis=0)
    return (
        xp.linalg.trace(x.T @ x) ** 2 + xp.sum(first**2) + xp.sum(xp.linalg.svdvals(x))
    )


def of_products(x):
    xp = x.__array_namespace__()
    outer = xp.linalg.outer(x[:, 0], x[:, 1])
    return xp.sum(xp.eye(3, dtype=x.dtype) @ x) + xp.sum(outer * 2)


def accumulated(x):
    z = x * 0.0
    for _ in range(3):
        z += x * z + x
        z *= 2.0
    return sum([z[i, 1] for i in range(3)])


def repeatedly(x):
    xp = x.__array_namespace__()
    u = x
    for _ in range(3):
        u = u * xp.sum(u[1:, :])
    return xp.sum(u)


PROGRAMS = [
    elementwise, joined, centred, written, repeated, reduced, solved, turned, logistic,
    counted, shifted, branched, clipped, masked, of_complex, broadcast, halved, stacks,
    of_options, spaced, parted, of_values, by_rows, repeated_rows, copied, rearranged,
    of_its_dtype, put_together, listed, columns, of_diagonals, of_products,
    accumulated, repeatedly,
]  # fmt: skip
