"""Sample inputs of the functions that call a function on parts of an array."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A4, A34, A234 = spread(4), spread(3, 4), spread(2, 3, 4)

PIECES = [
    sample(
        np.piecewise, A4, [A4 > 0], [np.sin, np.cos], wrt=(0,),
        body='return np.piecewise(x0, [x0 < -0.5, x0 > 0.5], '
             '[lambda x: x * x, np.sin, np.cos])'),
    sample(
        np.piecewise, A34, [A34 > 0], [np.sin, np.cos], wrt=(0,),
        body='return np.piecewise(x0, [x0 < 0.1], [lambda x, k: k * x * x, '
             'lambda x, k: x + k], x0[0, 1])'),
    sample(
        np.piecewise, A4, A4 > 0, [np.sin, 1.0], wrt=(0,),
        body='return np.piecewise(x0, x0 < 0.1, funclist=[np.sin, x0[0]])'),
    sample(
        np.piecewise, 0.7, [True, False], [np.sin, np.cos], wrt=(0,),
        body='return np.piecewise(x0, [x0 < 0.1, x0 > 0.5], [np.sin, np.cos])'),
    sample(
        np.piecewise, single(4), [A4 > 0], [np.sin], wrt=(0,),
        body='return np.piecewise(x0, [x0 > 0.1], [lambda x: x * x])'),
]  # fmt: skip

ALONG = [
    sample(
        np.apply_along_axis, np.sum, 0, spread(0, 4), wrt=(2,),
        body='return np.apply_along_axis(np.sum, 0, x0) ** 2'),
    sample(
        np.apply_along_axis, np.sum, 0, A34, wrt=(2,),
        body='return np.apply_along_axis(np.sum, 0, x0) ** 2'),
    sample(
        np.apply_along_axis, np.sum, 0, A34, wrt=(2,),
        body='return np.apply_along_axis(lambda r: r * r[1], 1, x0)'),
    sample(
        np.apply_along_axis, np.sum, 0, A234, wrt=(2,),
        body='return np.apply_along_axis(lambda r, k: r[:2] * k, -2, x0, 3.0)'),
    sample(
        np.apply_along_axis, np.sum, 0, A34, wrt=(2,),
        body='return np.apply_along_axis(lambda r: np.outer(r, r), 0, x0)'),
    sample(
        np.apply_over_axes, np.sum, A234, (0, -1), wrt=(1,),
        body='return np.apply_over_axes(np.sum, x0 * x0, [0, -1])'),
    sample(
        np.apply_over_axes, np.sum, A34, 0, wrt=(1,),
        body='return np.apply_over_axes(np.mean, x0, 1) ** 2'),
]  # fmt: skip

TWO = 'def two(a, b):\n    return a * b, a * a\n'
POWERS = 'def powers(x, c):\n    return c[0] * x + c[1] * x ** 2\n'
ROOT = 'def root(x):\n    return x * x if x > 0.2 else 3.0 * x\n'


# np.vectorize itself takes no array: these are programs of the arguments of others.
def entries(body: str, *given) -> object:
    """A sample of a program that calls np.vectorize."""
    return sample(np.ravel if len(given) == 1 else np.outer, *given, body=body)


SCALARS = [
    sample(np.vectorize, np.sum),
    entries(ROOT + 'return np.vectorize(root)(x0)', A34),
    entries(ROOT + 'return np.vectorize(root)(x0)', single(3)),
    entries('return np.vectorize(lambda a, b: a * b * b)(x0, x0[:, :1])', A34),
    entries(ROOT + 'return np.vectorize(root, otypes=[float])(x0)', A34),
    entries(ROOT + 'return np.vectorize(root, otypes="d")(x0)', np.zeros((0, 2))),
    entries(ROOT + 'return np.vectorize(pyfunc=root)(x0[0, 0])', A34),
    entries(TWO + 'a, b = np.vectorize(two)(x0, x1)\nreturn a * b', A34, A4),
    entries(TWO + 'return np.vectorize(two, otypes="dd")(b=x0, a=x1)[0]', A34, A4),
    entries(POWERS + "return np.vectorize(powers, excluded=['c'])(x0, c=x1)", A34, A4),
    entries(POWERS + 'return np.vectorize(powers, excluded={1})(x0, x1)', A34, A4),
    entries(
        'return np.vectorize(np.dot, signature="(n),(n)->()")(x0, x1)', A34, A4),
    entries(
        'return np.vectorize(np.matvec, signature="(m,n),(n)->(m)")(x0, x1)', A234, A4),
    entries(
        'f = np.vectorize(lambda v: (v.sum(), v * v), signature="(n)->(),(n)")\n'
        'total, squares = f(x0)\nreturn squares * total[:, np.newaxis]', A34),
    sample(
        np.fromfunction, lambda i, j: i + j, (3, 4),
        body='return np.fromfunction(lambda i, j: i + j, (3, 4))'),
    sample(
        np.fromiter, A4, float,
        body='return np.fromiter((x * x for x in x0), float)'),
    sample(
        np.fromiter, A4, float,
        body='return np.fromiter((x * x for x in x0), float, count=2)'),
]  # fmt: skip

SAMPLES = [*PIECES, *ALONG, *SCALARS]
