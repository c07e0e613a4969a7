"""Why functions of libraries are refused: the smallest program of each cause.

A docstring says which libraries do so, and how many of the functions that were tried
stop there, either at once or, in brackets, when what stands in front is mended.
"""

import collections.abc
import configparser
import functools
import inspect
import logging
import math
import sys
import threading
import warnings
import weakref
from dataclasses import dataclass

import numpy as np
import scipy.optimize
import scipy.special
import scipy.stats

from tests.libraries.listed import Calls

CAUSES = Calls()

X = np.array([1.0, 2.0])
LOG = logging.getLogger(__name__)


def double(x):
    return 2.0 * x


LOCAL = threading.local()


def configuration():
    if not hasattr(LOCAL, "configuration"):
        LOCAL.configuration = {"scale": 2.0}
    return LOCAL.configuration


@CAUSES.at(3.0)
def data_of_a_thread(x):
    """scikit-learn 17."""
    return configuration()["scale"] * x


MODE = "a"


@functools.cache
def valid(name, names):
    if name not in names:
        raise ValueError(name)
    return name


@CAUSES.at(3.0)
def cached_result_in_a_global(x):
    """colour 10; a plain call of `valid` is right."""
    global MODE
    MODE = valid("a", ("a", "b"))
    return 2.0 * x


@CAUSES.at(3.0)
def signature(x):
    """scikit-learn 2 (13), colour (1): `inspect.signature` calls `id`."""
    return len(inspect.signature(double).parameters) * x


@CAUSES.at(X)
def static_attribute(x):
    """scikit-learn 4: narwhals asks with `inspect.getattr_static`."""
    return x if inspect.getattr_static(x, "__columns__", None) else 2.0 * x


class Column:
    def values(self):
        return np.ones(2)


def is_column(a):
    return isinstance(a, Column)


@CAUSES.at(X)
def predicate(x):
    """filterpy 1: `if isinstance(x, Column)` itself is decided, and right."""
    if is_column(x):
        x = x.values()
    return 2.0 * x


def first(*arrays):
    return arrays[0]


@CAUSES.at(X)
def predicate_that_filters(x):
    """scikit-learn 1 (3): the same, of `scipy.sparse.issparse`."""
    return first(*[a for a in [x] if not is_column(a)]) * 2.0


UNITS = True


@CAUSES.at(2.0)
def flag_and_isinstance(x):
    """galpy 5: a global flag in front; isinstance alone is decided, and right."""
    if UNITS and isinstance(x, Column):
        x = x.values()
    return 2.0 * x


@CAUSES.at(X)
def items_with_entries(x):
    """POT 5: how many arrays a loop keeps."""
    found = []
    for a in (x, X):
        if len(a) > 0:
            found.append(a)
    return first(*found) * 2.0


def of_one_kind(*arrays):
    return {isinstance(a, np.ndarray) for a in arrays}.pop()


@CAUSES.at(X)
def item_out_of_a_set(x):
    """POT 12: each function asks so for its backend."""
    return 2.0 * x if of_one_kind(x) else x


@CAUSES.at(300.0)
def value_that_may_be_none(t):
    """iapws 1: right where `v` is compared once, as in `273.0 < v`."""
    given = {"T": t, "P": None}
    v = given["T" if given["T"] else "P"]
    return 2.0 * t if 273.0 < v <= 623.0 else t


@CAUSES.at(2.0)
def nan_in_try(x):
    """chemicals 1: `math.isnan` and `math.isinf` never raise."""
    try:
        y = 2.0 * x
        if math.isnan(y) or math.isinf(y):
            raise ValueError("no number")
        return y
    except ValueError:
        return x


@CAUSES.at(np.array(1.5))
def branches_of_two_kinds(x):
    """colour 6: isinstance of a number or an array is not decided."""
    y = 0 if np.isnan(x) else x
    if isinstance(y, collections.abc.KeysView):
        y = list(y)
    return 2.0 * np.asarray(y)


@CAUSES.at(X)
def name_of_an_array(x):
    """pvlib 4: what raises AttributeError, in a `try` that catches it."""
    y = 2.0 * x
    try:
        y.name = "doubled"
    except AttributeError:
        pass
    return y


@CAUSES.at(1.0)
def name_of_a_number(x):
    """pvlib 2."""
    y = 2.0 * x
    try:
        y.name = "doubled"
    except AttributeError:
        pass
    return y


class Observed:
    pass


OBSERVED = Observed()


@CAUSES.at(1.0)
def weak_reference(x):
    """pyhf 5: who is told when the backend changes."""
    return 2.0 * x if weakref.ref(OBSERVED)() is OBSERVED else x


