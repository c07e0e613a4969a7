"""Classes and objects: programs that show which of them are differentiated."""
import abc
import functools
import types
import typing
from dataclasses import dataclass, field

import numpy as np

from tests.features.record import feature, refused

X = 1.3
V = np.array([0.7, -0.4, 1.2])
WEIGHTS = np.array([0.5, 1.5, -0.8])


# Methods and attributes

class Layer:
    gain = 1.5

    def __init__(self, weight, bias=0.1):
        self.weight = weight
        self.bias = bias
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return np.tanh(self.weight * x + self.bias) * self.gain

    def scale(self, factor):
        self.weight = self.weight * factor
        return self

    def __call__(self, x):
        return self.forward(x) + self.calls * x


class Network:
    def __init__(self, layers):
        self.layers = list(layers)
        self.trace = []
        self.named = {f'layer{i}': layer for i, layer in enumerate(self.layers)}

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
            self.trace.append(x)
        return x


class Integrator:
    def __init__(self, size):
        self.state = np.zeros(size)
        self.history = []

    def push(self, i, v):
        self.state[i] += v
        self.state *= 1.1
        self.history.append(self.state[i])

    def run(self, x):
        for i, v in enumerate(x):
            self.push(i, v ** 2)
            self.state[0] -= v * self.state[i]
        return np.sum(self.state ** 2) + self.history[1] * len(self.history)


def methods(x):
    layer = Layer(x, bias=x ** 2)
    y = layer.forward(x) * layer.scale(2.0).scale(x).forward(1.0)
    return np.sum(y * layer.weight * layer.calls)


def called(x):
    layer = Layer(2.0)
    return np.sum(layer(x) * layer(layer(x)))


def attributes(x):
    layer = Layer(x)
    other = layer
    other.bias = x ** 2
    layer.weight *= layer.bias
    layer.gain = np.sin(x)
    layer.extra = other.weight
    return np.sum(layer.extra * layer.gain * other.bias * Layer.gain)


def attribute_items(x):
    return Integrator(3).run([x, 2.0, np.sin(x)])


def attribute_items_array(x):
    machine = Integrator(len(x))
    first = machine.run(x)
    machine.state[1:] = x[:2] * first
    return machine.run(machine.state * 0.1)


def class_attributes(x):
    layer, other = Layer(x), Layer(2.0)
    other.gain = x ** 2
    return np.sum(layer.forward(x) * Layer.gain * other.gain * other.forward(1.0))


def constructed(x):
    total = 0.0
    for i in range(3):
        layer = Layer(x * i)
        total = total + layer(x) * layer.weight
    return np.sum(total)


def objects_in_objects(x):
    net = Network([Layer(x), Layer(0.5, x)])
    net.layers[1].weight = net.layers[0].weight ** 2
    y = net(x)
    net.named['layer0'].bias = x
    return np.sum(y * net.trace[0] * net.layers[0](y))


def objects_in_dicts(x):
    table = {'a': Layer(x), 'b': {'c': [Layer(2.0), Layer(x ** 2)]}}
    table['a'].weight *= 2
    table['b']['c'][0] = table['a']
    table['b']['c'][0].bias = np.sin(x)
    return np.sum(sum(layer.forward(x) for layer in table['b']['c']) * table['a'].bias)


def linked(x):
    class Node:
        def __init__(self, value, following=None):
            self.value = value
            self.following = following

    first = Node(x, Node(x ** 2, Node(np.sin(x))))
    first.following.value = first.following.value * x
    total, node = 0.0, first
    while node is not None:
        total = total * 0.5 + node.value ** 2
        node = node.following
    return np.sum(total)


def passed_objects(x):
    def damp(layer, by):
        layer.weight = layer.weight * by
        layer = Layer(100.0)
        return layer

    layer = Layer(x)
    other = damp(layer, np.sin(x))
    return np.sum(layer.forward(x) * layer.weight + other.bias * x)


def bound_methods(x):
    layer = Layer(x)
    forward, scale = layer.forward, layer.scale
    scale(x)
    steps = [forward, Layer(2.0).forward, np.sin]
    y = x
    for step in steps:
        y = step(y)
    return np.sum(y * layer.calls)


