"""Functions that call themselves or each other, on numbers, slices and trees."""
import math

import numpy as np

from tests.programs.record import program, sample

TREE = ((0.4, (0.7, -0.3)), 1.2)
BRANCHES = {'value': 0.6, 'children': [
    {'value': 1.3, 'children': []},
    {'value': -0.4, 'children': [{'value': 0.8, 'children': []}]}]}


def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


def fast_power(x, n):
    if n == 0:
        return 1.0
    half = fast_power(x, n // 2)
    if n % 2 == 0:
        return half * half
    return half * half * x


def rising_factorial(x, n):
    return x if n == 1 else (x + n - 1) * rising_factorial(x, n - 1)


def fibonacci(a, b, n):
    if n == 0:
        return a
    if n == 1:
        return b
    return fibonacci(a, b, n - 1) + 0.5 * fibonacci(a, b, n - 2)


def horner(coefficients, x):
    if len(coefficients) == 1:
        return coefficients[0]
    return coefficients[0] + x * horner(coefficients[1:], x)


def sum_by_halves(x):
    if len(x) == 1:
        return x[0] * np.sin(x[0])
    m = len(x) // 2
    return sum_by_halves(x[:m]) + 0.9 * sum_by_halves(x[m:])


def log_sum_by_halves(x):
    if x.shape[0] <= 2:
        return np.log(np.sum(np.exp(x)))
    m = x.shape[0] // 2
    return np.logaddexp(log_sum_by_halves(x[:m]), log_sum_by_halves(x[m:]))


def even_step(x, n):
    if n == 0:
        return x
    return odd_step(np.sin(x), n - 1)


def odd_step(x, n):
    if n == 0:
        return x * x
    return even_step(x * 1.5 + 0.1, n - 1)


def tree_sum(tree, decay):
    if isinstance(tree, tuple):
        left, right = tree
        return decay * (tree_sum(left, decay) + tree_sum(right, decay) ** 2)
    return np.sin(tree)


def tree_of_dicts(node, depth=0):
    total = node['value'] ** 2 / (1.0 + depth)
    for child in node['children']:
        total += node['value'] * tree_of_dicts(child, depth + 1)
    return total


def chebyshev_pair(x, n):
    """The polynomials of degree n and n - 1."""
    if n == 1:
        return x, 1.0
    current, previous = chebyshev_pair(x, n - 1)
    return 2.0 * x * current - previous, current


def chebyshev(x, n):
    current, previous = chebyshev_pair(x, n)
    return current * previous


def accumulated(x, n, total=0.0, term=1.0):
    if n == 0:
        return total
    return accumulated(x, n - 1, total + term, term=term * x / n)


def geometric_mean_limit(a, g):
    if abs(a - g) < 1e-9:
        return a
    return geometric_mean_limit((a + g) / 2, math.sqrt(a * g))


def continued_fraction(x, k, depth):
    if k == depth:
        return 2.0 * k + 1.0
    return 2 * k + 1 - x * x / continued_fraction(x, k + 1, depth)


def recursion_in_a_loop(x, n):
    total = 0.0
    for k in range(n):
        total += power(x, k) / (k + 1) * fast_power(total, 2)
        total += 0.5
    return total


def loop_in_a_recursion(x, depth):
    if depth == 0:
        return np.sum(x ** 2)
    total = 0.0
    for scale in (0.5, 1.5):
        total += scale * loop_in_a_recursion(np.tanh(scale * x), depth - 1)
    return total


def adaptive_simpson(f, a, b, whole, tolerance):
    m = 0.5 * (a + b)
    left = (m - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + m)) + f(m))
    right = (b - m) / 6.0 * (f(m) + 4.0 * f(0.5 * (m + b)) + f(b))
    if abs(left + right - whole) < 15.0 * tolerance:
        return left + right
    return (adaptive_simpson(f, a, m, left, tolerance / 2)
            + adaptive_simpson(f, m, b, right, tolerance / 2))


def adaptive_integral(a, b, sharpness):
    return adaptive_simpson(lambda t: 1.0 / (1.0 + sharpness * t * t), a, b, 0.0, 2e-3)


