"""Values that equal others of another type: members, text, named tuples, subclasses."""
import enum
from collections import namedtuple
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl


class Mode(enum.IntEnum):
    FIRST = 1
    SECOND = 2


class Name(enum.StrEnum):
    FIRST = 'a'


class Meters(float):
    def __mul__(self, other):
        return 100.0 * float(self) * other

    __rmul__ = __mul__


class Count(int):
    def __mul__(self, other):
        return 7.0 * other

    __rmul__ = __mul__


class Label(str):
    __hash__ = str.__hash__

    def __eq__(self, other):
        return True


class Units(np.ndarray):
    def __mul__(self, other):
        return 5 * np.asarray(self) * other


class Point(NamedTuple):
    a: float
    b: float


Pair = namedtuple('Pair', 'a b')


class Scaled(Pair):
    def __getitem__(self, place):
        return 10 * tuple.__getitem__(self, place)


class Halved(Pair):
    def __new__(cls, a, b):
        return super().__new__(cls, a / 2, b / 2)


class Renamed(Pair):
    @property
    def a(self):
        return 3 * tuple.__getitem__(self, 0)


class Holder:
    mode = Mode.FIRST

    def __init__(self):
        self.other = Mode.SECOND


MODES = [Mode.FIRST, Mode.SECOND]


def by_member(x, mode):
    return x**2 if isinstance(mode, Mode) else 3 * x**2


def by_type(x, name):
    return x**2 if type(name) is str else 3 * x**2


def chosen(x, label):
    return x**2 if label == 'b' else 3 * x**2


def by_step(x, places):
    return x**2 * places.step


def in_list(x, modes):
    total = 0.0
    for mode in modes:
        total += x**2 * mode if isinstance(mode, Mode) else 10 * x
    return total


def in_dict(x, table):
    return x**2 if isinstance(table['mode'], Mode) else 3 * x**2


def of_class(x, holder):
    is_member = isinstance(holder.mode, Mode) and holder.other is Mode.SECOND
    return x**2 if is_member else 3 * x**2


def of_module(x):
    return x**2 if MODES[1] is Mode.SECOND else 3 * x**2


def of_pattern(x, points):
    total = 0.0
    for point in points:
        match point:
            case Point(a=a, b=b):
                total += x**2 * a * b
            case (a, b):
                total += x * a
    return total


def of_fields(x, points):
    return sum(x**2 * point.a * point.b for point in points)


def kept_fields(x, points):
    kept = []
    for a, b in points:
        kept.append(Point(a * x, b))
    kept[2] = Point(x, 1.0)
    return sum(point.a**2 * point.b for point in kept)


def of_length(kind, count):
    return [kind(1.0 + 0.1 * k, 2.0 - 0.01 * k) for k in range(count)]