def unbound_methods(x):
    layer = Layer(x)
    y = Layer.forward(layer, x) * sum(map(layer.forward, [x, 2.0]))
    return np.sum(y * Layer.__call__(layer, 1.0))


def iterate(function, x, n):
    for _ in range(n):
        x = function(x)
    return x


def callbacks(x):
    layer = Layer(x)
    y = iterate(layer, x, 3) + iterate(Network([layer, np.cos]), x, 2)
    return np.sum(y * layer.calls)


# Operators

class Dual:
    def __init__(self, value, slope=0.0):
        self.value = value
        self.slope = slope

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    __radd__ = __add__

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value * other.value,
                    self.slope * other.value + self.value * other.slope)

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return -1.0 * self

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, n):
        return Dual(self.value ** n, n * self.value ** (n - 1) * self.slope)

    def __iadd__(self, other):
        self.value = self.value + other
        return self

    def __abs__(self):
        return Dual(abs(self.value), self.slope * np.sign(self.value))

    def __float__(self):
        return float(self.value)

    def __lt__(self, other):
        return self.value < other.value

    def __eq__(self, other):
        return isinstance(other, Dual) and self.value == other.value

    def __bool__(self):
        return bool(self.value > 1)

    def __repr__(self):
        return f'Dual({self.value}, {self.slope})'


class Polynomial:
    def __init__(self, *terms):
        self.terms = list(terms)

    def __call__(self, x):
        y = 0.0
        for term in reversed(self.terms):
            y = y * x + term
        return y

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self.terms, other.terms))

    def __getitem__(self, i):
        return self.terms[i] * 2

    def __setitem__(self, i, value):
        self.terms[i] = value ** 2

    def __delitem__(self, i):
        del self.terms[i]

    def __len__(self):
        return len(self.terms)

    def __iter__(self):
        return iter(self.terms)

    def __contains__(self, degree):
        return 0 <= degree < len(self.terms)

    def __eq__(self, other):
        return len(self) == len(other)


def operators(x):
    a = Dual(x, 1.0)
    b = 3.0 * a ** 2 - a * (2.0 - a) + 1.0
    c = sum([a, b], Dual(0.0)) + -abs(-b)
    b += x
    return np.sum(b.value * b.slope + c.slope * c.value)


def comparison_operators(x):
    a, b = Dual(x, 2.0), Dual(x ** 2, 1.0)
    larger = b if a < b else a
    y = larger.slope * larger.value + max(a, b).value
    return y * (1.0 if a == b else x) * (float(b) if a else 1.0) * (x if a != b else 1.0)


def container_operators(x):
    p = Polynomial(1.0, x, x ** 2, 5.0)
    p[0] = np.sin(x)
    del p[3]
    first, *rest = p
    y = p(x) * p[1] + p @ Polynomial(x, x, 2.0) * len(p)
    return np.sum(y * sum(p) * first * (x if 2 in p and 3 not in p else 1.0) + rest[1])


def equality_operator(x):
    p, q = Polynomial(x, 2.0), Polynomial(x ** 2, x)
    y = p(x) if p == q else q(x)
    return np.sum(y * x if p != Polynomial(x) else y) + np.sum(y if p in [q] else x)


# Properties, static and class methods

class Temperature:
    offset = 0.5

    def __init__(self, kelvin):
        self._kelvin = kelvin
        self.writes = 0

    @property
    def celsius(self):
        return self._kelvin ** 2 - self.offset

    @celsius.setter
    def celsius(self, value):
        self.writes += 1
        self._kelvin = value * 0.5 + self._kelvin

    @staticmethod
    def mix(a, b, share=0.3):
        return share * a + (1 - share) * b ** 2

    @classmethod
    def of(cls, value, times=1):
        return cls(value * times + cls.offset)