@CAUSES.at(1.0)
def logged_exception(x):
    """pyhf 3: the message is not reached where nothing is raised."""
    try:
        if x < 0.0:
            raise ValueError("negative")
        return np.log(x)
    except Exception:
        LOG.error("failed", exc_info=True)
        raise


class Forwarding:
    def __getattr__(self, name):
        return getattr(sys.modules[__name__], name)


FORWARDING = Forwarding()


@CAUSES.at(1.0)
def object_in_place_of_a_module(x):
    """colour 2: `sys.modules[name] = object`, whose __getattr__ finds functions."""
    return FORWARDING.double(x)


class Lazy:
    def __init__(self):
        self.backend = double

    def __getattr__(self, name):
        raise ImportError(name)


LAZY = Lazy()


@CAUSES.at(1.0)
def getattr_that_raises(x):
    """pyhf 2: an ImportError out of the compiler, which asks for every name."""
    return LAZY.backend(x)


class Chosen:
    def __init__(self):
        self.loglike = self._normal

    def _normal(self, x):
        return 2.0 * x


CHOSEN = Chosen()


@CAUSES.at(1.0)
def bound_method_in_an_attribute(x):
    """statsmodels 1, astropy 1: right of an object that is made inside."""
    return CHOSEN.loglike(x)


METHODS = {"normal": CHOSEN._normal}


@CAUSES.at(1.0)
def bound_method_in_a_dict(x):
    """The same; a global name for the bound method itself is right."""
    return METHODS["normal"](x)


class Rooted:
    def __init__(self, scale):
        super().__init__()
        self.scale = scale


@CAUSES.at(2.0)
def init_of_object(x):
    """astropy 1: `super().__init__()` that ends at `object`."""
    return Rooted(x).scale * x


TEXT = "def made(x): return double(x)"
MADE = {"double": double}
exec(compile(TEXT, __file__, "exec"), MADE)
made = MADE["made"]


@CAUSES.at(1.0)
def made_from_text(x):
    """astropy 4: wrappers of models, compiled under the name of a file."""
    return made(x)


class Described:
    def __set_name__(self, owner, name):
        self.name = f"_{name}"

    def __get__(self, instance, owner=None):
        return getattr(instance, self.name)

    def __set__(self, instance, value):
        setattr(instance, self.name, value)


class Cosmology:
    om0 = Described()

    def __init__(self, om0):
        self.om0 = om0

    def efunc(self, z):
        return np.sqrt(1.0 + self.om0 * z)


COSMOLOGY = Cosmology(0.3)


@CAUSES.at(1.0)
def descriptor(z):
    """astropy 2."""
    return COSMOLOGY.efunc(z)


class Unit:
    def __init__(self, name):
        self.name = name


@dataclass
class Sized:
    size: float
    unit: object = Unit("m")


@CAUSES.at(1.0)
def default_that_is_an_object(x):
    """astropy 2: the default of a field, where no argument is given."""
    return Sized(2.0).size * x


class Marked(np.ndarray):
    def __new__(cls, values):
        return np.asarray(values).view(cls)


@CAUSES.at(X)
def subclass_of_arrays(x):
    """astropy 3: Quantity."""
    return np.asarray(Marked(x)) * 2.0


class Parameters(dict):
    pass


@CAUSES.at(1.0)
def subclass_of_dict(x):
    """lmfit 1."""
    parameters = Parameters(a=x)
    return 2.0 * parameters["a"]


PARAMETERS = Parameters(a=2.0)


@CAUSES.at(1.0)
def subclass_of_dict_outside(x):
    """lmfit 1."""
    return PARAMETERS["a"] * x


class Names(collections.abc.Mapping):
    def __init__(self, items):
        self.items_held = dict(items)

    def __getitem__(self, name):
        return self.items_held[name]

    def __len__(self):
        return len(self.items_held)

    def __iter__(self):
        return iter(self.items_held)


NAMES = Names({"a": double})


@CAUSES.at(1.0)
def keys_of_a_mapping(x):
    """colour 2 (1): `in` and `[]` of it are right."""
    return x * len(tuple(NAMES.keys()))


@CAUSES.at(X)
def array_of_an_array(x):
    """statsmodels 2."""
    return x.__array__() * 2.0


@CAUSES.at(X)
def flags(x):
    """pints 2: a copy that is made read-only."""
    y = np.array(x, copy=True)
    y.setflags(write=False)
    return 2.0 * y


@CAUSES.at(X)
def private_method_of_a_distribution(x):
    """statsmodels 1: `cdf` without the underscore is right."""
    return scipy.stats.norm._cdf(x)


class Ordered:
    def __init__(self):
        self.distribution = scipy.stats.logistic


ORDERED = Ordered()


