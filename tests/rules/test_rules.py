"""Every rule against central differences, in both modes and to the second order."""
import functools
import importlib.util
import itertools
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.rules.registry import rule_of
from tests.rules.samples.every import SAMPLES
from tests.rules.samples.sample import Sample, spread
from tests.support.measure import inner
from tests.support.numeric import assert_close, central_gradient, central_jvp

ROOT = Path(__file__).parents[2]
DIFFERENTIATED = [sample for sample in SAMPLES if sample.wrt]
NAMES = [
    f'{getattr(one.function, "__name__", "ufunc")}_{k}'
    for k, one in enumerate(DIFFERENTIATED)
]
HEADER = '''import builtins
import cmath
import math
import operator

import numpy as np

from tangentlite import runtime
'''
if importlib.util.find_spec('scipy') is not None:
    PARTS = [path.parent.name for path in ROOT.glob('templates/scipy/*/__init__.py')]
    HEADER += ''.join(f'import scipy.{part}\n' for part in sorted(PARTS))
    HEADER += 'import scipy.spatial.distance\n'


@pytest.fixture(scope='session')
def programs():
    """The module of all programs."""
    return module_of_programs()


@functools.cache
def module_of_programs():
    """Write a module that defines, for each sample k, program_k and weighted_k."""
    folder = tempfile.TemporaryDirectory(prefix='rules')
    path = Path(folder.name) / 'rule_programs.py'
    path.write_text(HEADER + ''.join(map(source_of, range(len(DIFFERENTIATED)))))
    spec = importlib.util.spec_from_file_location('rule_programs', path)
    module = importlib.util.module_from_spec(spec)
    module.folder = folder  # which lives as long as the module
    sys.modules['rule_programs'] = module
    spec.loader.exec_module(module)
    return module


def source_of(k: int) -> str:
    """The call of sample k as a function, and its weighted sum as another."""
    sample = DIFFERENTIATED[k]
    names = [f'x{i}' for i in range(len(leaves(sample)))]
    body, parameters = body_of(sample, names), ', '.join(names)
    return f'''

def program_{k}({parameters}):
    {body}


def weighted_{k}({parameters}, weights):
    return np.sum(weights * program_{k}({parameters}))
'''


def body_of(sample: Sample, names: Sequence[str]) -> str:
    """The body of a function that makes the call of a sample with some names."""
    given = iter(names)
    arguments = [
        spelled(value, given if position in sample.wrt else None)
        for position, value in enumerate(sample.args)
    ]
    arguments += [f'{key}={spelled(v, None)}' for key, v in sample.kwargs.items()]
    call = f'{name_of(sample.function)}({", ".join(arguments)})'
    return (sample.body or f'return {call}').replace('\n', '\n    ')


def leaves(sample: Sample) -> list:
    """The numbers and arrays that a sample differentiates, in order."""
    return [leaf for position in sample.wrt for leaf in flat(sample.args[position])]


def flat(value: object) -> list:
    """The numbers and arrays in nested tuples and lists."""
    if isinstance(value, tuple | list):
        return [leaf for item in value for leaf in flat(item)]
    return [value]


def spelled(value: object, names) -> str:
    """The text of an argument: its numbers by name, or as literals without names."""
    if isinstance(value, tuple | list):
        items = ', '.join(spelled(item, names) for item in value)
        if isinstance(value, list):
            return f'[{items}]'
        return f'({items},)' if len(value) == 1 else f'({items})'
    if names is not None:
        return next(names)
    if isinstance(value, np.ndarray):
        return f'np.array({value.tolist()}, dtype=np.{value.dtype.name})'
    if isinstance(value, type):
        return value.__name__ if value.__module__ == 'builtins' else name_of(value)
    if isinstance(value, float) and math.isinf(value):
        return 'np.inf' if value > 0 else '-np.inf'
    return repr(value)


def name_of(function: object) -> str:
    """The text by which a module with the header reaches a registered function."""
    if isinstance(function, np.ufunc):
        is_of_numpy = getattr(np, function.__name__, None) is function
        return f'{"np" if is_of_numpy else "scipy.special"}.{function.__name__}'
    owner = getattr(function, '__self__', None)
    if isinstance(owner, np.ufunc):
        return f'np.{owner.__name__}.{function.__name__}'
    places = {
        'numpy': 'np',
        '_operator': 'operator',
        'tangentlite.runtime': 'runtime',
        'tangentlite.runtime.determinants': 'runtime',
        'tangentlite.runtime.written': 'runtime',
        'tangentlite.runtime.functions.special_functions': 'runtime',
        'tangentlite.runtime.factors': 'runtime',
        'tangentlite.runtime.sparse.patterns': 'runtime',
        'tangentlite.runtime.sparse.systems': 'runtime',
    }
    module = getattr(function, '__module__', None)  # methods have none
    if hasattr(owner, 'logpdf') or hasattr(owner, 'logpmf'):
        known = vars(sys.modules['scipy.stats']).items()
        name = next(name for name, value in known if value is owner)
        return f'scipy.stats.{name}.{function.__name__}'
    if not hasattr(function, '__name__'):  # several ufuncs in one, before SciPy 1.17
        known = vars(sys.modules['scipy.special']).items()
        return f'scipy.special.{next(n for n, value in known if value is function)}'
    if (module or '').startswith('scipy.'):  # defined in a private module
        public = itertools.takewhile(lambda part: part[0] != '_', module.split('.'))
        return f'{".".join(public)}.{function.__name__}'
    place = places.get(module, (module or '').replace('numpy.', 'np.', 1))
    return f'{place}.{function.__name__}'