class Hot(Temperature):
    offset = 2.0

    @property
    def celsius(self):
        return super().celsius * self._kelvin

    @classmethod
    def of(cls, value, times=2):
        made = super().of(value, times)
        made.writes = 7
        return made

    @staticmethod
    def mix(a, b):
        return Temperature.mix(a, b, share=a)


def properties(x):
    t = Temperature(x)
    t.celsius = np.sin(x)
    t.celsius = t.celsius + x
    return np.sum(t.celsius * t._kelvin * t.writes)


def overridden_property(x):
    return np.sum(Hot(x).celsius + Temperature(np.sin(x)).celsius)


def static_methods(x):
    t = Hot(x)
    return np.sum(t.mix(x, np.sin(x)) * Temperature.mix(x, 2.0) + super(Hot, t).mix(x, x))


def class_methods(x):
    a, b = Temperature.of(x), Hot.of(x)
    c = b.of(np.sin(x), times=3)
    return np.sum(a.celsius * b.celsius + c._kelvin * c.writes)


class Cached:
    def __init__(self, x):
        self.x = x
        self.count = 0

    @functools.cached_property
    def square(self):
        self.count += 1
        return self.x ** 2


def cached_property(x):
    c = Cached(x)
    first = c.square
    c.x = np.sin(x)
    return np.sum(first * c.square * c.x * c.count)


# Inheritance

class Shape(abc.ABC):
    sides = 0

    def __init__(self, name='shape'):
        self.name = name

    @abc.abstractmethod
    def area(self):
        ...

    @property
    @abc.abstractmethod
    def size(self):
        pass

    def cost(self, price):
        return price * self.area() + self.sides * self.size


class Square(Shape):
    sides = 4

    def __init__(self, side):
        super().__init__('square')
        self.side = side

    def area(self):
        return self.side ** 2

    @property
    def size(self):
        return self.side


class Disc(Shape):
    def __init__(self, radius):
        super().__init__()
        self.radius = radius

    def area(self):
        return 3.14 * self.radius ** 2

    @property
    def size(self):
        return np.sin(self.radius)

    def cost(self, price):
        return super().cost(price * 2) + self.radius


class Scaled:
    factor = 2.0

    def area(self):
        return self.factor * super().area()


