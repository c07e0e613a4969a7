"""Sample inputs of the functions that insert, delete, pad and join entries."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

A3, A4, A34, A234 = spread(3), spread(4), spread(3, 4), spread(2, 3, 4)
B2, B4, B24 = (spread(*shape, start=20) for shape in ((2,), (4,), (2, 4)))

INSERTING = [
    sample(np.insert, A4, 1, 0.5),
    sample(np.insert, A4, 2, B2),
    sample(np.insert, A34, [5, 0], B2),
    sample(np.insert, A34, 1, B4, axis=0),
    sample(np.insert, A34, 1, B24, axis=0),
    sample(np.insert, A34, [3, 1, 1], spread(3), axis=-1),
    sample(np.insert, single(3, 4), -1, single(3), axis=1),
    sample(np.insert, A34, slice(0, 2), 0.5, axis=0),
    sample(np.delete, A4, 1),
    sample(np.delete, A34, [3, -1]),
    sample(np.delete, A34, [1, -1], axis=1, wrt=(0,)),
    sample(np.delete, single(3, 4), slice(0, 2), 0, wrt=(0,)),
    sample(np.resize, A4, 7),
    sample(np.resize, spread(0, 2), 3),
    sample(np.resize, A34, (3, 5)),
    sample(np.resize, single(3), (1, 2)),
    sample(
        np.trim_zeros, A4,
        body='return np.trim_zeros(x0 * np.array([0.0, 1.0, 1.0, 0.0]))'),
    sample(np.trim_zeros, A3, body='return np.trim_zeros(np.append(x0, 0.0), "B")'),
]  # fmt: skip

PADDING = [
    sample(np.pad, A34, ((1, 2), (0, 1)), 'mean'),
    sample(np.pad, A34, ((1, 2), (0, 1)), 'maximum'),
    sample(np.pad, A3, (1, 2), 'minimum'),
    sample(np.pad, A34, ((1, 2), (0, 1)), 'median'),
    sample(np.pad, single(3), 1, 'mean'),
    sample(np.pad, A34, ((1, 2), (0, 3)), 'linear_ramp'),
    sample(np.pad, A3, 2, body='return np.pad(x0, 2, mode="linear_ramp", '
           'end_values=x0[0] * x0[1])'),
    sample(np.pad, A3, 2, body='return np.pad(x0, 2, "empty")[2:-2]'),
    sample(np.pad, A34, 1, body='return np.pad(x0, 1, constant_values=x0[0, :2])'),
    sample(np.pad, A34, ((1,), (2,)), mode='edge'),
    sample(np.pad, A34, ((0, 0), (3, 1)), 'edge'),
    sample(np.pad, single(3), 2, 'edge'),
    sample(np.pad, A34, ((1, 2), (0, 1)), 'maximum', stat_length=2),
    sample(np.pad, A34, (1, 2), 'minimum', stat_length=((1, 2), (3, 9))),
    sample(np.pad, single(5), 2, 'mean', stat_length=3),
    sample(np.pad, A34, ((1, 2), (0, 1)), 'median', stat_length=(2, 3)),
    sample(np.pad, A34, ((1, 2), (2, 0)), 'reflect', reflect_type='odd'),
    sample(np.pad, A34, ((5, 7), (8, 1)), 'reflect', reflect_type='odd'),
    sample(np.pad, A34, ((7, 5), (1, 9)), 'symmetric', reflect_type='odd'),
    sample(np.pad, single(3), 2, 'symmetric', reflect_type='odd'),
    sample(np.pad, spread(1, 3), 2, 'reflect', reflect_type='odd'),
    sample(np.pad, A3, 2, 'reflect', reflect_type='even'),
    sample(np.pad, A34, 1, body='return np.pad(x0, 1, mode="linear_ramp", '
           'end_values=((x0[0, 1], 2.0), (x0[1, 1], x0[2, 0])))'),
    sample(np.pad, A34, 2, 'linear_ramp', end_values=(0.5, 1.5)),
]

JOINING = [
    sample(np.concatenate, (A34, A4, B2), None),
    sample(
        np.concatenate, A34,
        body='t = []\nfor k in range(3):\n    t.append(k * x0 * x0)\n'
             'return np.concatenate(t, None)'),
    sample(np.concatenate, (A234, spread(2, 1, 4)), -2),
    sample(np.append, A34, B2),
    sample(
        np.block, [A34],
        body='t = x0[:, :1] * x0[:, 1:2]\n'
             'return np.block(arrays=[[x0, t], [t.T * t[0], t[:1], t[1:2]]])'),
    sample(np.block, 0.7),
    sample(np.block, A34),
    sample(np.block, [A3, 0.5], body='return np.block(arrays=[x0, x1, 2.0])'),
]  # fmt: skip

SPLITTING = [
    sample(np.array_split, A34, 3, body='a, b, c = np.array_split(x0, 3, -1)\n'
           'return np.sum(a, 1) * b[:, 0] * c[:, 0]'),
    sample(np.split, A34, [1], body='a, b = np.split(x0, [1], axis=1)\n'
           'return a * b'),
]

if hasattr(np, 'unstack'):
    SPLITTING += [
        sample(np.unstack, A34, body='a, b, c = np.unstack(x0)\nreturn a * b + c'),
        sample(np.unstack, A34, body='t = np.unstack(x0, axis=-1)\nreturn t[0] * t[3]'),
    ]

SAMPLES = [*INSERTING, *PADDING, *JOINING, *SPLITTING]
