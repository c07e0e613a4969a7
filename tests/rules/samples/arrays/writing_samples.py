"""Sample inputs of the functions that write into their first argument."""
import numpy as np

from tests.rules.samples.sample import Sample, sample, spread

A, B, M = spread(4), spread(3, start=20), spread(3, 3)
MIXED = np.array([2.0, -1.0, 0.5])
MASK = np.array([[True, False, True], [False, True, False], [True, True, False]])


def writing(function, *args: object, call: str) -> Sample:
    """A sample of a call that writes into a copy `t` of the first argument."""
    return sample(function, *args, body=f't = x0 * 1.0\n{call}\nreturn t * t')


WRITING = [
    writing(np.copyto, M, B, call='np.copyto(t, x1)'),
    writing(np.copyto, M, 0.5, call='np.copyto(t, x1)'),
    sample(
        np.copyto, M, B, where=MASK,
        body='t = x0 * 1.0\nnp.copyto(t, x1, where=t > 0.2)\nreturn t * t'),
    writing(np.ndarray.fill, A, 0.7, call='t.fill(x1)'),
    writing(np.ndarray.sort, MIXED, call='t.sort()'),
    writing(np.ndarray.sort, M[::-1], 0, call='t.sort(axis=0)'),
    writing(np.ndarray.partition, MIXED, 1, call='t.partition(1)'),
    writing(np.put, A, [0, 3, 1], B, call='np.put(t, [0, 3, 1], x1)'),
    writing(np.put, A, [0, 3, 1], B, call='np.put(t, [0, 3, 1], x1[:0])'),
    writing(np.putmask, M, MASK, B, call='np.putmask(t, t > 0.2, x1[:0])'),
    writing(np.fill_diagonal, M, B, call='np.fill_diagonal(t, x1[:0])'),
    writing(np.put, A, [0, 3, 1], 0.5, call='np.put(t, [0, 3, 1], 0.5 * x0[0])'),
    writing(np.put, M, [0, -1, 5, 2], B, call='np.put(t, [0, -1, 5, 2], x1)'),
    writing(
        np.put, M, [0, 11, -12], B, 'wrap',
        call='np.put(t, [0, 11, -12], x1, mode="wrap")'),
    writing(
        np.put, A, [2, 9, -9], B, 'clip',
        call='np.put(t, [2, 9, -9], x1, "clip")'),
    writing(np.ndarray.put, M, [0, -1], B, call='t.put([0, -1], x1)'),
    writing(np.place, M, MASK, B, call='np.place(t, t > 0.2, x0[0])'),
    sample(
        np.place, M, MASK, B,
        body='t = x0 * 1.0\nnp.place(t, np.eye(3) > 0.0, x0[0] * x0[1])\nreturn t'),
    sample(
        np.putmask, M, MASK, M * M,
        body='t = x0 * 1.0\nnp.putmask(t, np.eye(3) > 0.0, x1)\nreturn t'),
    sample(
        np.putmask, M, MASK, B,
        body='t = x0 * 1.0\nnp.putmask(t, np.eye(3) > 0.0, x1)\nreturn t'),
    writing(np.fill_diagonal, M, 0.3, call='np.fill_diagonal(t, x1)'),
    writing(np.fill_diagonal, M, B, call='np.fill_diagonal(t, x1)'),
    writing(
        np.fill_diagonal, spread(3, 2), B[:2], call='np.fill_diagonal(t, x1)'),
    writing(
        np.fill_diagonal, spread(7, 2), B[:2], call='np.fill_diagonal(t, x1, True)'),
    writing(
        np.fill_diagonal, spread(2, 2, 2, 2, 2), 0.3, call='np.fill_diagonal(t, x1)'),
    writing(
        np.fill_diagonal, spread(2, 2, 2), 0.3, call='np.fill_diagonal(t, x1)'),
    sample(
        np.put_along_axis, M, np.array([[0], [2], [1]]), spread(3, 1, start=9), 1,
        body='t = x0 * 1.0\n'
             'np.put_along_axis(t, np.array([[0], [2], [1]]), x1, 1)\nreturn t'),
    sample(
        np.put_along_axis, M, np.array([[0, 0, 2]]), spread(1, 3, start=9), 0,
        body='t = x0 * 1.0\n'
             'np.put_along_axis(t, np.array([[0, 0, 2]]), x1, axis=0)\nreturn t'),
    sample(
        np.put_along_axis, A, np.array([1, 3]), spread(2, start=9), -1,
        body='t = x0 * 1.0\n'
             'np.put_along_axis(t, np.array([1, 3]), x1, -1)\nreturn t'),
    sample(
        np.put_along_axis, spread(2, 3, 2), np.array([[[0, 1]], [[2, 0]]]),
        spread(2, 1, 2, start=9), 1,
        body='t = x0 * 1.0\n'
             'np.put_along_axis(t, np.array([[[0, 1]], [[2, 0]]]), x1, 1)\nreturn t'),
    writing(np.subtract.at, A, [0, 2, 0], B, call='np.subtract.at(t, [0, 2, 0], x1)'),
    writing(np.multiply.at, A, [0, 2, 0], B, call='np.multiply.at(t, [0, 2, 0], x1)'),
    writing(np.multiply.at, A, [0, 0], 0.5, call='np.multiply.at(t, [0, 0], x0[1])'),
    writing(np.divide.at, A, [0, 2, 0], B, call='np.divide.at(t, [0, 2, 0], x1)'),
    writing(
        np.power.at, spread(4, low=0.5), [0, 0], B[:2],
        call='np.power.at(t, [0, 0], x1)'),
    writing(np.maximum.at, A, [0, 2, 0], B, call='np.maximum.at(t, [0, 2, 0], x1)'),
    writing(np.minimum.at, A, [0, 2, 0], B, call='np.minimum.at(t, [0, 2, 0], x1)'),
    writing(np.negative.at, A, [0, 2, 1], call='np.negative.at(t, [0, 2, 1])'),
    sample(np.unravel_index, np.array([3, 5]), (2, 3)),
]  # fmt: skip