@CAUSES.at(X)
def distribution_in_an_attribute(x):
    """statsmodels 1: `scipy.stats.logistic.cdf(x)` itself is right."""
    return ORDERED.distribution.cdf(x)


def solved(slope):
    return 2.0 if slope == True else 1.0  # noqa: E712


@CAUSES.at(1.0)
def function_that_is_compared(x):
    """fluids 1."""
    return solved(lambda y: y) * x


class Tank:
    def __init__(self, d):
        self.d = d
        self.measure()

    def measure(self):
        self.r = self.d / 2.0
#        self.h = 1.0

        self.v = self.r**2


@CAUSES.at(1.0)
def comment_at_the_margin(x):
    """fluids 1."""
    return Tank(x).v


class Estimator:
    def fit(self):
        return self

    @classmethod
    def requests(cls, name):
        return 2.0 if inspect.isfunction(getattr(cls, name)) else 1.0


@CAUSES.at(1.0)
def function_of_a_class_asked_for(x):
    """scikit-learn (1)."""
    return Estimator.requests("fit") * x


@CAUSES.at(np.array([1.0, 2.0, 4.0]))
def median_that_overwrites(x):
    """astropy 1."""
    return np.median(np.abs(x), overwrite_input=True)


@CAUSES.at(X)
def new_axis_of_an_item(x):
    """colour 2 (4): a ValueError in reverse mode, of the derivative itself."""
    return x[0][np.newaxis]


@CAUSES.at(1.9e-5)
def small_argument(x):
    """pvlib, fluids: no stop, but check_grad's step of 1e-6 is too long."""
    return 1.0 / x


@CAUSES.at(X)
def chosen_twice(x):
    """pvlib 1: nan in reverse mode, also of np.where, np.fmin, np.nan_to_num of it."""
    y = np.where(x < 1.5, np.sqrt(1.5 - x), 0.0)
    return np.clip(y, -90.0, 90.0)


@CAUSES.at(1.0)
def flag_of_the_spec_of_numpy(x):
    """scikit-learn (14): False, but taken for True; `np.__spec__` itself is right."""
    return x if sys.modules["numpy"].__spec__._initializing else 2.0 * x


class Slotted:
    __slots__ = ("backend", "other")

    def __init__(self):
        self.backend = double

    def __getattr__(self, name):
        raise ImportError(name) if name == "other" else AttributeError(name)


SLOTTED = Slotted()


@CAUSES.at(1.0)
def slot_without_a_value(x):
    """pyhf 2: an ImportError out of the compiler, which asks for every slot."""
    return SLOTTED.backend(x)


@CAUSES.at(1.0)
def bound_arguments(x):
    """scikit-learn 11: each function checks its arguments so."""
    bound = inspect.signature(double).bind(x)
    bound.apply_defaults()
    return 2.0 * bound.arguments["x"]


@CAUSES.at(1.0)
def spec_of_a_module(x):
    """scikit-learn 7 (14): narwhals asks so whether pandas has been imported."""
    spec = getattr(sys.modules.get("logging"), "__spec__", None)
    return x if getattr(spec, "_initializing", False) else 2.0 * x


@CAUSES.at(1.0)
def warnings_as_errors(x):
    """scikit-learn (19): around what warns of nothing, in check_array."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        return 2.0 * x


HOOKS = frozenset(["somewhere"])


@CAUSES.at(1.0)
def only_item_of_a_set(x):
    """scikit-learn (19): one item has one order, and `any` needs none."""
    return x if any(name in sys.modules for name in HOOKS) else 2.0 * x


def total(x, xp):
    return xp.sum(x)


def with_numpy(*args):
    return total(*args, xp=np)


with_numpy.__signature__ = inspect.Signature(
    [inspect.Parameter("x", inspect.Parameter.POSITIONAL_ONLY)]
)


@CAUSES.at(X)
def signature_that_was_set(x):
    """scikit-learn 1 (9): `__signature__` is taken for the real parameters."""
    return with_numpy(x)


OBSERVERS = [Observed() for _ in range(65)]


@CAUSES.at(1.0)
def long_list(x):
    """pyhf 5: right of 64 items; what is kept grows with each object that is made."""
    OBSERVERS.append(OBSERVED)
    return 2.0 * x


REFERENCES = []


@CAUSES.at(1.0)
def reference_that_is_kept(x):
    """pyhf (5): also of a method's `__func__` and `__self__`."""
    REFERENCES.append(weakref.ref(double))
    return 2.0 * x


@CAUSES.at(1.0)
def kinds_of_parameters(x):
    """scikit-learn 4: `p.name` and `p.default` are right."""
    found = inspect.signature(double).parameters.values()
    return len([p for p in found if p.kind != p.VAR_KEYWORD]) * x


