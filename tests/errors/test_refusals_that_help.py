"""Refusals say what differs, and give advice that works."""

import collections
import itertools

import numpy as np
import pytest

import tangentlite as tl


def unpacked(x):
    (step,) = x.strides
    return np.sum(np.lib.stride_tricks.as_strided(x, (3, 2), (step, step)) ** 2)


def indexed(x):
    shape, step = (3, 2), x.strides[0]
    return np.sum(np.lib.stride_tricks.as_strided(x, shape, (step, step)) ** 2)


def doubled(x):
    windows = np.lib.stride_tricks.as_strided(x, shape=(3, 2), strides=x.strides * 2)
    return np.sum(windows**2)


def as_advised(x):
    return np.sum(np.lib.stride_tricks.sliding_window_view(x, 2) ** 2)


@pytest.mark.parametrize("program", [unpacked, indexed, doubled])
def test_strides(program):
    x = np.arange(1.0, 5.0)
    with pytest.raises(tl.UnsupportedError, match="sliding_window_view") as refused:
        tl.grad(program)(x)
    assert "x.strides" in str(refused.value)
    assert program(x) == as_advised(x)
    np.testing.assert_array_equal(tl.grad(as_advised)(x), 2 * x * [1, 2, 2, 1])


def differences(x, y):
    n = len(x)
    table = [list(y)]
    for k in range(1, n):
        prev = table[-1]
        table.append([prev[i + 1] - prev[i] for i in range(n - k)])
    return table[n - 1][0]


def of_arrays(x, y):
    n = len(x)
    table = [np.array(y)]
    for _ in range(1, n):
        table.append(np.diff(table[-1]))
    return table[n - 1][0]


def test_a_list_that_gets_longer():
    # Of annotations alone it is not known how long x is.
    y = (0.3, 0.9)
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(differences, wrt=1).text({"y": y})
    assert "length 1 on one path and of length 2 on another" in str(refused.value)
    assert "holds a list" in str(refused.value)
    x = np.array([0.0, 1.0])
    assert tl.grad(differences, wrt=1)(x, y) == (-1.0, 1.0)
    assert "def of_arrays_grad" in tl.grad(of_arrays, wrt=1).text({"y": y})


def sorted_by_parts(values):
    if len(values) <= 1:
        return values
    p, rest = values[0], values[1:]
    low, high = [v for v in rest if v < p], [v for v in rest if v >= p]
    return sorted_by_parts(low) + [p] + sorted_by_parts(high)


def of_parts(x):
    return sorted_by_parts(list(x))[0] ** 2


def sorted_by_masks(values):
    if values.size <= 1:
        return values
    p, rest = values[0], values[1:]
    low, high = rest[rest < p], rest[rest >= p]
    return np.concatenate([sorted_by_masks(low), values[:1], sorted_by_masks(high)])


def of_masks(x):
    return sorted_by_masks(x)[0] ** 2


def test_a_list_of_any_length_is_given_to_a_function_that_calls_itself():
    x = np.array([3.0, 1.0, 2.0])
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(of_parts)(x)
    assert "values is a list whose length" in str(refused.value)
    assert "sorted_by_parts(low) + [p]" in str(refused.value)
    np.testing.assert_array_equal(tl.grad(of_masks)(x), [0.0, 2.0, 0.0])


def doubled_row(total, i):
    row = total[i]
    row *= 2
    return row


def of_rows(x):
    total = 0.0
    for _ in range(2):
        total = total + x
    return np.sum(doubled_row(total, 0)) + np.sum(total)


def of_rows_of_their_own(x):
    total = 0.0
    for _ in range(2):
        total = total + x
    row = total[0]
    row = row + 0.0
    row *= 2
    return np.sum(row) + np.sum(total)


def written_before(x, w, c):
    t = w
    if x[0] > 3.0:
        t = c
    y = x * x * t
    q = y[3:]
    q[0] = 1.0
    q *= 1.5
    return np.sum(y)


def test_a_write_in_front_does_not_hide_one_that_may_rebind():
    x, w = np.arange(1.0, 7.0), np.arange(2.0, 8.0)
    with pytest.raises(tl.UnsupportedError, match="what y holds is read later"):
        tl.grad(written_before)(x, w, 0.9)