def nested_recursion(x, n):
    def descend(v, k):
        if k == 0:
            return v * x
        return descend(np.sin(v) + x, k - 1)

    return descend(x, n) + descend(0.5, 1)


def bernstein(points, t):
    """The point of a Bezier curve, by the recursion of de Casteljau."""
    if len(points) == 1:
        return points[0]
    return (1.0 - t) * bernstein(points[:-1], t) + t * bernstein(points[1:], t)


def fourier_pair(re, im):
    n = len(re)
    if n == 1:
        return re, im
    er, ei = fourier_pair(re[::2], im[::2])
    odd_re, odd_im = fourier_pair(re[1::2], im[1::2])
    angle = -2.0 * np.pi * np.arange(n // 2) / n
    tr = np.cos(angle) * odd_re - np.sin(angle) * odd_im
    ti = np.cos(angle) * odd_im + np.sin(angle) * odd_re
    return np.concatenate([er + tr, er - tr]), np.concatenate([ei + ti, ei - ti])


def power_spectrum(x):
    re, im = fourier_pair(x, np.zeros(len(x)))
    return re ** 2 + im ** 2


def determinant(a):
    n = a.shape[0]
    if n == 1:
        return a[0, 0]
    total = 0.0
    sign = 1.0
    for j in range(n):
        minor = np.concatenate([a[1:, :j], a[1:, j + 1:]], axis=1)
        total += sign * a[0, j] * determinant(minor)
        sign = -sign
    return total


def expectation(price, up, probability, steps, strike):
    """The value of an option on a binomial tree of prices."""
    if steps == 0:
        return price - strike if price > strike else 0.0
    rises = expectation(price * up, up, probability, steps - 1, strike)
    falls = expectation(price / up, up, probability, steps - 1, strike)
    return probability * rises + (1.0 - probability) * falls


def b_spline(knots, i, degree, t):
    if degree == 0:
        return 1.0 if knots[i] <= t < knots[i + 1] else 0.0
    rising = (t - knots[i]) / (knots[i + degree] - knots[i])
    falling = (knots[i + degree + 1] - t) / (knots[i + degree + 1] - knots[i + 1])
    return (rising * b_spline(knots, i, degree - 1, t)
            + falling * b_spline(knots, i + 1, degree - 1, t))


def flattened(tree):
    if isinstance(tree, float):
        return [tree]
    parts = []
    for part in tree:
        parts = parts + flattened(part)
    return parts


def norm_of_tree(tree):
    v = np.array(flattened(tree))
    return np.sqrt(np.sum(v * v)) * v[1]


def one_of_a_pair(x, n):
    if n == 0:
        return x, 1.0
    a, b = other_of_a_pair(x * 1.1, n - 1)
    return b * x, a


def other_of_a_pair(x, n):
    if n == 0:
        return 2.0, x
    a, b = one_of_a_pair(x + 0.1, n - 1)
    return a * b, x


def second_of_a_pair(x, n):
    return one_of_a_pair(x, n)[1]


def shrinking(x):
    if len(x) == 1:
        return x * x
    return np.concatenate([shrinking(x[1:]) * x[0]])


def butterflies(x):
    if len(x) == 1:
        return x * x
    even = butterflies(x[::2])
    odd = butterflies(x[1::2])
    return np.concatenate([even + odd, even * odd])


def called_in_a_loop(x, n):
    s = 1.0
    for i in range(n):
        s = s + power(s, i) * x
    return s


def called_in_a_condition(x, n):
    while power(x, n) < 1.0:
        x = x * 1.5
    return x * power(x, n)


def ended_by_an_empty_loop(x, n):
    s = x
    for i in range(n):
        s = s + ended_by_an_empty_loop(x * s, i)
    return s


def ended_by_a_while_loop(x, n):
    s = x
    while n > 0:
        n = n - 1
        s = s + ended_by_a_while_loop(x * s, n)
    return s


def without_an_early_return(x, n):
    s = x
    if n > 0:
        s = s * without_an_early_return(x, n - 1)
    return s


def products_along(y, i):
    if i < len(y):
        y[i] *= y[i - 1]
        products_along(y, i + 1)


def writes_what_it_is_given(x, y):
    products_along(x, 1)
    z = y * 2.0
    products_along(z, 1)
    return np.sum(x * z)


def add_halves(y):
    n = len(y)
    if n < 2:
        return
    m = n // 2
    add_halves(y[:m])
    add_halves(y[m:])
    y[:m] += 0.3 * y[m:2 * m]


def writes_slices(x):
    y = x * 2.0
    add_halves(y[1:])
    add_halves(y[::-1])
    return y * x


def mix_halves(y):
    n = len(y)
    if n < 2:
        return None
    left, right = y[:n // 2], y[n // 2:n // 2 * 2]
    mix_halves(left)
    mix_halves(right)
    left += 0.3 * right
    right *= left


def writes_named_slices(x):
    y = x * 2.0
    mix_halves(y)
    return y * x


def quicksort(a, low, high):
    if low >= high:
        return
    pivot, i = a[high], low
    for j in range(low, high):
        if a[j] < pivot:
            a[i], a[j] = a[j], a[i]
            i += 1
    a[i], a[high] = a[high], a[i]
    quicksort(a, low, i - 1)
    quicksort(a, i + 1, high)


def sorted_by_recursion(x):
    y = x * x
    quicksort(y, 0, len(y) - 1)
    return np.sum(y * np.arange(len(y)))


def step_both(a, w, k):
    if k == 0:
        return 0.0
    a[:] = np.sin(a) + w
    w[1:] *= a[:-1]
    return step_both(w, a, k - 1) + a[0]


def writes_two_arrays_in_turn(x):
    y, w = x * 2.0, x * x
    return step_both(y, w, len(x) - 1) * np.sum(y * w)


def multiply(a, k):
    if k > 0:
        a[k] *= a[0]
        add_square(a, k - 1)


def add_square(a, k):
    if k > 0:
        a[k] += a[0] ** 2
        multiply(a, k - 1)


def writes_by_turns(x):
    y = x * 2.0
    multiply(y, len(x) - 1)
    return y * y


def writes_transposed(m, x):
    def go(z, k):
        if k == 0:
            return
        z[k] *= x[0]
        z.reshape(-1)[0] += x[k]
        go(z.T, k - 1)

    y = m * 2.0
    go(y, len(x) - 1)
    return y * y


def merge_sort(a, work):
    n = len(a)
    if n < 2:
        return
    m = n // 2
    merge_sort(a[:m], work[:m])
    merge_sort(a[m:], work[m:])
    work[:] = a
    i, j = 0, m
    for k in range(n):
        if j == n or (i < m and work[i] <= work[j]):
            a[k] = work[i]
            i += 1
        else:
            a[k] = work[j]
            j += 1


def merged(x):
    y = x * x
    merge_sort(y, np.empty(len(y)))
    return y * np.arange(len(y))


def calls_the_other(n, h):
    if n == 0:
        return
    calls_both(n - 1, h)


def calls_both(n, h):
    if n == 0:
        return
    calls_both(n - 1, h)
    calls_the_other(n - 1, h)
    h[0] *= 3.0


def writes_in_one_of_two(x, n):
    h = x * 1.0
    calls_the_other(n, h)
    return h * h


def doubles_then_calls(n, h):
    if n == 0:
        return
    h[1] *= 2.0
    calls_two(n - 1, h)


def calls_two(n, h):
    if n == 0:
        return
    calls_three(n - 1, h)
    doubles_then_calls(n - 1, h)


def calls_three(n, h):
    if n == 0:
        return
    h[1] *= h[0]
    calls_three(n - 1, h)
    calls_two(n - 1, h)


def three_that_write(x, n):
    h = x * 1.0
    doubles_then_calls(n, h)
    return h * h


def hanoi(n, h, source, goal):
    if n == 0:
        return
    hanoi(n - 1, h, source, 3 - source - goal)
    h[goal] += n * h[source] * 0.1
    hanoi(n - 1, h, 3 - source - goal, goal)


def towers(x, n):
    h = x * 1.0
    hanoi(n, h, 0, 2)
    return h * h


def pegs(n, h, source, goal):
    if n == 0:
        return h[source]
    other = 3 - source - goal
    return pegs(n - 1, h, source, other) + n * h[goal] * pegs(n - 1, h, other, goal)


def values_of_pegs(x, n):
    return pegs(n, x, 0, 2)


def number_or_array(n, x):
    if n == 0:
        return 0.0
    return array_of_both(n - 1, x)


def array_of_both(n, x):
    if n == 0:
        return x
    return array_of_both(n - 1, x) * number_or_array(n - 1, x) + x


def results_of_two_kinds(x, n):
    return np.sum(number_or_array(n, x))


def rebind_and_write(a, n):
    if n > 0:
        a = a * 2.0
        rebind_and_write(a, n - 1)
    a[0] *= 2.0


def rebound_around_the_call(x, n):
    a = x * 1.0
    rebind_and_write(a, n)
    return a * a


PROGRAMS = [
    program(power, 0.8, 3),
    program(power, sample(721, 2), 2, name='power_of_array'),
    program(fast_power, 0.8, 5),
    program(rising_factorial, 0.8, 3),
    program(fibonacci, 0.8, 1.3, 4),
    program(horner, sample(722, 4), 0.7),
    program(horner, (0.3, -0.7, 1.2), 0.7, wrt=(0, 1), name='horner_of_tuple'),
    program(sum_by_halves, sample(723, 5)),
    program(log_sum_by_halves, sample(724, 5)),
    program(even_step, 0.7, 3),
    program(even_step, 0.7, 2, name='even_step_even'),
    program(tree_sum, TREE, 0.8, wrt=(0, 1)),
    program(tree_of_dicts, BRANCHES, wrt=(0,)),
    program(chebyshev_pair, 0.6, 4),
    program(chebyshev, 0.6, 3),
    program(accumulated, 0.6, 4),
    program(geometric_mean_limit, 1.2, 2.3),
    program(continued_fraction, 0.8, 0, 3),
    program(recursion_in_a_loop, 0.7, 3),
    program(loop_in_a_recursion, sample(725, 2), 2),
    program(adaptive_integral, 0.1, 1.7, 3.0),
    program(nested_recursion, 0.7, 2),
    program(bernstein, sample(726, 4, 2), 0.3),
    program(power_spectrum, sample(727, 4), heavy=True),
    program(determinant, sample(728, 3, 3), heavy=True),
    program(expectation, 1.1, 1.2, 0.6, 3, 1.0),
    program(b_spline, np.array([0.0, 0.9, 2.1, 2.8, 4.2]), 0, 2, 1.3, wrt=(0, 3)),
    program(second_of_a_pair, 0.7, 4),
    program(shrinking, sample(729, 3)),
    program(butterflies, sample(730, 4), heavy=True),
    program(called_in_a_loop, 0.7, 3),
    program(called_in_a_condition, 0.7, 2),
    program(ended_by_an_empty_loop, 0.4, 2),
    program(ended_by_a_while_loop, 0.4, 2),
    program(without_an_early_return, 0.7, 3),
    program(norm_of_tree, ((0.4, (0.7, -0.3)), [1.2]), wrt=(0,)),
    program(writes_what_it_is_given, sample(731, 4), sample(732, 4)),
    program(writes_slices, sample(733, 5)),
    program(writes_named_slices, sample(734, 5), heavy=True),
    program(sorted_by_recursion, sample(735, 5)),
    program(writes_two_arrays_in_turn, sample(736, 3)),
    program(writes_by_turns, sample(737, 4)),
    program(writes_transposed, sample(738, 3, 3), sample(739, 3)),
    program(merged, sample(740, 5), heavy=True),
    program(writes_in_one_of_two, sample(741, 2), 4),
    program(three_that_write, sample(742, 2), 4),
    program(towers, sample(743, 3), 3, heavy=True),
    program(values_of_pegs, sample(744, 3), 3, heavy=True),
    program(results_of_two_kinds, sample(745, 3), 3),
]
