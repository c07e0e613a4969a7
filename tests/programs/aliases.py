"""Two names for one array, arrays handed to functions that write them, and buffers."""
import numpy as np

from tests.programs.record import program, sample


def two_names(x):
    y = x * 1.0
    z = y
    z += x
    y[1:] *= z[:-1].copy()
    return y * z


def bound_again(x):
    a = x * 1.0
    b = a
    a = a * 2.0
    b[0] = a[1] * x[2]
    a[1] = b[0]
    return a * b


def chosen_by_a_test(x):
    a, b = x * 1.0, x * x
    if x[0] > x[1]:
        c = a
    else:
        c = b
    c[2:] *= x[0]
    d = a if x[2] > 0.0 else b
    d[0] = c[3]
    return a * b


def chosen_by_nested_conditions(x):
    y = x * 1.5
    z = (y if x[0] > 0 else x * 1.0) if x[1] > 0 else y
    z *= x[0]
    return np.sum(y * y)


def chosen_in_a_loop(x):
    a, b = x * 1.0, x * x
    for i in range(3):
        z = a if i % 2 == 0 else b
        z[i] = a[i] * b[i + 1]
    return np.sum(a * b)


def perhaps_the_argument(x):
    v = x * 1.0
    w = v if x[0] > 0 else x
    v[0] = 2.0 * x[1]
    return np.sum(np.sin(w))


def perhaps_the_argument_in_a_loop(x):
    v, t = x * 1.0, 0.0
    for i in range(3):
        w = x if i == 1 else v
        v[i] *= w[i + 1]
        t += w[i] * w[0]
    return t


def two_buffers(x):
    now, after = x * 1.0, np.zeros(6)
    for _ in range(3):
        after[1:-1] = 0.6 * now[1:-1] ** 2 + 0.2 * now[2:]
        now, after = after, now
    return now * after


def three_buffers(x):
    before, now, after = x * 1.0, x * x, np.zeros(6)
    for _ in range(3):
        after[1:-1] = now[2:] * now[:-2] - 0.5 * before[1:-1]
        before, now, after = now, after, before
    return before + 2.0 * now + 3.0 * after


def adds_to_first(a, b):
    a += b
    a[0] = b[1] * b[2]
    return np.sum(a * b)


def given_twice(x):
    y = x * 1.0
    return adds_to_first(y, y) + adds_to_first(y, x) * y[1]


def doubled(a):
    a *= 2.0
    return a


def result_is_the_argument(x):
    y = x * 1.0
    z = doubled(y)
    z[1] = y[0] * x[2]
    doubled(z[2:])[0] = x[0]
    return y * z


def enlarged(a):
    if a[0] > 1.0:
        return a
    return a * 1.0


def result_is_perhaps_the_argument(x, shift):
    y = x + shift
    w = enlarged(y)
    w[0] += y[1] * 0.5
    return np.sum(y * w)


def perhaps_the_argument_twice(x):
    for i in range(2):
        y = x + 0.2 * i
        w = enlarged(y)
        w[0] += y[1] * 0.5
    return np.sum(y * w)


def smooths(a, c):
    a[1:-1] = c * (a[2:] + a[:-2])


def smooths_rows(m, c):
    for row in m:
        smooths(row, c)
    smooths(m[:, 0], m[1, 2])


def written_several_deep(m, c):
    y = m * 1.0
    smooths_rows(y, c)
    smooths_rows(y[:, 1:].T, y[0, 1])
    return y


def local_function_writes(x):
    y = x * 1.0

    def push(i, value):
        y[i] = value * y[i - 1]
        return y[i]
    push(1, x[0])
    t = push(2, y[1])
    return y * t


def writes_its_argument(x):
    x[0] = x[1] * x[2]
    x[3:] *= x[:3]
    return x * x


def writes_both_arguments(a, b):
    a += b
    b *= a
    t = a[0] * b
    a[1:3] = t[:2]
    return a * b


