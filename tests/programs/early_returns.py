"""Functions left early: guards, returns in branches and out of nested loops."""
import math

import numpy as np

from tests.programs.record import program, sample

STEPS = 60


def guard(x, y):
    if y <= 0.0:
        return x * 2.0
    return x * math.log(y)


def several_guards(x, n):
    if n == 0:
        return x
    if n < 0:
        return 1.0 / x ** -n
    y = x
    for _ in range(n):
        y = y * x
    return y


def return_in_every_branch(x, y):
    if x < -1.0:
        return np.exp(x) * y
    elif x < 1.0:
        z = x * y
        if z > 0:
            return np.sqrt(z)
        return z - x
    else:
        return y / x


def elastic_then_plastic(strain, modulus, limit):
    stress = modulus * strain
    if abs(stress) <= limit:
        return stress
    sign = 1.0 if stress > 0 else -1.0
    hardening = 0.1 * modulus
    return sign * limit + hardening * (strain - sign * limit / modulus)


def branch_without_else_then_more(x):
    y = np.sin(x)
    if x.sum() > 1.0:
        y = y * 2.0
        if x[0] > 0.5:
            return y
        y = y + 1.0
    elif x.sum() < -1.0:
        return x
    return y * y


def newton_return(f0, slope, x):
    """The root of f0 + slope*x + exp(x), returned from inside the loop."""
    for _ in range(STEPS):
        value = f0 + slope * x + np.exp(x)
        if abs(value) < 1e-9:
            return x
        x = x - value / (slope + np.exp(x))
    return np.nan


def bisection_forever(a, low, high):
    """The root of x**3 - a by bisection, polished by one Newton step."""
    while True:
        middle = 0.5 * (low + high)
        if high - low < 1e-2:
            return middle - (middle ** 3 - a) / (3.0 * middle ** 2)
        if middle ** 3 > a:
            high = middle
        else:
            low = middle


def linear_search(xs, ys, t):
    for i in range(len(xs) - 1):
        if xs[i] <= t < xs[i + 1]:
            u = (t - xs[i]) / (xs[i + 1] - xs[i])
            return (1 - u) * ys[i] + u * ys[i + 1]
    return ys[-1]


def search_matrix(a, level):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] > level:
                return a[i, j] ** 2 + a[i - 1, j] * a[i, j - 1] + i + j
    return 0.5 * np.sum(a)


def return_in_both_branches_of_a_loop(x):
    total = 1.0
    for value in x:
        if value > 0:
            total *= 1.0 + value
            if total > 3.0:
                return total
        else:
            total -= value
            if total > 3.0:
                return -total * value
    return total ** 2


def returns_in_first_trip(x):
    for value in x:
        if value > 0:
            return value * np.sum(x)
        else:
            return value ** 2
    return 0.0


def minimum_and_steps(x, rate, limit):
    """Gradient descent on cosh: the last point, its value, and the steps taken."""
    for step in range(limit):
        slope = np.sinh(x)
        if abs(slope) < 0.1:
            return x, np.cosh(x), step * 1.0
        x = x - rate * slope
    return x, 0.5 * np.cosh(x), -1.0


def tuple_or_guarded_tuple(a, b, c):
    discriminant = b * b - 4.0 * a * c
    if a == 0.0:
        return -c / b, -c / b
    if discriminant < 0.0:
        return -b / (2.0 * a), math.sqrt(-discriminant) / (2.0 * a)
    root = math.sqrt(discriminant)
    if b > 0:
        return (-b - root) / (2.0 * a), 2.0 * c / (-b - root)
    return 2.0 * c / (-b + root), (-b + root) / (2.0 * a)


def hit_sphere(origin, direction, radius):
    """The distance along a ray to a sphere at the origin, or how close it passes."""
    b = origin @ direction
    c = origin @ origin - radius ** 2
    discriminant = b * b - c
    if discriminant < 0:
        return np.sqrt(-discriminant)
    near = -b - np.sqrt(discriminant)
    if near > 0:
        return near
    return -b + np.sqrt(discriminant)


def shade(origin, direction):
    best = 10.0
    for radius in (1.0, 0.5):
        distance = hit_sphere(origin, direction, radius)
        if distance > best:
            continue
        best = distance
    return best * hit_sphere(origin * 2.0, direction, 0.3)


def project_to_simplex(v):
    u = np.zeros(len(v))
    left = v.copy()
    for k in range(len(v)):
        largest = 0
        for j in range(len(v)):
            if left[j] > left[largest]:
                largest = j
        u[k] = left[largest]
        left[largest] = -1e6
    cumulative = 0.0
    for k in range(len(v)):
        cumulative += u[k]
        threshold = (cumulative - 1.0) / (k + 1)
        if k + 1 == len(v) or u[k + 1] <= threshold:
            return np.maximum(v - threshold, 0.0)


def accept_or_scale(x, depth):
    y = x.copy()
    for k in range(depth):
        y[k] = y[k] * 2.0
        norm = np.sqrt(np.sum(y * y))
        if norm > 2.5:
            y /= norm
            return y
        if norm < 0.1:
            return np.zeros(3)
    return y * norm


