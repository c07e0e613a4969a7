"""Objects of classes made inside a program, and what their methods read and write."""
from abc import ABC, abstractmethod

import numpy as np

from tests.programs.record import program, sample


class Vec2:
    __slots__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vec2(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vec2(-self.x, -self.y)

    def __mul__(self, scale):
        return Vec2(self.x * scale, self.y * scale)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self

    def __iter__(self):
        yield self.x
        yield self.y

    def norm(self):
        return np.sqrt(self @ self)


class Dual:
    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        if not isinstance(other, Dual):
            return Dual(self.value * other, self.slope * other)
        slope = self.slope * other.value + self.value * other.slope
        return Dual(self.value * other.value, slope)

    __radd__, __rmul__ = __add__, __mul__

    def sin(self):
        return Dual(np.sin(self.value), np.cos(self.value) * self.slope)


class Polynomial:
    def __init__(self, coefficients):
        self.coefficients = list(coefficients)

    def __len__(self):
        return len(self.coefficients)

    def __getitem__(self, k):
        return self.coefficients[k] if k < len(self) else 0.0

    def __setitem__(self, k, value):
        self.coefficients[k] = value

    def __call__(self, x):
        result = 0.0
        for c in reversed(self.coefficients):
            result = result * x + c
        return result

    def __add__(self, other):
        return Polynomial(self[k] + other[k] for k in range(max(len(self), len(other))))

    def __mul__(self, other):
        product = Polynomial([0.0] * (len(self) + len(other) - 1))
        for i in range(len(self)):
            for j in range(len(other)):
                product[i + j] += self[i] * other[j]
        return product

    def derivative(self):
        return type(self)([k * self[k] for k in range(1, len(self))])


class Celsius:
    zero = 2.7315

    def __init__(self, degrees):
        self._kelvin = degrees + self.zero

    @property
    def degrees(self):
        return self._kelvin - self.zero

    @degrees.setter
    def degrees(self, value):
        self._kelvin = value + self.zero

    @classmethod
    def from_kelvin(cls, kelvin):
        return cls(kelvin - cls.zero)

    @staticmethod
    def radiated(kelvin, emissivity=0.9):
        return emissivity * kelvin ** 4 / 100.0

    def __eq__(self, other):
        return abs(self._kelvin - other._kelvin) < 1e-9

    def cool(self, h):
        self.degrees -= h * self.radiated(self._kelvin)


class Kernel(ABC):
    def __init__(self, scale):
        self.scale = scale

    @abstractmethod
    def profile(self, r2):
        """The kernel of a squared distance."""

    def __call__(self, x, y):
        return self.profile((x - y) ** 2 / self.scale)


class Gaussian(Kernel):
    def profile(self, r2):
        return np.exp(-0.5 * r2)


class Rational(Kernel):
    def __init__(self, scale, power=2.0):
        super().__init__(scale * power)
        self.power = power

    def profile(self, r2):
        return (1.0 + r2) ** -self.power


class Damped(Gaussian):
    def profile(self, r2):
        return super().profile(r2) * np.cos(r2 * self.scale)


class Particle:
    def __init__(self, position, velocity):
        self.position, self.velocity = position, velocity
        self.history = []

    def step(self, force, h):
        self.velocity += h * force
        self.position += h * self.velocity
        self.history.append(self.position)


class Solver:
    def __init__(self, slope, state, h):
        self.slope, self.state, self.h, self.t = slope, state, h, 0.0

    def step(self):
        first = self.slope(self.t, self.state)
        second = self.slope(self.t + self.h, self.state + self.h * first)
        self.state = self.state + 0.5 * self.h * (first + second)
        self.t += self.h

    def run(self, until):
        while self.t < until - 1e-9:
            self.step()
        return self.state


class Heat:
    def __init__(self, state, rate):
        self.state, self.rate, self.history = state.copy(), rate, []

    def __iter__(self):
        return self

    def __next__(self):
        if len(self.history) >= 3:
            raise StopIteration
        old = self.state.copy()
        for i in range(1, len(old) - 1):
            self.state[i] += self.rate * (old[i - 1] - 2.0 * old[i] + old[i + 1])
        self.history.append(self.state[1])
        return self.history[-1]


class Kalman:
    def __init__(self, mean, cov, noise):
        self.mean, self.cov, self.noise, self.loss = mean, cov, noise, 0.0

    def predict(self, f):
        self.mean = f @ self.mean
        self.cov = f @ self.cov @ f.T + self.noise * np.eye(len(f))

    def update(self, h, z):
        s = h @ self.cov @ h + self.noise
        gain = self.cov @ h / s
        self.loss += (z - h @ self.mean) ** 2 / s + np.log(s)
        self.mean = self.mean + gain * (z - h @ self.mean)
        self.cov = self.cov - np.outer(gain, h @ self.cov)


class Dense:
    def __init__(self, w, b):
        self.params = {'w': w, 'b': b}

    def __call__(self, x):
        return x @ self.params['w'] + self.params['b']


class Activation:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return self.function(x)


class Sequential:
    def __init__(self, *layers):
        self.layers = layers

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Adam:
    def __init__(self, params, rate):
        self.params, self.rate, self.t = params, rate, 0
        self.state = {name: {'m': 0.0, 'v': 0.1} for name in params}

    def step(self, gradients):
        self.t += 1
        for name, g in gradients.items():
            s = self.state[name]
            s['m'] = 0.9 * s['m'] + 0.1 * g
            s['v'] = 0.99 * s['v'] + 0.01 * g ** 2
            m = s['m'] / (1.0 - 0.9 ** self.t)
            self.params[name] = self.params[name] - self.rate * m / np.sqrt(s['v'])


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def insert(self, value):
        side = 'left' if value < self.value else 'right'
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Node(value))
        else:
            child.insert(value)

    def total(self, depth=1):
        result = depth * self.value ** 2
        for child in (self.left, self.right):
            if child is not None:
                result += child.total(depth + 1)
        return result