class Shifted:
    def __init__(self, *args, shift=0.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.shift = shift

    def area(self):
        return super().area() + self.shift


class Fancy(Scaled, Shifted, Square):
    factor = 3.0


class Drawable(typing.Protocol):
    def area(self) -> float: ...


T = typing.TypeVar('T')


class Box(typing.Generic[T]):
    def __init__(self, content: T):
        self.content = content

    def get(self) -> T:
        return self.content


def total_area(shapes: list[Drawable]) -> float:
    return sum(shape.area() for shape in shapes)


def inheritance(x):
    a, b = Square(x), Disc(x ** 2)
    y = a.cost(x) * (2.0 if a.name == 'square' else 5.0) + b.cost(np.sin(x))
    return np.sum(y * (x if isinstance(b, Shape) and not isinstance(a, Disc) else 1.0))


def abstract_classes(x):
    return np.sum(total_area([Square(x), Disc(np.sin(x)), Square(x ** 2)]) * x)


def mixins(x):
    shape = Fancy(x, shift=np.sin(x))
    return np.sum(shape.area() * shape.cost(x) + shape.shift * len(Fancy.__mro__))


def subclasses(x):
    y = 0.0
    for kind in (Square, Disc, Fancy):
        if issubclass(kind, Square):
            y = y + kind(x).cost(x)
        else:
            y = y * kind(x).area() + x
    return np.sum(y)


def generic_classes(x):
    box = Box[float](x)
    return np.sum(box.get() ** 2 * Box(np.sin(x)).get())


# Classes with special attributes

class Slotted:
    __slots__ = ('a', 'b')

    def __init__(self, a, b):
        self.a = a
        self.b = b

    def swap(self):
        self.a, self.b = self.b, self.a * self.b


class Fallback:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        if name == 'double':
            return self.x * 2
        return self.x ** len(name)


class Guarded:
    def __init__(self, x):
        self.x = x

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


class Running:
    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        return Running(self.value * other)

    def __imul__(self, other):
        self.value = self.value + other
        return self


class Unit:
    def __new__(cls, x):
        made = super().__new__(cls)
        made.scale = x ** 2
        return made

    def __init__(self, x):
        self.x = np.sin(x)


class Total:
    total = 0.0
    made = 0
    log = []

    def __init__(self, x):
        self.x = x
        Total.made += 1

    def add(self):
        Total.total += self.x
        Total.log.append(self.x ** 2)
        return self

    @classmethod
    def reset(cls):
        cls.total = 0.0
        cls.made = 0
        cls.log = []


def slots(x):
    s = Slotted(x, x ** 2)
    s.swap()
    s.b *= np.sin(x)
    return np.sum(s.a * s.b)


def missing_attributes(x):
    f = Fallback(x)
    return np.sum(f.x * f.abc + f.double * np.sin(x) * f.ab)


def set_attributes(x):
    g = Guarded(x)
    g.y = g.x * np.sin(x)
    return np.sum(g.x * g.y)


def augmented_property(x):
    t = Temperature(x)
    t.celsius += x
    t.celsius *= np.sin(x)
    return np.sum(t._kelvin * t.writes)


def augmented_items(x):
    p = Polynomial(x, x ** 2)
    p[0] += np.sin(x)
    p[1] *= x
    return np.sum(p.terms[0] * p.terms[1])


def augmented_attribute(x):
    g = Guarded(x)
    g.x += np.sin(x)
    return np.sum(g.x ** 2)


def augmented_objects(x):
    a = b = Running(x)
    a += x
    values = [a, Running(np.sin(x))]
    values[1] += b.value
    values[0] *= 2.0
    return np.sum(a.value * b.value * values[1].value)


def names_of_attributes(x):
    scales = types.SimpleNamespace(scale_a=2.0, scale_b=x, other=1.0)
    found = [getattr(scales, n) for n in dir(scales) if n.startswith('scale_')]
    return np.sum(sum(found) * x)


def made_by_new(x):
    u = Unit(x)
    return np.sum(u.scale * u.x)


def class_counter(x):
    Total.reset()
    for i in range(3):
        Total(x ** (i + 1)).add().add()
    return np.sum(Total.total * Total.made * Total.log[2])


def local_class(x):
    class Local:
        scale = x ** 2
        table = {'a': np.sin(x)}

        def __init__(self, v):
            self.v = v * self.scale

        def get(self):
            return self.v * x + Local.table['a']

    return np.sum(Local(x).get() * Local.scale)


def local_subclass(x):
    def make(power):
        class Power(Square):
            def area(self):
                return super().area() ** power + x
        return Power
    return np.sum(make(2)(x).area() * make(3)(np.sin(x)).cost(x))


# Context managers and iterators

class Settings:
    def __init__(self, gain):
        self.gain = gain
        self.depth = 0

    def __call__(self, x):
        return self.gain * x


class Temporarily:
    def __init__(self, settings, gain):
        self.settings = settings
        self.gain = gain

    def __enter__(self):
        self.old, self.settings.gain = self.settings.gain, self.gain
        self.settings.depth += 1
        return self.settings

    def __exit__(self, *error):
        self.settings.gain = self.old


class Powers:
    def __init__(self, x, n):
        self.x = x
        self.n = n
        self.value = 1.0

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        self.value = self.value * self.x
        return self.value


class Grid:
    def __init__(self, x, n):
        self.x = x
        self.n = n

    def __iter__(self):
        for i in range(self.n):
            yield i, self.x * (i + 1)

    def __reversed__(self):
        return reversed([(i, self.x - i) for i in range(self.n)])


class Sequence:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i] ** 2


def context_managers(x):
    settings = Settings(x)
    y = settings(x)
    with Temporarily(settings, np.sin(x)) as inner:
        y = y * inner(x) + settings.gain
        with Temporarily(settings, x ** 2):
            y = y * settings(2.0)
    return np.sum(y * settings.gain * settings.depth)