def partial_sums_until(x, level):
    sums = [x[0]]
    for value in x[1:]:
        if sums[-1] > level:
            return np.stack(sums) ** 2
        sums.append(sums[-1] + value)
    return np.array(sums)


def log_factorial(x):
    if x < 0.5:
        return math.log(math.pi / math.sin(math.pi * x)) - log_factorial_right(1.0 - x)
    return log_factorial_right(x)


def log_factorial_right(x):
    shift = 0.0
    while True:
        if x > 6.0:
            return (x - 0.5) * math.log(x) - x + 0.91893853 + 1 / (12 * x) - shift
        shift += math.log(x)
        x += 1.0


def option_value(spot, strike, years, kind='call'):
    if years <= 0.0:
        if kind == 'call':
            return max(spot - strike, 0.0)
        return max(strike - spot, 0.0)
    d1 = (math.log(spot / strike) + 0.02 * years) / (0.2 * math.sqrt(years))
    d2 = d1 - 0.2 * math.sqrt(years)
    call = spot * normal_cdf(d1) - strike * normal_cdf(d2)
    if kind == 'call':
        return call
    return call - spot + strike


def normal_cdf(x):
    if x < 0.0:
        return 1.0 - normal_cdf_positive(-x)
    return normal_cdf_positive(x)


def normal_cdf_positive(x):
    return 1.0 / (1.0 + math.exp(-1.5976 * x - 0.070565992 * x ** 3))


def same_result_name(x):
    result = x * x
    if result > 1.0:
        result = math.sqrt(result)
        return result
    while result < 1.0:
        result = result * 1.7
        if result > 0.9:
            return result * x
    return result


PROGRAMS = [
    program(guard, 0.4, 1.7),
    program(guard, 0.4, -1.7, name='guard_taken'),
    program(several_guards, 0.8, 3),
    program(several_guards, 0.8, -2, name='several_guards_negative'),
    program(several_guards, 0.8, 0, name='several_guards_first'),
    program(return_in_every_branch, 0.4, 1.7),
    program(return_in_every_branch, 1.4, 1.7, name='return_in_every_branch_last'),
    program(return_in_every_branch, 0.4, -0.7, name='return_in_every_branch_inner'),
    program(elastic_then_plastic, 0.3, 2.0, 1.0),
    program(elastic_then_plastic, -0.9, 2.0, 1.0, name='plastic'),
    program(branch_without_else_then_more, np.array([0.7, 0.8])),
    program(branch_without_else_then_more, np.array([0.3, 0.2]), name='falls_through'),
    program(newton_return, -2.0, 1.5, 0.9, wrt=(0, 1)),
    program(bisection_forever, 2.3, 0.5, 2.1, wrt=(0,)),
    program(linear_search, np.array([0.0, 0.4, 1.1, 1.9]), sample(531, 4), 0.7),
    program(linear_search, np.array([0.0, 0.4, 1.1, 1.9]), sample(532, 4), 2.7,
            wrt=(1,), name='linear_search_outside'),
    program(search_matrix, sample(533, 3, 3), 0.8, wrt=(0,)),
    program(search_matrix, sample(534, 2, 3), 1.8, wrt=(0,), name='search_nothing'),
    program(return_in_both_branches_of_a_loop, np.array([0.4, -0.3, 0.9, 0.7, 0.2])),
    program(return_in_both_branches_of_a_loop, np.array([0.4, -1.3, -0.9, 0.7]),
            name='returns_in_else'),
    program(return_in_both_branches_of_a_loop, sample(535, 2, low=-0.4, high=0.4),
            name='returns_after_loop'),
    program(returns_in_first_trip, np.array([0.4, -0.3, 0.9])),
    program(minimum_and_steps, 0.9, 0.3, 30),
    program(minimum_and_steps, 0.9, 0.1, 3, name='minimum_not_reached'),
    program(tuple_or_guarded_tuple, 1.2, 3.1, 0.7),
    program(tuple_or_guarded_tuple, 1.2, -0.6, 0.7, name='complex_roots'),
    program(tuple_or_guarded_tuple, 1.2, -3.6, 0.7, name='negative_middle'),
    program(shade, np.array([-1.5, 0.2, 0.1]), np.array([0.96, 0.28, 0.0])),
    program(project_to_simplex, np.array([0.7, 0.1, 0.9, -0.6])),
    program(accept_or_scale, np.array([0.7, 1.1, 0.4]), 3),
    program(accept_or_scale, np.array([0.7, 0.1, 0.4]), 2, name='accepted'),
    program(partial_sums_until, np.array([0.3, 0.5, 0.4, 0.7]), 1.0, wrt=(0,)),
    program(partial_sums_until, np.array([0.3, 0.5]), 1.0, wrt=(0,), name='all_sums'),
    program(log_factorial, 2.4),
    program(log_factorial, 0.3, name='log_factorial_reflected'),
    program(option_value, 1.1, 0.9, 0.5),
    program(option_value, 1.1, 1.2, 0.5, 'put', name='put_value'),
    program(option_value, 1.1, 1.2, 0.0, 'put', wrt=(0, 1), name='put_expired'),
    program(same_result_name, 0.6),
    program(same_result_name, -1.6, name='same_result_name_first'),
]
