"""Objects as arguments: data classes, named tuples, models and configurations."""
import copy
import functools
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tests.programs.record import program, sample


@dataclass
class Spring:
    stiffness: float
    length: float = 1.2
    name: str = 'spring'

    def energy(self, stretched):
        return 0.5 * self.stiffness * (stretched - self.length) ** 2


@dataclass(frozen=True)
class Chain:
    springs: list[Spring]
    masses: np.ndarray
    fixed: bool = True
    damping: float | None = None
    count: int = 3


class Posterior(NamedTuple):
    mean: Any
    scale: Any
    names: tuple = ('a', 'b')

    def log_density(self, x):
        z = (x - self.mean) / self.scale
        return -0.5 * np.sum(z * z) - np.sum(np.log(self.scale))


class Network:
    def __init__(self, w, b, activation='tanh'):
        self.layers = list(zip(w, b))
        self.activation = activation
        self.norm = None
        self.gains = {'hidden': 0.8, 'out': np.array([1.1, 0.4])}

    def __call__(self, x):
        for k, (w, b) in enumerate(self.layers):
            x = w @ x + b
            if k < len(self.layers) - 1:
                x = self.activate(x) * self.gains['hidden']
        return x * self.gains['out']

    def activate(self, z):
        if self.activation == 'tanh':
            return np.tanh(z)
        return np.log1p(np.exp(z))

    @property
    def size(self):
        return sum(np.sum(w * w) for w, _ in self.layers)

    @staticmethod
    def loss(residual, delta=0.7):
        return delta * np.sum(np.sqrt(1.0 + (residual / delta) ** 2))

    @classmethod
    def of_scale(cls, scale, x):
        return cls([scale * np.eye(2), scale * scale * np.eye(2)], [x, -x])(x)


class Body:
    def __init__(self, position, velocity, mass=1.0):
        self.position, self.velocity, self.mass = position, velocity, mass

    def kinetic(self):
        return 0.5 * self.mass * np.sum(self.velocity ** 2)

    def step(self, force, h):
        self.velocity = self.velocity + h * force / self.mass
        self.position = self.position + h * self.velocity


class System:
    def __init__(self, bodies, gravity=0.7):
        self.bodies, self.gravity = bodies, gravity
        self.options = SimpleNamespace(h=0.1, steps=2, soft=0.3)

    def force(self, body):
        total = 0.0 * body.position
        for other in self.bodies:
            if other is not body:
                d = other.position - body.position
                distance = np.sqrt(np.sum(d * d) + self.options.soft)
                total = total + self.gravity * other.mass * d / distance ** 3
        return total

    def advance(self):
        forces = [self.force(body) for body in self.bodies]
        for body, force in zip(self.bodies, forces):
            body.step(force, self.options.h)


class Number:
    def __init__(self, value):
        self.value = value

    def accept(self, visitor):
        return visitor.visit_number(self)


class Product:
    def __init__(self, *parts):
        self.parts = parts

    def accept(self, visitor):
        return visitor.visit_product(self)


class Evaluate:
    def visit_number(self, node):
        return node.value

    def visit_product(self, node):
        result = 1.0
        for part in node.parts:
            result = result * part.accept(self)
        return result


class Smoothed(Evaluate):
    def __init__(self, width):
        self.width = width

    def visit_number(self, node):
        return np.tanh(self.width * super().visit_number(node))


@dataclass
class Config:
    rate: float = 0.2
    steps: int = 4
    method: str = 'heun'
    clip: float | None = None
    weights: dict = field(default_factory=lambda: {'data': 1.0, 'prior': 0.3})


class Decay:
    def __init__(self, rate, offsets):
        self.rate, self.offsets = rate, offsets
        self.config = Config(rate=0.1)

    def __call__(self, y, t=0.4):
        return self.offsets[0] - self.rate * y * np.exp(-t)

    def run(self, y, h):
        for k in range(self.config.steps):
            y = y + h * self(y, t=k * h)
        return y * self.offsets[-1]

    def misfit(self, y, data):
        return self.config.rate * np.sum((self.run(y, 0.1) - data) ** 2)