@CAUSES.at(X)
def type_of_an_argument(x):
    """scikit-learn (4): a type that is written out is right."""
    return np.asarray(x, order="C", dtype=x.dtype) * 2.0


class Spelled(collections.abc.Mapping):
    def __init__(self, items):
        self.items_held = dict(items)

    def __getitem__(self, name):
        return self.items_held[dict(zip(self.lower(), self, strict=True))[name]]

    def __len__(self):
        return len(self.items_held)

    def __iter__(self):
        yield from self.items_held

    def lower(self):
        yield from [name.lower() for name in self.items_held]


SPELLED = Spelled({"A": double})


@CAUSES.at(1.0)
def strict_zip_of_generators(x):
    """colour 3: their number of items is known here."""
    return SPELLED["a"](x)


@CAUSES.at(1.0)
def keys_that_hang_on_a_flag(x):
    """galpy 2, lmfit 1: a flag of the module or of a closure is not decided."""
    found = {"a": x}
    if UNITS:
        found["b"] = 3.0
    return 2.0 * found["a"]


@CAUSES.at(X)
def set_of_lengths(x):
    """scikit-learn (3): check_consistent_length."""
    return x if len({len(a) for a in (x, X)}) > 1 else 2.0 * x


@CAUSES.at(X)
def flags_of_an_array(x):
    """scikit-learn (3): `x.flags.writeable` is right."""
    return 2.0 * x if getattr(x.flags, "writeable", True) else x


@CAUSES.at(X)
def namespace_info(x):
    """scikit-learn 1 (3): a name of NumPy that is missing."""
    return x * len(np.__array_namespace_info__().dtypes(kind="real floating"))


@dataclass
class Counted:
    number: float = Described()


@CAUSES.at(2.0)
def descriptor_of_a_field(x):
    """astropy 2: the same in a class that is no dataclass is right."""
    return Counted(x).number * x


@CAUSES.at(1.0)
def names_of_attributes(x):
    """scikit-learn (2): `dir` of an object that stands outside."""
    return x * len([name for name in dir(OBSERVED) if name == "__init__"])


class Wrapping:
    def __init__(self, wrapped):
        self.wrapped = wrapped

    def __getattribute__(self, name):
        return getattr(object.__getattribute__(self, "wrapped"), name)


@CAUSES.at(2.0)
def every_attribute_is_asked_for(x):
    """statsmodels 1: results of a fit; `__getattr__` is right."""
    return Wrapping(Rooted(x)).scale * x


class Counting(dict):
    def __init__(self):
        self.number = 1


COUNTING = Counting()
COUNTING["a"] = Rooted(2.0)


@CAUSES.at(1.0)
def dict_with_attributes(x):
    """lmfit 1: right without the __init__."""
    return COUNTING["a"].scale * x


@CAUSES.at(1.0)
def condition_in_try(x):
    """chemicals 1: no comparison of numbers raises; without `abs` it is right."""
    try:
        if abs(x) < 0.5 or x == 3.0:
            return x
        return 2.0 * x
    except ValueError:
        return x


@CAUSES.at(2.0)
def counter_beside_none(a):
    """fluids 1: right where the loop does not return, or `last` is never None."""
    p, last, steps = 1.0, None, 0
    while steps < 20:
        following = 0.5 * (p + a / p)
        if last is not None and following == last:
            steps += 1
        if abs(following - p) < 1e-9:
            return following
        p, last = following, p
        steps += 1
    return p


CONFIGURED = configparser.ConfigParser()
CONFIGURED.read_string("[scales]\nlength = 8.0\n")


@CAUSES.at(1.0)
def configuration_file(x):
    """galpy 1."""
    return CONFIGURED.getfloat("scales", "length") * x


@CAUSES.at(1.0)
def array_of_objects(x):
    """filterpy 1: what stands for no measurement."""
    nothing = np.atleast_2d(np.array([None]))
    return x * len(nothing)


@CAUSES.at(2.0)
def root_of_a_function(x):
    """pvlib 1: a rule of SciPy that is missing."""
    return scipy.optimize.brentq(lambda y: y**2 - x, 0.0, 9.0)


@CAUSES.at(2.0)
def shape_of_an_inverse(a):
    """astropy 1: a rule of SciPy that is missing."""
    return scipy.special.gammaincinv(a, 0.5)


GENERATOR = np.random.RandomState()


@CAUSES.at(1.0)
def seed_of_a_generator(x):
    """POT (1): `np.random.RandomState(0)` inside is right."""
    GENERATOR.seed(0)
    return x * GENERATOR.rand()


@CAUSES.at(X)
def assertion_of_numpy(x):
    """POT (1): its message needs np.array_repr, a name of NumPy that is missing."""
    np.testing.assert_allclose(x.sum(), X.sum(), atol=1.0)
    return 2.0 * x