@dataclass(frozen=True)
class Case:
    """A sample's programs, its inputs, and fixed directions for inputs and result."""

    program: Callable
    weighted: Callable
    inputs: tuple
    wrt: tuple[int, ...]
    tangents: tuple
    cotangent: object
    doubles: tuple
    eps: float
    tolerance: Mapping[str, float]


# Half a minute each: their rule is tried with long series.
LONG = (
    np.polynomial.legendre.legpow, np.polynomial.laguerre.lagpow,
    np.polynomial.hermite.hermpow, np.polynomial.hermite_e.hermepow,
)  # fmt: skip


def first_orders() -> list:
    """The samples: of those that are not the first of their function few are quick.

    Those of one method of many distributions count as one function; of SciPy's first
    samples every other is quick.
    """
    seen: set[str] = set()
    found = []
    for k, sample in enumerate(DIFFERENTIATED):
        name = name_of(sample.function)
        is_of_scipy = name.startswith('scipy.')
        share = 50 if is_of_scipy else 20
        if name.startswith('scipy.stats.'):
            name = sample.function.__name__
        if name not in seen:
            share = 2 if is_of_scipy else 1
        marks = [pytest.mark.one_in(share)]
        seen.add(name)
        found.append(pytest.param(k, id=NAMES[k], marks=[*marks, *long(sample)]))
    return found


def second_orders(share: int) -> list:
    """The samples for tests of second order: quick are few of the first of each text.

    It is one in so many, of SciPy's one in twice as many.
    """
    texts: set = set()
    found = []
    for k, sample in enumerate(DIFFERENTIATED):
        rule = rule_of(sample.function)
        text = getattr(rule.adjoint or rule.definition, '__code__', sample.function)
        if name_of(sample.function).startswith('scipy.stats.'):
            text = sample.function.__name__
        twice = 2 if name_of(sample.function).startswith('scipy.') else 1
        mark = pytest.mark.slow if text in texts else pytest.mark.one_in(twice * share)
        texts.add(text)
        found.append(pytest.param(k, id=NAMES[k], marks=[mark, *long(sample)]))
    return found


def long(sample) -> list:
    return [pytest.mark.slow] if sample.function in LONG else []


# Of one module: the tests of a sample run one after the other, and share derivatives.
@pytest.fixture(scope='module', params=first_orders())
def case(request, programs) -> Case:
    """The case of each sample in turn."""
    program = getattr(programs, f'program_{request.param}')
    inputs = tuple(leaves(DIFFERENTIATED[request.param]))
    doubles = tuple(as_double(x) for x in inputs)
    result = program(*inputs)
    # A program that itself rounds to single precision needs larger steps.
    eps = 1e-2 if np.result_type(program(*doubles)) == np.float32 else 1e-4
    is_single = any(np.result_type(x) == np.float32 for x in (*inputs, result))
    return Case(
        program,
        getattr(programs, f'weighted_{request.param}'),
        inputs,
        tuple(range(len(inputs))),
        tuple(like(x, 40 + 7 * i) for i, x in enumerate(inputs)),
        like(result, 33),
        doubles,
        eps,
        {'rtol': 1e-3, 'atol': 1e-4} if is_single else {'rtol': 1e-6, 'atol': 1e-8},
    )


def like(value: object, start: int) -> object:
    """Other numbers of a value's shape, type and dtype."""
    if isinstance(value, np.ndarray):
        return spread(*value.shape, start=start, dtype=value.dtype)
    return type(value)(spread(start=start))


def as_double(value: object) -> object:
    """A number or array in double precision."""
    return value.astype(float) if isinstance(value, np.ndarray) else float(value)


def test_reverse(case):
    """The gradient agrees with differences, and has the dtypes and shapes of x."""
    vjp = tl.autodiff(case.program, wrt=case.wrt)
    got = vjp(*case.inputs, init_grad=case.cotangent)

    def contracted(*inputs):
        return np.sum(case.cotangent * case.program(*inputs))

    want = central_gradient(contracted, case.doubles, case.wrt, case.eps)
    assert_close(got, want, **case.tolerance)
    for part, x in zip(got, case.inputs):
        assert np.shape(part) == np.shape(x)
        assert isinstance(x, np.ndarray) or not isinstance(part, np.ndarray)
        assert np.result_type(part) == np.asarray(x).dtype


