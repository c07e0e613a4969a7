"""Named tuples, data classes and simple namespaces made and updated by a program."""
import dataclasses
from collections import namedtuple
from dataclasses import asdict, dataclass, field, replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tests.programs.record import program, sample

Point = namedtuple('Point', ['x', 'y'])
Interval = namedtuple('Interval', 'low high', defaults=(1.5,))


class Oscillator(NamedTuple):
    position: Any
    velocity: Any
    stiffness: float = 1.3

    def energy(self):
        return 0.5 * self.velocity ** 2 + 0.5 * self.stiffness * self.position ** 2

    def step(self, h):
        velocity = self.velocity - h * self.stiffness * np.sin(self.position)
        return self._replace(position=self.position + h * velocity, velocity=velocity)

    @property
    def momentum(self):
        return 0.7 * self.velocity

    @classmethod
    def at_rest(cls, position):
        return cls(position, 0.0 * position)


class Gaussian(NamedTuple):
    mean: Any
    variance: Any

    def __mul__(self, other):
        total = self.variance + other.variance
        mean = (self.mean * other.variance + other.mean * self.variance) / total
        return Gaussian(mean, self.variance * other.variance / total)


@dataclass
class Account:
    balance: Any
    rate: float = 0.05
    payments: list = field(default_factory=list)

    def pay(self, amount):
        self.balance -= amount
        self.payments.append(amount)

    def grow(self):
        self.balance *= 1.0 + self.rate
        return self.balance


@dataclass(frozen=True)
class Normal:
    mean: Any
    scale: Any = 0.8

    def log_density(self, x):
        z = (x - self.mean) / self.scale
        return -0.5 * z * z - np.log(self.scale)

    def shifted(self, by):
        return replace(self, mean=self.mean + by)


@dataclass
class Triangle:
    a: Any
    b: Any
    c: Any
    half: Any = field(init=False)

    def __post_init__(self):
        self.half = 0.5 * (self.a + self.b + self.c)

    @property
    def area(self):
        s = self.half
        return np.sqrt(s * (s - self.a) * (s - self.b) * (s - self.c))


@dataclass
class Layer:
    w: Any
    b: Any
    kind: str = 'tanh'

    def __call__(self, x):
        z = self.w @ x + self.b
        return np.tanh(z) if self.kind == 'tanh' else z


@dataclass
class Model:
    layers: list
    prior: Normal = Normal(0.1)
    counts: dict = field(default_factory=dict)

    def predict(self, x):
        for layer in self.layers:
            self.counts[layer.kind] = self.counts.get(layer.kind, 0) + 1
            x = layer(x)
        return x


def midpoint_of_points(a, b):
    p, q = Point(a, b), Point(b * b, y=0.5)
    x, y = Point((p.x + q.x) / 2, (p.y + q[1]) / 2)
    return np.hypot(x - p.x, y) + p[0] * q.y


def polygon_area(xs, ys):
    corners = [Point(x, y) for x, y in zip(xs, ys)]
    area = 0.0
    for p, q in zip(corners, corners[1:] + corners[:1]):
        area += 0.5 * (p.x * q.y - q.x * p.y)
    return area * corners[-1].y


def bisected(a, b):
    interval = Interval(low=a)
    for _ in range(6):
        middle = 0.5 * (interval.low + interval.high)
        if middle ** 3 < b:
            interval = interval._replace(low=middle)
        else:
            interval = interval._replace(high=middle)
    return interval.high * b + interval.low


def oscillator_energy(x, v, h):
    state = Oscillator(x, v)
    for _ in range(5):
        state = state.step(h)
    position, velocity, stiffness = state
    return state.energy() + position * velocity * stiffness - state.momentum


def released_from_rest(x, h):
    states = [Oscillator.at_rest(x)]
    while len(states) < 4:
        states.append(states[-1].step(h))
    return sum(state.energy() * state.position for state in states)


def fused_estimates(mean, scale):
    estimate = Gaussian(mean, scale ** 2)
    for k in range(1, 4):
        estimate = estimate * Gaussian(np.sin(mean) + k, 0.5 * k)
    return estimate.mean, estimate.variance


def fields_as_dict(a, b):
    parts = Point(a * b, b)._asdict()
    parts['x'] += parts['y'] ** 2
    parts['z'] = a
    total = 0.0
    for name, value in parts.items():
        total = total + value * value if name != 'y' else total - value
    return total


def loan_paid(balance, amount, years):
    account = Account(balance)
    for year in range(years):
        account.grow()
        account.pay(amount * (1.0 + account.rate) ** year)
    return account.balance + 0.3 * sum(account.payments) * account.payments[-1]


def two_loans(balance, rate):
    first, second = Account(2.0 * balance, rate), Account(0.5 * balance, rate=0.3)
    for account in (first, second, first):
        account.pay(0.1 * account.grow())
    return first.balance * second.balance + len(first.payments) * sum(second.payments)


def mixture_of_normals(x, mean, scale):
    first = Normal(mean, scale)
    parts = [first, first.shifted(1.0), Normal(-0.4)]
    density = 0.0
    for part in parts:
        density = density + np.exp(part.log_density(x)) / len(parts)
    return np.sum(np.log(density))


