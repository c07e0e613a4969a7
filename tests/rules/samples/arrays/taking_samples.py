"""Sample inputs of the functions that take entries by position or condition."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A4, A34, A234 = spread(4), spread(3, 4), spread(2, 3, 4)
SIDE = spread(3, 4, start=20)
PLACES = np.array([[0, 2], [2, 1]])
CHOICE = np.array([[0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]])


def methods(a, *bodies: str) -> list:
    """Samples of array methods, as text."""
    return [sample(np.take, a, 0, body=f'return {body}') for body in bodies]


TAKING = [
    sample(np.take, A4, [0, 2, 2, -1]),
    sample(np.take, A34, PLACES),
    sample(np.take, A34, 3),
    sample(np.take, A34, PLACES, 0, wrt=(0,)),
    sample(np.take, A234, PLACES, axis=-2),
    sample(np.take, A34, -1, axis=1),
    sample(np.take, A34, [5, -1, 3], axis=0, mode='wrap'),
    sample(np.take, A34, [15, -1, 3], mode='clip'),
    sample(np.take, single(4), [1, 1]),
    *methods(A34, 'x0.take([1, 1], axis=1)', 'x0.diagonal(1) * x0.trace()'),
    sample(np.compress, [True, False, True], A34, axis=0, wrt=(1,)),
    sample(np.compress, [True, False, True], A34, wrt=(1,)),
    sample(np.compress, [0, 1, 1, 1], single(3, 4), axis=-1, wrt=(1,)),
    sample(np.ndarray.compress, A4, [0, 1], body='return x0.compress([False, True])'),
    sample(np.extract, np.eye(3, 4) == 0, A34, wrt=(1,)),
]

SELECTING = [
    sample(
        np.select, [A4 > 0], [A4],
        body='return np.select([x0 < -0.5, x0 < 0.5], [x0 * x0, 3.0 * x0])'),
    sample(
        np.select, [A34 > 0], [A34],
        body='t = np.abs(x0)\nreturn np.select([t > 1.5], [x0 * x0], x0[0])'),
    sample(
        np.select, [A34 > 0], [A34], single(3, 4), wrt=(2,),
        body='return np.select(condlist=[x0 > 1.0, x0[0] < 0.0], '
             'choicelist=[x0 * x0, x0[1]], default=0.5)'),
    sample(np.choose, CHOICE, [A34, SIDE]),
    sample(np.choose, CHOICE, [0.5, 0.7]),
    sample(np.choose, 3 * CHOICE - 1, A34, mode='wrap', wrt=(1,)),
    sample(
        np.choose, CHOICE, A34,
        body=f't = np.zeros((3, 4), x0.dtype)\n'
             f'np.choose({CHOICE.tolist()}, [x0, x0 * x0], out=t)\nreturn t * x0'),
    sample(
        np.choose, CHOICE, A34,
        body=f'return np.array({CHOICE.tolist()}).choose(x0, x0 * x0)'),
    sample(np.choose, 3 * CHOICE, [A34, SIDE], mode='clip'),
]  # fmt: skip

# Between the places asked for NumPy leaves any order, another one on other processors.
PARTITIONING = [
    sample(
        np.partition, A34, 2,
        body='y = np.partition(x0, 2)\n'
             'return np.stack([np.sum(y[:, :2] ** 2, 1), y[:, 2], y[:, 3]])'),
    sample(
        np.partition, A34, 1, axis=0,
        body='y = np.partition(x0, 1, axis=0)\nreturn y * y'),
    sample(
        np.partition, A34, (5, 7), axis=None,
        body='y = np.partition(x0, (5, 7), axis=None)\n'
             'return np.sum(y[:5] ** 2) + y[5:8] * np.sum(y[8:] ** 3)'),
    sample(
        np.partition, A4, 1,
        body='y = np.partition(x0, 1)\nreturn y[:2] * np.sum(y[2:] ** 2)'),
    sample(
        np.partition, single(2, 3), -1, axis=-1,
        body='y = np.partition(x0, -1, axis=-1)\n'
             'return y[:, 2] * np.sum(y[:, :2] ** 2, 1)'),
    sample(np.argpartition, A4, 2, wrt=()),
    sample(np.sort_complex, A4, body='return np.real(np.sort_complex(x0))'),
    sample(np.argpartition, A4, 2, wrt=()),
    sample(np.sort_complex, A4, body='return np.abs(np.sort_complex(x0 + 1j * x0))'),
]

SAMPLES = [*TAKING, *SELECTING, *PARTITIONING]