def spring_energy(spring, x):
    scale = 2.0 if spring.name == 'spring' else 1.0
    return scale * spring.energy(x) + spring.length * np.sin(spring.stiffness)


def chain_energy(chain, x):
    total, previous = 0.0, 0.0
    for k, spring in enumerate(chain.springs):
        total += spring.energy(x[k] - previous) + chain.masses[k] * x[k]
        previous = x[k]
    if chain.fixed and chain.damping is None:
        total *= chain.springs[0].stiffness / chain.count
    return total


def posterior_sampled(posterior, noise):
    mean, scale, names = posterior
    samples = mean + scale * noise
    return posterior.log_density(np.sin(samples)) * len(names) + posterior[0]


def posterior_moved(posterior, by):
    for k in range(2):
        posterior = posterior._replace(mean=posterior.mean * by + k)
    return posterior.log_density(by * by) * posterior.scale


def network_loss(network, x, y, penalty):
    if network.norm is None:
        penalty = penalty * network.size
    return network.loss(network(x) - y) + penalty


def network_by_hand(network, x):
    (w, b), last = network.layers
    gain = network.gains['out'] if network.activation == 'tanh' else 1.0
    return last[0] @ network.activate(w @ x + b) * gain - last[-1]


def energy_of_bodies(bodies):
    energy, momentum = 0.0, 0.0
    for body in bodies:
        energy += body.kinetic() + body.mass * np.cos(body.position[1])
        momentum = momentum + body.mass * body.velocity
    return energy + np.sum(momentum ** 2) / sum(body.mass for body in bodies)


def system_advanced(system):
    for _ in range(system.options.steps):
        system.advance()
    first, *others = system.bodies
    return first.position * sum(body.kinetic() for body in others)


def system_heaviest(system, scale):
    heaviest = system.bodies[0]
    force = system.force(heaviest)
    for body in system.bodies[1:]:
        if body.mass > heaviest.mass:
            heaviest, force = body, system.force(body)
    return force * heaviest.velocity * np.sin(scale * system.gravity)


def expression_visited(tree, width):
    exact, smooth = tree.accept(Evaluate()), tree.accept(Smoothed(width))
    return exact * smooth + width * exact


def number_of_leaves(node):
    if not hasattr(node, 'parts'):
        return 1
    return sum(map(number_of_leaves, node.parts))


def expression_walked(tree, x):
    n = number_of_leaves(tree)
    for part in tree.parts:
        if isinstance(part, (int, float, np.ndarray)):
            x = x * part
        else:
            x = x + part.accept(Evaluate()) / n
    return x


def integrated(config, y, rate):
    for _ in range(config.steps):
        slope = -rate * np.sin(y)
        if config.method == 'heun':
            slope = 0.5 * (slope - rate * np.sin(y + config.rate * slope))
        y = y + config.rate * slope
        if config.clip is not None:
            y = np.minimum(y, config.clip)
    return y * config.weights['prior'] + config.weights.get('data', 0.0) * y ** 2


def settings_by_name(settings, x):
    total = x * settings.scale
    for name in ('low', 'high', 'absent'):
        if hasattr(settings, name):
            total = total + getattr(settings, name) * x ** len(name)
    for name, value in vars(settings.extra).items():
        if not isinstance(value, str) and name != 'unused':
            total = total * value
    return total


def decayed(model, y, h):
    return model.run(y, h) + model(y) * model.config.weights['prior']


X, Y = sample(901, 2), sample(902, 2)
CHAIN = Chain([Spring(1.3), Spring(0.7, 0.4), Spring(0.9, name='last')], sample(903, 3))
NETWORK = Network([sample(904, 2, 2), sample(905, 2, 2)], [X, Y])
SOFT = Network([sample(906, 2, 2), sample(907, 2, 2)], [X, Y], activation='softplus')
BODIES = [Body(sample(908 + k, 2), sample(918 + k, 2), 0.6 + 0.3 * k) for k in range(3)]
TREE = Product(Number(0.7), Product(Number(1.3), Number(-0.4)), Number(0.9))
ARRAYS = Product(Number(X), Product(Number(Y), Number(0.8)))
SETTINGS = SimpleNamespace(scale=0.8, low=-0.3, high=X,
                           extra=SimpleNamespace(a=1.1, kind='cubic', b=Y))