def tempered(x, scale):
    base = Normal(x, scale)
    total = 0.0
    for k in range(3):
        base = dataclasses.replace(base, scale=base.scale * 1.1, mean=base.mean * 0.9)
        total += base.log_density(0.3 * k)
    return total


def area_of_triangle(a, b):
    triangle = Triangle(a, b, np.sqrt(a * a + b * b) * 0.9)
    return triangle.area * triangle.half


def area_of_triangles(sides):
    triangles = [Triangle(*row) for row in sides]
    largest = triangles[0]
    for triangle in triangles[1:]:
        if triangle.area > largest.area:
            largest = triangle
    largest.half = largest.half * largest.area
    return sum(t.area for t in triangles) * largest.half


def small_network(w, b, x):
    model = Model([Layer(w, b), Layer(w.T, 0.5 * b, kind='linear')])
    y = model.predict(model.predict(x))
    penalty = np.sum(model.prior.log_density(model.layers[0].w))
    return np.sum(y * y) * model.counts['tanh'] - penalty


def layers_changed(w, b, x, rate):
    model = Model(layers=[Layer(w, b)], prior=Normal(rate))
    model.layers.append(Layer(w @ w, b))
    for layer in model.layers:
        layer.w = layer.w - rate * np.outer(layer.b, x)
        layer.b = layer.b * model.prior.scale
    model.layers[0].b = model.layers[1].b
    return model.predict(x)


def records_as_dicts(a, b):
    before = asdict(Normal(a, b))
    after = asdict(Account(a * b, payments=[a, b]))
    after['payments'].append(before['mean'] ** 2)
    return sum(after['payments']) * after['balance'] + before['scale'] * after['rate']


def pendulum_in_a_namespace(angle, length):
    p = SimpleNamespace(angle=angle, speed=0.0, length=length)
    for _ in range(6):
        p.speed -= 0.1 * 9.81 / p.length * np.sin(p.angle)
        p.angle += 0.1 * p.speed
    p.height = p.length * (1.0 - np.cos(p.angle))
    return p.height + 0.5 * p.speed ** 2


def namespace_of_arrays(u, rate):
    s = SimpleNamespace(u=u.copy(), options=SimpleNamespace(rate=rate, floor=None))
    s.log = []
    for k in range(3):
        s.u[1:] += s.options.rate * s.u[:-1]
        s.log.append(s.u[k])
        s.options.rate *= 0.9
    if s.options.floor is None:
        s.u = s.u * sum(s.log)
    return s.u


def best_of_results(x, n):
    results = {}
    for k in range(n):
        results[f'run{k}'] = SimpleNamespace(loss=(x - 0.4 * k) ** 2, x=x * (k + 1))
    best = min(results.values(), key=lambda result: result.loss)
    results['run0'].loss += best.x
    return best.x * best.loss + results['run0'].loss


def particles_bound(x, v, h):
    particles = [Oscillator(x[i], v[i]) for i in range(len(x))]
    for _ in range(2):
        particles = [p.step(h) for p in particles]
        particles[0] = particles[0]._replace(velocity=particles[1].velocity)
    return np.array([p.position for p in particles]) * particles[0].energy()


def parts_by_name(a, b):
    parts = {'wide': Normal(a, 2.0 * b), 'narrow': Normal(b, 0.5)}
    parts['both'] = Point(parts['wide'], parts['narrow'])
    total = parts['both'].x.log_density(0.3) * parts['narrow'].scale
    return total + parts['both'].y.log_density(parts['wide'].scale)


U, V, W = sample(861, 3), sample(862, 3), sample(863, 3, 3)

PROGRAMS = [
    program(midpoint_of_points, 0.7, 1.3),
    program(midpoint_of_points, U, V, name='midpoint_of_points_of_arrays'),
    program(polygon_area, sample(864, 5), sample(865, 5)),
    program(bisected, 0.2, 0.9),
    program(oscillator_energy, 0.7, 0.3, 0.1),
    program(oscillator_energy, U, V, 0.1, name='oscillator_energy_of_arrays'),
    program(released_from_rest, 0.7, 0.2),
    program(fused_estimates, 0.7, 0.4),
    program(fused_estimates, U, 0.4, name='fused_estimates_of_array'),
    program(fields_as_dict, 0.7, 1.3),
    program(fields_as_dict, U, V, name='fields_as_dict_of_arrays'),
    program(loan_paid, 3.7, 0.4, 4),
    program(two_loans, 1.7, 0.1),
    program(two_loans, U * U, 0.1, name='two_loans_of_array'),
    program(mixture_of_normals, sample(866, 4), 0.2, 0.7),
    program(tempered, 0.7, 1.3),
    program(area_of_triangle, 0.7, 1.3),
    program(area_of_triangles, sample(867, 3, 3, low=1.0, high=1.6)),
    program(small_network, W, U, V),
    program(layers_changed, W, U, V, 0.2),
    program(records_as_dicts, 0.7, 1.3),
    program(pendulum_in_a_namespace, 0.7, 1.3),
    program(namespace_of_arrays, sample(868, 4), 0.3),
    program(best_of_results, 0.7, 4),
    program(particles_bound, U, V, 0.2),
    program(parts_by_name, 0.7, 1.3),
]