def orbit(x, y, h):
    position, velocity = Vec2(x, y), Vec2(-y, 0.5 * x)
    for _ in range(5):
        velocity += position * (-h / position.norm() ** 3)
        position = position + h * velocity
    a, b = position - velocity
    return a * b + position @ velocity


def newton_with_duals(x, a):
    for _ in range(3):
        t = Dual(x, 1.0)
        residual = -a + t * t + 0.5 * t.sin()
        x = x - residual.value / residual.slope
    return x


def polynomials_multiplied(roots, x):
    p = Polynomial([1.0])
    for root in roots:
        p = p * Polynomial((-root, 1.0)) + Polynomial([0.1])
    p[0] = p[0] * x
    return p(x) + p.derivative()(x) * p[1] + len(p)


def cooled(degrees, h):
    body, other = Celsius(degrees), Celsius.from_kelvin(degrees * 2.0)
    for _ in range(3):
        body.cool(h)
    if body == other:
        return degrees
    return body.degrees * other.degrees + Celsius.radiated(degrees, emissivity=h)


def kernel_sum(x, scale):
    kernels = [Gaussian(scale), Rational(scale), Damped(scale + 1.0)]
    total = 0.0
    for k, kernel in enumerate(kernels):
        total = total + kernel(x, 0.3 * k) * kernel.scale
    return total


def particles_attract(x, v, h):
    particles = [Particle(p, q) for p, q in zip(x, v)]
    for _ in range(3):
        centre = sum(p.position for p in particles) / len(particles)
        for p in particles:
            p.step(np.sin(centre - p.position), h)
    return np.array([p.history[0] * p.history[-1] for p in particles])


def particle_of_arrays(x, v, h):
    particle = Particle(x + v, 0.5 * v)
    for _ in range(3):
        particle.step(-np.sin(particle.position), h)
    return particle.history[0] * particle.velocity


def solved(state, rate):
    def slope(t, y):
        return -rate * y * (1.0 - 0.2 * y) + np.sin(t)

    solver = Solver(slope, state, 0.1)
    halfway = solver.run(0.3)
    return solver.run(0.6) * solver.t + halfway


def heat_iterated(u, rate):
    heat = Heat(u, rate)
    total = 0.0
    for value in heat:
        total += value * heat.state[2]
    return heat.state * total * sum(heat.history)


def filtered(mean, noise, f, observations):
    kalman = Kalman(mean, np.eye(len(mean)), noise)
    for k, z in enumerate(observations):
        kalman.predict(f)
        if k != 1:
            kalman.update(mean, z)
    return kalman.loss + kalman.mean[0] * kalman.cov[0, 1]


def sequential_network(w, b, x):
    hidden = Dense(w, b)
    model = Sequential(hidden, Activation(np.tanh), Dense(w.T, 0.5), hidden)
    hidden.params['b'] = hidden.params['b'] * 0.7
    return model(x).sum(axis=0)


def trained_by_adam(w, b, rate):
    optimizer = Adam({'w': w, 'b': b}, rate)
    for k in range(3):
        p = optimizer.params
        error = p['w'] * (k + 1.0) + p['b'] - 1.0
        optimizer.step({'w': 2.0 * (k + 1) * error, 'b': 2.0 * error})
    return p['w'] * optimizer.params['b'] + optimizer.state['w']['m']


def tree_of_values(values):
    root = Node(values[0])
    for value in values[1:]:
        root.insert(value)
    root.value = root.value * root.right.value
    return root.total()


def linked_list(x, n):
    head = None
    for k in range(n):
        head = Node(np.sin(x * (k + 1)), right=head)
    total, node = 0.0, head
    while node is not None:
        total = total * x + node.value
        node = node.right
    return total


U, V = sample(881, 3, low=0.2), sample(882, 3)

PROGRAMS = [
    program(orbit, 0.7, 1.3, 0.1),
    program(orbit, U, V + 2.0, 0.1, name='orbit_of_arrays'),
    program(newton_with_duals, 0.7, 1.3),
    program(newton_with_duals, U, 1.3, name='newton_with_duals_of_array'),
    program(polynomials_multiplied, [0.3, -0.7, 1.2], 0.8),
    program(polynomials_multiplied, V, U, name='polynomials_multiplied_of_arrays'),
    program(cooled, 0.7, 0.2),
    program(kernel_sum, 0.7, 1.3),
    program(kernel_sum, U, 1.3, name='kernel_sum_of_array'),
    program(particles_attract, U, V, 0.2),
    program(particle_of_arrays, U, V, 0.2),
    program(solved, 0.7, 1.3),
    program(solved, U, 1.3, name='solved_for_array'),
    program(heat_iterated, sample(883, 5), 0.2),
    program(filtered, V[:2], 0.4, sample(884, 2, 2), sample(885, 4)),
    program(sequential_network, sample(886, 3, 2), V[:2], sample(887, 4, 3)),
    program(trained_by_adam, 0.7, 0.3, 0.05),
    program(trained_by_adam, U, V, 0.05, name='trained_by_adam_of_arrays'),
    program(tree_of_values, [0.7, 0.2, 1.3, 0.9, -0.4]),
    program(tree_of_values, sample(888, 6), name='tree_of_values_of_array'),
    program(linked_list, 0.7, 4),
    program(linked_list, U, 4, name='linked_list_of_arrays'),
]