def writes_an_entry_of_a_list(t):
    t[0][:3] *= t[1]
    a = t[1]
    a += t[0][3:]
    return np.sum(t[0]) * t[1]


def writes_an_entry_of_a_dict(d):
    d['a'][1:] += d['b'] * d['a'][:-1]
    return np.sum(d['a'] ** 2)


def in_a_tuple(x):
    y, z = x * 1.0, x * x
    pair = y, z
    pair[0][1] = x[0] * z[2]
    a, b = pair
    b *= a
    return y * z


def in_a_list_in_a_dict(x):
    y = x * 1.0
    d = {'field': y, 'others': [x * x, x]}
    a = d['others'][0]
    a[1:] *= d['field'][:-1]
    y[0] = a[3] * d['others'][1][2]
    return d['field'] * d['others'][0]


def in_a_loop_over_a_tuple(x):
    y, z = x * 1.0, x * x
    for a in (y, z, y):
        a[1] *= x[0]
        a += 0.1
    return y * z


def changes(y):
    y[0] = y[1] * 3.0
    y[2:] *= 0.5
    return y[2]


def element_is_read_before_the_call(x):
    y = x * 1.0
    y[0] += changes(y)
    return y * x


def name_is_read_before_the_call(x):
    y = x * 1.0
    z = y
    y[0] += changes(z)
    return y * x


def mask_is_read_before_the_call(x):
    y = x * 1.0
    y[x > 0.8] += changes(y)
    return y * x


def row_is_read_before_the_call(x):
    m = np.outer(x, x)
    m[1, 0] *= changes(m[1])
    return np.sum(m * m)


def captured_is_read_before_the_call(x):
    y = x * 1.0

    def change():
        y[0] = 5.0 * x[1]
        return x[0]
    y[0] += change()
    return y * x


def breaks_behind_a_write(x):
    y = x * 1.0
    z = y
    for i in range(5):
        y[i + 1] += z[i] * x[0]
        if z[i + 1] > 3.0:
            break
        if i == 1:
            continue
        z[i] *= 2.0
    return y


def returns_between_writes(x, limit):
    y = x * 1.0
    for i in range(5):
        y[i + 1] *= y[i] + 1.0
        if y[i + 1] > limit:
            return y * x
        y[0] += 0.1
    y[0] = x[1]
    return y


V = sample(321, 6, low=0.4, high=1.6)
W = sample(322, 6, low=0.4, high=1.6)
M = sample(323, 3, 4, low=0.4, high=1.6)

OF_A_VECTOR = (
    two_names, bound_again, chosen_by_a_test, chosen_by_nested_conditions,
    chosen_in_a_loop, perhaps_the_argument, perhaps_the_argument_in_a_loop, two_buffers,
    three_buffers, given_twice, result_is_the_argument, perhaps_the_argument_twice,
    local_function_writes, writes_its_argument, in_a_tuple, in_a_list_in_a_dict,
    in_a_loop_over_a_tuple, element_is_read_before_the_call,
    name_is_read_before_the_call, mask_is_read_before_the_call,
    row_is_read_before_the_call, captured_is_read_before_the_call,
    breaks_behind_a_write)

PROGRAMS = [
    *[program(function, V) for function in OF_A_VECTOR],
    program(result_is_perhaps_the_argument, V, 0.7),
    program(result_is_perhaps_the_argument, V, -0.2, name='result_is_a_copy'),
    program(written_several_deep, M, 0.4),
    program(written_several_deep, M, 0.4, wrt=(1,), name='several_deep_by_factor'),
    program(writes_both_arguments, V, W),
    program(writes_both_arguments, V, W, wrt=(1,), name='writes_a_constant_array'),
    program(writes_an_entry_of_a_list, [V, W[:3]]),
    program(writes_an_entry_of_a_dict, {'a': V, 'b': W[:5]}),
    program(returns_between_writes, V, 2.5),
    program(returns_between_writes, V, 99.0, name='returns_behind_writes'),
]