def iterator_class(x):
    total = 0.0
    for i, v in enumerate(Powers(x, 4)):
        total = total + v * i
    return np.sum(total * sum(Powers(np.sin(x), 2)))


def iterator_by_hand(x):
    steps = Powers(x, 3)
    y = next(steps) * next(steps) + steps.value
    return np.sum(y * sum(v for v in steps))


def iterable_class(x):
    total = 1.0
    grid = Grid(x, 3)
    for i, v in grid:
        total = total * v + i
    for i, v in reversed(grid):
        total = total * 0.5 + v * i
    return np.sum(total * sum(v for _, v in grid))


def sequence_class(x):
    values = Sequence(x, np.sin(x), 2.0)
    total = 0.0
    for i in range(len(values)):
        total = total * x + values[i]
    return np.sum(total * values[-1])


def iterated_by_index(x):
    class Row:
        def __init__(self, v):
            self.v = v

        def __getitem__(self, i):
            if i > 2:
                raise IndexError(i)
            return self.v ** (i + 1)

    return np.sum(sum(v * i for i, v in enumerate(Row(x))))


# Dataclasses with methods

@dataclass
class Vector:
    x: float
    y: float = 0.3

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    def dot(self, other):
        return self.x * other.x + self.y * other.y

    @property
    def size(self):
        return np.sqrt(self.dot(self))

    @classmethod
    def on_diagonal(cls, x):
        return cls(x, x)


@dataclass
class Point(Vector):
    mass: float = 1.0

    def momentum(self):
        return self.size * self.mass


@dataclass(slots=True, kw_only=True)
class Params:
    rate: float
    decay: float = 0.9

    def at(self, n):
        return self.rate * self.decay ** n


@dataclass
class Model:
    weights: np.ndarray
    start: Vector
    layers: list = field(default_factory=list)
    name: str = 'model'
    steps: int = 2


def dataclass_methods(x):
    v = Vector(x) + Vector.on_diagonal(x ** 2) * 2.0
    return np.sum(v.size * v.dot(Vector(1.0, np.sin(x))))


def dataclass_inheritance(x):
    p = Point(x, np.sin(x), mass=x)
    p.y *= p.mass
    return np.sum(p.momentum() * (p + Vector(x)).size)


def dataclass_options(x):
    params = Params(rate=x, decay=np.sin(x))
    params.rate *= 2.0
    return np.sum(params.at(3) + Params(rate=x ** 2).at(2))


# Objects as the differentiated argument

class Particle:
    def __init__(self, position, velocity, charge=1):
        self.position = position
        self.velocity = velocity
        self.charge = charge

    def step(self, h):
        self.position = self.position + h * self.velocity
        self.velocity = self.velocity - h * np.sin(self.position)

    def energy(self):
        return np.sum(self.velocity ** 2) / 2 + np.sum(np.cos(self.position)) * self.charge


class Body(Particle):
    def __init__(self, position, velocity, parts):
        super().__init__(position, velocity, charge=2)
        self.parts = parts

    def energy(self):
        return super().energy() * sum(part.energy() for part in self.parts.values())


def of_dataclass(v):
    return v.size * v.x + (v + Vector(v.y, 2.0)).dot(v)


def of_nested_dataclass(model):
    y = np.sum(model.weights ** 2) * model.start.size
    for layer in model.layers * model.steps:
        y = y * layer['w'] + np.sin(layer['b'])
    return y * (2.0 if model.name == 'model' else 1.0)


def of_object(particle):
    return particle.energy() * np.sum(particle.position)


def of_changed_object(particle, n):
    for _ in range(n):
        particle.step(0.1)
    particle.position[0] = particle.velocity[1] ** 2
    return particle.energy()


def of_nested_object(body):
    body.parts['a'].position = body.parts['b'].position * body.velocity
    return body.energy()


def of_slotted_object(s):
    s.swap()
    return np.sum(s.a * np.sin(s.b))


class Meta(type):
    def __call__(cls, x):
        made = super().__call__(x)
        made.x = made.x * 2
        return made


class Made(metaclass=Meta):
    def __init__(self, x):
        self.x = x