def test_a_row_that_is_changed_of_what_began_as_a_number():
    x = np.ones((2, 2))
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(of_rows)(x)
    said = str(refused.value)
    assert "row is a number on one path" in said
    assert "what row holds" not in said
    assert "row *= 2" in said
    tl.check_grad(of_rows_of_their_own, (x,))


def counted(x):
    counts = collections.Counter()
    for v in x:
        counts[int(v)] += 1
    return x[0] * counts[1]


def counted_by_numpy(x):
    values, counts = np.unique(x.astype(int), return_counts=True)
    return x[0] * np.sum(counts[values == 1])


def test_computed_keys_of_a_counter():
    x = np.array([1.5, 2.5, 1.25])
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(counted)(x)
    assert "Counter, is asked for a key that is not known" in str(refused.value)
    assert "np.unique" in str(refused.value)
    np.testing.assert_array_equal(tl.grad(counted_by_numpy)(x), [2.0, 0.0, 0.0])


def listed(x):
    return x[x[:, 0] > 1.0].tolist()[0][0]


def test_lists_of_rows():
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(listed)(np.array([[2.0, 1.0], [0.0, 3.0]]))
    assert "tolist() of a matrix needs items whose number" in str(refused.value)


def scaled(a, u=1.0):
    return a * u


def given_twice(a, kw):
    return scaled(a, u=2.0, **kw)


def made_twice(a, kw):
    return dict(u=2 * a, **kw)["u"]


@pytest.mark.parametrize("program", [given_twice, made_twice])
def test_keywords_given_twice(program):
    with pytest.raises(TypeError, match="multiple values for keyword argument 'u'"):
        program(3.0, {"u": 3.0})
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(program)(3.0, {"u": 3.0})
    assert "got multiple values for keyword argument 'u'" in str(refused.value)
    assert tl.grad(program)(3.0, {}) == 2.0


level = 0


def limited(x):
    global level
    level += 1
    result = x if level > 3 else limited(0.5 * x) * x
    level -= 1
    return result


def limited_by_argument(x, level=0):
    return x if level > 3 else limited_by_argument(0.5 * x, level + 1) * x


def test_recursions_that_end_by_what_they_change_outside():
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(limited)(3.0)
    assert "changes what is outside of it" in str(refused.value)
    assert "Return what it makes" in str(refused.value)
    assert tl.grad(limited_by_argument)(2.0) == 5.0 * 2.0**4 / 2**10


def named_once(x):
    done, total = set(), 0.0
    for v in x:
        name = f"n{int(v)}"
        if name not in done:
            done.add(name)
            total += v
    return total * len(done)


def named_once_as_advised(x):
    done, total = [], 0.0
    for v in x:
        name = f"n{int(v)}"
        if name not in done:
            done.append(name)
            total += v
    return total * len(done)


def test_sets_of_computed_text():
    x = np.array([1.25, 2.5, 1.75])
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(named_once)(x)
    assert "no text that is computed" in str(refused.value)
    assert "append what is `not in` it" in str(refused.value)
    assert named_once(x) == named_once_as_advised(x)
    np.testing.assert_array_equal(tl.grad(named_once_as_advised)(x), [2.0, 2.0, 0.0])


def combined(x):
    return sum(x * k for k, _ in itertools.combinations(range(5), int(x)))


def combined_as_advised(x, n):
    return sum(x * k for k, _ in itertools.combinations(range(5), n))


def test_computed_numbers_of_combinations():
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(combined)(2.5)
    assert "combinations() is given a computed number" in str(refused.value)
    assert tl.grad(combined_as_advised)(2.5, 2) == combined_as_advised(1.0, 2)


def looked_up(x, n):
    found = {}
    for k in range(n):
        found[k] = x * k
    return found[n - 1] * x


def test_loops_that_are_too_long_to_be_written_out():
    assert tl.grad(looked_up)(1.0, 10) == 18.0
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(looked_up)(1.0, 2001)
    assert "a key of a dict must be text" in str(refused.value)
    assert "more than 2000 iterations" in str(refused.value)