CALLS = [
    (by_member, Mode.FIRST, 1, True, np.int64(1)),
    (by_member, 1, True, Mode.FIRST),
    (by_type, 'a', np.str_('a'), Name.FIRST),
    (by_type, Name.FIRST, np.str_('a'), 'a'),
    (chosen, Label('a'), 'a', 'b'),
    (chosen, 'a', Label('a')),
    (by_step, range(0, 3, 2), range(0, 4, 2), range(0, 3, 3)),
    (in_list, MODES, [1, 2], [Mode.FIRST, 2], [1, Mode.SECOND]),
    (in_dict, {'mode': Mode.FIRST}, {'mode': 1}),
    (of_class, Holder()),
    (of_module,),
    (of_pattern, of_length(Point, 3), of_length(lambda *row: row, 3)),
    (of_pattern, of_length(lambda *row: row, 90), of_length(Point, 90)),
    (of_fields, of_length(Point, 3), of_length(Pair, 90), of_length(Point, 90)),
    (kept_fields, of_length(Point, 3), of_length(Pair, 70)),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize('f, arguments', [(f, given) for f, *given in CALLS])
def test_what_equals_something_else_is_told_from_it(f, arguments):
    for given in arguments or [None]:
        args = (1.5,) if given is None else (1.5, given)
        tl.check_grad(f, args, 0, order=2)
        assert tl.value_and_grad(f)(*args)[0] == f(*args)


@pytest.mark.parametrize('count', [3, pytest.param(90, marks=pytest.mark.slow)])
def test_gradients_of_lists_of_named_tuples_are_such_lists(count):
    points = of_length(Point, count)
    tl.check_grad(of_fields, (1.5, points), 1)
    found = tl.grad(of_fields, 'points')(1.5, points)
    assert {type(row) for row in found} == {Point}


def product(x, y):
    return np.sum(x * y)


def places(x, pair):
    return x * pair[0] * pair.a


@pytest.mark.parametrize(
    'f, value',
    [
        (product, Meters(3.0)), (product, Count(3)), (product, np.ones(3).view(Units)),
        (places, Scaled(1.0, 2.0)), (places, Renamed(1.0, 2.0)),
    ],
)  # fmt: skip
def test_classes_that_mean_something_else_are_refused(f, value):
    for mode in ('reverse', 'forward'):
        given = (2.0, value) if mode == 'reverse' else (2.0, value, 1.0)
        with pytest.raises(tl.TangentliteError):
            tl.autodiff(f, mode=mode)(*given)


def test_a_constructor_of_its_own_is_not_called_again():
    pair = Halved(1.0, 2.0)
    assert tl.grad(places, 'pair')(2.0, pair) == (2.0, 0.0)
    assert tl.autodiff(places, mode='forward')(2.0, pair, 1.0) == 0.25


def test_derivatives_for_plain_values_are_not_used_for_subclasses():
    df = tl.grad(product)
    assert df(2.0, 3.0) == 3.0
    with pytest.raises(tl.TangentliteError, match='Meters'):
        df(2.0, Meters(3.0))


def test_arrays_in_files_are_arrays(tmp_path):
    held = np.memmap(tmp_path / 'values', dtype=float, mode='w+', shape=(3,))
    held[:] = 2.0
    np.testing.assert_array_equal(tl.grad(product)(np.ones(3), held), held)


class Norm(enum.Enum):
    BATCH = 2


def by_member_name(x, key):
    try:
        member = Norm[key]
    except KeyError as error:
        raise ValueError(f'no norm {key}') from error
    return x * member.value


def or_default(x, key):
    try:
        member = Norm[key]
    except KeyError:
        return x * 3.0
    return x * member.value


def on_a_path(x, key):
    return x * Norm[key].value if x > 5.0 else x * 7.0


def test_names_of_no_member_are_caught_where_they_are_looked_up():
    assert tl.grad(by_member_name)(0.5, 'BATCH') == 2.0
    with pytest.raises(ValueError, match='no norm X'):
        tl.grad(by_member_name)(0.5, 'X')
    assert tl.grad(or_default)(0.5, 'X') == 3.0
    assert tl.grad(on_a_path)(0.5, 'X') == 7.0


class Watched(str):
    below: list = []

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        Watched.below.append(cls.__name__)


class Final(str):
    def __init_subclass__(cls, **keywords):
        raise RuntimeError('nothing extends this')


class Plain:
    pass


class Both(Watched, Plain):
    pass


@pytest.mark.parametrize(
    'tag, expected', [(Watched('a'), 2.0), (Final('a'), 2.0), (Both('a'), 1.0)]
)
def test_no_class_is_made_below_those_of_a_user(tag, expected):
    def f(x, t):
        return np.sum(x) if isinstance(t, Plain) else np.sum(x * 2)

    np.testing.assert_array_equal(tl.grad(f)(np.ones(2), tag), [expected, expected])
    assert Watched.below == ['Both']


class Loud(str):
    def upper(self):
        return 3.0


class Biased(np.random.Generator):
    def normal(self, loc=0.0, scale=1.0, size=None):
        return 100.0 * loc


def asks_text(x, text):
    return x * text.upper()


def asks_a_generator(x, generator):
    return x * generator.normal(x, 1.0)


@pytest.mark.parametrize(
    ('program', 'given'),
    [(asks_text, Loud('a')), (asks_a_generator, Biased(np.random.PCG64(0)))],
)
def test_methods_of_subclasses_are_not_taken_for_those_above(program, given):
    with pytest.raises(tl.UnsupportedError, match='is not supported on an object of'):
        tl.grad(program)(2.0, given)