@pytest.mark.one_in(4)
def test_forward(case):
    """The tangent agrees with differences, and with the gradient as its transpose."""
    jvp = tl.autodiff(case.program, wrt=case.wrt, mode='forward')
    got = jvp(*case.inputs, *case.tangents)
    want = central_jvp(case.program, case.doubles, case.tangents, case.eps)
    assert_close(got, want, **case.tolerance)
    vjp = tl.autodiff(case.program, wrt=case.wrt)
    reverse = vjp(*case.inputs, init_grad=case.cotangent)
    left, right = inner([case.cotangent], [got]), inner(reverse, case.tangents)
    assert_close(left, right, **case.tolerance)


@pytest.mark.parametrize('case', second_orders(12), indirect=True)
def test_derivatives_are_linear_at_zero(case):
    """As cotangents are where a fit is exact: what a rule masks may begin to matter."""
    gradient = tl.grad(case.weighted, wrt=case.wrt)
    jvp = tl.autodiff(case.program, wrt=case.wrt, mode='forward')
    for linear, along in ((gradient, [case.cotangent]), (jvp, case.tangents)):
        got, want = beside_zero(linear, case.inputs, along)
        assert_close([got], [want], **case.tolerance)


def beside_zero(linear: Callable, inputs: Sequence, along: Sequence) -> tuple:
    """The derivative of what is linear in the last arguments, which are 0, and it."""
    none, zeros = [None] * len(inputs), [0.0 * x for x in along]
    _, got = tl.jvp(linear, (*inputs, *zeros), (*none, *along))
    return got, linear(*inputs, *along)


WITH_AXES = [
    pytest.param(k, id=NAMES[k], marks=long(one))
    for k, one in enumerate(DIFFERENTIATED)
    if any(np.ndim(x) > 1 for x in leaves(one))
]


@pytest.mark.one_in(40, always=('vectorize', 'choose', 'block', 'permutation'))
@pytest.mark.parametrize('k', WITH_AXES)
def test_results_lie_in_memory_as_those_of_the_program(k, programs):
    """Of arrays by columns: what reshapes of the result look into depends on it."""
    program = getattr(programs, f'program_{k}')
    inputs = [by_columns(x) for x in leaves(DIFFERENTIATED[k])]
    want = flat(program(*map(by_columns, inputs)))
    try:
        value, _ = tl.jvp(program, inputs, [like(x, 33) for x in inputs])
    except tl.UnsupportedError:  # without a tangent
        value, _ = tl.vjp(program, *inputs)
    for one, other in zip(flat(value), want, strict=True):
        assert order_of(one) == order_of(other)


def by_columns(value: object) -> object:
    return np.array(value, order='F') if isinstance(value, np.ndarray) else value


def order_of(value: object) -> tuple:
    """The strides of an array along its axes of more than one entry."""
    pairs = zip(np.shape(value), getattr(value, 'strides', ()))
    return tuple(stride for size, stride in pairs if size > 1)


def hessian_product(case: Case) -> list[np.ndarray]:
    """Differences of the gradient of the weighted result along the tangents."""
    gradient = tl.grad(case.weighted, wrt=case.wrt)
    return [
        central_jvp(
            lambda *inputs, i=i: gradient(*inputs, case.cotangent)[i],
            case.doubles,
            case.tangents,
            case.eps,
        )
        for i in case.wrt
    ]


@pytest.mark.parametrize('case', second_orders(16), indirect=True)
def test_second_order_forward_over_reverse(case):
    gradient = tl.grad(case.weighted, wrt=case.wrt)
    primals = [*case.inputs, case.cotangent]
    _, got = tl.jvp(gradient, primals, [*case.tangents, None])
    assert_close(got, hessian_product(case), **case.tolerance)


@pytest.mark.parametrize('case', second_orders(20), indirect=True)
def test_second_order_reverse_over_reverse(case):
    gradient = tl.grad(case.weighted, wrt=case.wrt)
    product = tl.autodiff(gradient, wrt=case.wrt)
    got = product(*case.inputs, case.cotangent, init_grad=tuple(case.tangents))
    assert_close(got, hessian_product(case), **case.tolerance)


# In a new process, as programs of other tests register rules of their own.
MISSING = """
import numpy as np
from tangentlite.rules.registry import all_rules, rule_of
from tangentlite.runtime import called, hooked
from tests.rules.samples.every import SAMPLES

# tests: test_numerical.py, test_gradient_hooks.py
sampled = {sample.function for sample in SAMPLES} | {called, hooked}
texts = {rule_of(function).definition.__code__ for function in sampled
         if rule_of(function).definition}
# Classes, and what makes their objects, have tests of their own: tests/functions.
OF_CLASSES = ("frozen", "frozen_vectors", "interpolate", "sparse", "rotations",
              "kernel_density", "slerp", "results")
print([f for f, rule in all_rules().items() if f not in sampled
       and not any(part in getattr(rule.definition, '__module__', '').split('.')
                   for part in OF_CLASSES)
       and getattr(rule.definition, '__code__', None) not in texts
       and not (rule.kind == 'constant'
                and isinstance(getattr(f, '__self__', None), np.ufunc))])
"""


def test_every_rule_has_samples():
    command = [sys.executable, '-c', MISSING]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ('[]\n', '')