class Squared:
    def __set_name__(self, owner, name):
        self.name = '_' + name

    def __get__(self, owner, kind=None):
        return getattr(owner, self.name) ** 2

    def __set__(self, owner, value):
        setattr(owner, self.name, value + 1)


class Described:
    value = Squared()

    def __init__(self, x):
        self.value = x


class Intercepted:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, name):
        return object.__getattribute__(self, name) * 2


class Table(dict):
    def __getitem__(self, name):
        return super().__getitem__(name) * 2


class Items(list):
    def total(self):
        return sum(self) * 2


class Number(float):
    def __mul__(self, other):
        return float(self) * other * 2


class Array(np.ndarray):
    pass


def metaclass(x):
    return Made(x).x ** 2


def descriptor(x):
    return Described(x).value


def intercepted(x):
    return Intercepted(x).x ** 2


class Found:
    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


FOUND = Found()
FOUND.x = 2.0


def intercepted_outside(x):
    return FOUND.x * x


def subclass_of_dict(x):
    return Table(a=x)['a'] ** 2


def subclass_of_list(x):
    return Items([x, x ** 2]).total()


def subclass_of_float(x):
    return Number(x) * x


def subclass_of_array(x):
    return np.sum(x.view(Array) ** 2)


def built_class(x):
    made = type('Made', (), {'square': lambda self: x ** 2})
    return made().square()


class Vault:
    __fee = 0.5

    def __init__(self, amount):
        self.__amount = amount

    def __less(self, amount):
        return self.__amount - amount * self.__fee

    def worth(self, amount):
        return self.__less(amount) * self.__amount


def private_names(x):
    return Vault(x).worth(x ** 2)


def private_names_array(x):
    return np.sum(Vault(x).worth(np.sin(x)))


class Shared:
    weights = np.ones(3)

    def add(self, value):
        self.weights += value
        return self.weights * 1.0


def written_class_attribute(x):
    return np.sum(Shared().add(x ** 2) - Shared.weights + x)


def which_object(x):
    one, other = Particle(x, 0.5), Particle(0.5, x)
    moved = one if x > 1.0 else other
    return x if moved is one else x ** 2


SPUN = Particle(0.0, 1.0)


def changed_and_printed(x):
    SPUN.position = x
    print(SPUN)
    return x