DECAY = Decay(0.7, [0.3, 1.4])


PROGRAMS = [
    program(spring_energy, Spring(1.3), 0.7, wrt=(0, 1)),
    program(spring_energy, Spring(1.3, name='rod'), X, wrt=(0, 1),
            name='spring_energy_of_array'),
    program(chain_energy, CHAIN, sample(920, 3), wrt=(0, 1)),
    program(posterior_sampled, Posterior(0.7, 1.3), 0.4, wrt=(0, 1)),
    program(posterior_sampled, Posterior(X, Y ** 2 + 0.5), Y, wrt=(0, 1),
            name='posterior_sampled_arrays'),
    program(posterior_moved, Posterior(0.7, 1.3, ('a',)), 0.4, wrt=(0, 1)),
    program(network_loss, NETWORK, X, Y, 0.1, wrt=(0, 1, 3)),
    program(network_by_hand, SOFT, X, wrt=(0, 1)),
    program(energy_of_bodies, BODIES, wrt=(0,)),
    program(system_advanced, System(copy.deepcopy(BODIES)), wrt=(0,)),
    program(system_heaviest, System(BODIES[1:], 0.4), 1.3, wrt=(0, 1)),
    program(expression_visited, TREE, 0.8, wrt=(0, 1)),
    program(expression_visited, ARRAYS, 0.8, wrt=(0, 1), name='expression_of_arrays'),
    program(expression_walked, Product(Number(0.7), 1.5, TREE), 0.8, wrt=(0, 1)),
    program(integrated, Config(), 0.7, 1.3, wrt=(1, 2)),
    program(integrated, Config(0.1, method='euler', clip=9.0), X, 1.3, wrt=(1, 2),
            name='integrated_array'),
    program(integrated, Config(), 0.7, 1.3, wrt=(0, 1), name='integrated_of_config'),
    program(settings_by_name, SETTINGS, X, wrt=(0, 1)),
    program(decayed, DECAY, 0.7, 0.1, wrt=(0, 1, 2)),
    program(decayed, Decay(X, [0.3, Y]), Y, 0.1, wrt=(1,), name='decayed_array'),
]


def squared(function):
    @functools.wraps(function)
    def wrapper(*args, **keywords):
        return function(*args, **keywords) ** 2

    return wrapper


def scaled_by(factor):
    def decorate(function):
        def wrapper(x, *rest):
            return factor * function(factor * x, *rest)

        return wrapper

    return decorate


@squared
def growth(x, rate=0.3):
    return x * np.exp(rate * x)


@scaled_by(0.5)
@squared
def wave(x, y):
    return np.sin(x) * y


# A callable and the arguments at which it is called.
CALLABLES = [
    (Spring(1.3).energy, (0.7,)),
    (DECAY.run, (0.7, 0.1)),
    (DECAY.run, (X, 0.1)),
    (DECAY.misfit, (X, Y)),
    (DECAY, (0.7,)),
    (DECAY, (X, 0.2)),
    (NETWORK, (X,)),
    (Posterior(X, 1.3).log_density, (Y,)),
    (Network.loss, (X, 0.9)),
    (NETWORK.loss, (X,)),
    (Network.of_scale, (0.8, X)),
    (SOFT.of_scale, (0.8, X)),
    (functools.partial(integrated, Config(), rate=0.7), (0.4,)),
    (functools.partial(integrated, Config()), (X, 0.9)),
    (functools.partial(DECAY.run, h=0.2), (X,)),
    (growth, (0.7,)),
    (growth, (X, 0.4)),
    (wave, (0.7, 1.3)),
    (wave, (X, Y)),
]