FEATURES = [
    feature('methods', (methods, X), (methods, V), (unbound_methods, X), (unbound_methods, V)),
    feature('`__call__`', (called, X), (called, V)),
    feature('attributes that are assigned', (attributes, X), (attributes, V)),
    feature('`self.state[i] += …`', (attribute_items, X), (attribute_items_array, V)),
    feature('class attributes', (class_attributes, X), (class_attributes, V)),
    feature('objects constructed in a function', (constructed, X), (constructed, V)),
    feature('objects in objects', (objects_in_objects, X), (objects_in_objects, V), (linked, X),
            (linked, V)),
    feature('objects in lists and dicts', (objects_in_dicts, X), (objects_in_dicts, V)),
    feature('objects that a function changes', (passed_objects, X), (passed_objects, V)),
    feature('bound methods in variables', (bound_methods, X), (bound_methods, V)),
    feature('objects as callbacks', (callbacks, X), (callbacks, V)),
    feature('operators: `+`, `-`, `*`, `**`, `+=`', (operators, X), (operators, V)),
    feature('operators: `<`, `==`, `bool`, `float`', (comparison_operators, X)),
    feature('operators: `@`, `[]`, `len`, `iter`, `in`', (container_operators, X),
            (container_operators, V)),
    feature('operators: `==`', (equality_operator, X), (equality_operator, V)),
    feature('properties with setters', (properties, X), (properties, V)),
    feature('properties that are overridden', (overridden_property, X), (overridden_property, V)),
    feature('static methods', (static_methods, X), (static_methods, V)),
    feature('class methods', (class_methods, X), (class_methods, V)),
    feature('`functools.cached_property`', (cached_property, X), (cached_property, V)),
    feature('inheritance and `super`', (inheritance, X), (inheritance, V)),
    feature('abstract base classes and protocols', (abstract_classes, X), (abstract_classes, V)),
    feature('multiple inheritance', (mixins, X), (mixins, V)),
    feature('classes in a tuple, `issubclass`', (subclasses, X), (subclasses, V)),
    feature('`typing.Generic`', (generic_classes, X), (generic_classes, V)),
    feature('`__slots__`', (slots, X), (slots, V)),
    feature('`__getattr__`', (missing_attributes, X), (missing_attributes, V)),
    feature('`__setattr__`', (set_attributes, X), (set_attributes, V)),
    feature('`+=` through a property', (augmented_property, X), (augmented_property, V)),
    feature('`+=` through `__setitem__`', (augmented_items, X), (augmented_items, V)),
    feature('`+=` through `__setattr__`', (augmented_attribute, X), (augmented_attribute, V)),
    feature('`__iadd__` that returns another object', (augmented_objects, X),
            (augmented_objects, V)),
    feature('`__new__`', (made_by_new, X), (made_by_new, V)),
    feature('class attributes that a method assigns', (class_counter, X), (class_counter, V)),
    feature('classes defined in a function', (local_class, X), (local_class, V),
            (local_subclass, X), (local_subclass, V)),
    feature('context managers', (context_managers, X), (context_managers, V)),
    feature('`__iter__` and `__next__`', (iterator_class, X), (iterator_class, V),
            (iterator_by_hand, X), (iterator_by_hand, V)),
    feature('`__iter__` that is a generator', (iterable_class, X), (iterable_class, V)),
    feature('`__getitem__` and `__len__`', (sequence_class, X), (sequence_class, V),
            (iterated_by_index, X), (iterated_by_index, V)),
    feature('methods of dataclasses', (dataclass_methods, X), (dataclass_methods, V)),
    feature('dataclasses that inherit', (dataclass_inheritance, X), (dataclass_inheritance, V)),
    feature('dataclasses with `slots` and `kw_only`', (dataclass_options, X),
            (dataclass_options, V)),
    feature('a dataclass as the differentiated argument', (of_dataclass, Vector(X, 0.4))),
    feature('a nested dataclass as the differentiated argument',
            (of_nested_dataclass, Model(V, Vector(X, 0.4), [{'w': 0.5, 'b': X}]))),
    feature('an object as the differentiated argument', (of_object, Particle(X, 0.4)),
            (of_object, Particle(V, WEIGHTS)), (of_changed_object, Particle(V, WEIGHTS), 3)),
    feature('a nested object as the differentiated argument',
            (of_nested_object, Body(V, WEIGHTS, {'a': Particle(V ** 2, V),
                                                 'b': Particle(WEIGHTS, V)}))),
    feature('an object with `__slots__` as the differentiated argument',
            (of_slotted_object, Slotted(X, 0.4)), (of_slotted_object, Slotted(V, WEIGHTS))),
    feature('private names (`self.__x`)', (private_names, X), (private_names_array, V)),
    feature('descriptors', (descriptor, X), (descriptor, V)),
    feature('`dir` of objects', (names_of_attributes, X), (names_of_attributes, V)),
    feature('`__getattribute__`', (intercepted, X), (intercepted, V)),
    feature('subclasses of `dict`', (subclass_of_dict, X), (subclass_of_dict, V)),
    feature('subclasses of `list`', (subclass_of_list, X), (subclass_of_list, V)),
    feature('arrays of a class that are written', (written_class_attribute, V)),
]

REFUSED = [
    refused('which of several objects a name stands for', which_object, X),
    refused('printing an object that was changed', changed_and_printed, X),
    refused('a metaclass with `__call__`', metaclass, X),
    refused('`__getattribute__` of objects from outside', intercepted_outside, X),
    refused('subclasses of `float`', subclass_of_float, X),
    refused('subclasses of `np.ndarray`', subclass_of_array, V),
    refused('classes made by `type(…)`', built_class, X),
]

# Programs of these features that are refused yet.
NOT_YET: frozenset[str] = frozenset()
