"""A hypothesis strategy that draws the source text of random programs of the class."""
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.programs.random.random_expressions import (
    NAMES,
    SHAPES,
    Scope,
    bounded,
    call_text,
    computed,
    condition,
    element,
    expression,
    index_below,
    new_name,
    operand,
)
from tests.programs.random.random_patterns import PATTERNS
from tests.programs.record import sample

INDEX_NAMES = ('i', 'j', 'k', 'l', 'it', 'i1', 'row', 'col', 'j2', 'k2')
PARAMETERS = {'x': (), 'a': (), 'v': (3,), 'u': (2, 3)}


@dataclass(frozen=True)
class RandomProgram:
    """The text of a module, its function to differentiate, arguments and positions."""

    source: str
    function: str
    args: tuple
    wrt: tuple[int, ...]


@st.composite
def programs(draw) -> RandomProgram:
    """Random programs of floats and arrays with scalar or array results.

    The values stay moderate; that no kink is near has to be tried on the values.
    """
    helpers = {}
    text = ['import numpy as np', '', 'OFFSETS = np.array([0.5, -1.0, 1.5])', '', '']
    for number in range(draw(st.integers(0, 2))):
        text += helper(draw, f'helper{number}', helpers) + ['', '']
    shapes = dict(PARAMETERS, OFFSETS=(3,))
    scope = Scope(draw, shapes, set(), {}, helpers)
    body = []
    for _ in range(draw(st.integers(2, 6))):
        body += statement(scope, nesting=2)
    body.append(f'return {result(scope)}')
    text += [f'def function({", ".join(PARAMETERS)}, n):', *indented(body), '']
    wrt = draw(st.sampled_from(((0, 1, 2, 3), (0,), (2,), (2, 3), (0, 2), (3, 1))))
    return RandomProgram('\n'.join(text), 'function', arguments(draw), wrt)


def arguments(draw) -> tuple:
    seed = draw(st.integers(0, 99))
    x, a = sample(seed, 2).tolist()
    v, u = sample(seed + 1000, 3), sample(seed + 2000, 2, 3)
    return x, a, v, u, draw(st.integers(0, 3))


def helper(draw, name: str, helpers: dict) -> list[str]:
    """A function of two drawn shapes with one or two results, added to the helpers."""
    shapes = {name: draw(st.sampled_from(SHAPES[:2])) for name in 'pq'}
    readable = {**shapes, 'scale': (), 'OFFSETS': (3,)}
    scope = Scope(draw, readable, set(), {}, dict(helpers))
    body = []
    for _ in range(draw(st.integers(0, 2))):
        body += statement(scope, nesting=1)
    results = draw(st.lists(st.sampled_from(SHAPES[:2]), min_size=1, max_size=2))
    body.append(f'return {", ".join(computed(scope, shape) for shape in results)}')
    helpers[name] = (tuple(shapes.values()), tuple(results))
    return [f'def {name}(p, q, scale=0.7):', *indented(body)]


def statement(scope: Scope, nesting: int) -> list[str]:
    """The lines of one drawn statement; nested blocks get less nesting."""
    simple = (bind, bind, augment, allocate, write, write, unpack)
    compound = (for_range, for_items, while_counted, branch, collect, accumulate)
    if scope.draw(st.integers(0, 2)) == 0:
        return scope.pick(PATTERNS)(scope, nesting)
    return scope.pick(simple + compound * (nesting > 0))(scope, nesting)


def block(scope: Scope, nesting: int) -> list[str]:
    """The lines of a nested block; what it binds is not read after it."""
    inner = scope.block()
    lines = []
    for _ in range(scope.draw(st.integers(1, 3))):
        lines += statement(inner, nesting - 1)
    names = rebindable(scope)
    if names:
        lines += rebind(inner, scope.pick(names))
    return indented(lines)


def bind(scope: Scope, nesting: int) -> list[str]:
    """A new variable, or another value of the same shape for one that is there."""
    names = rebindable(scope)
    if names and scope.draw(st.booleans()):
        return rebind(scope, scope.pick(names))
    shape = scope.pick(SHAPES)
    text = computed(scope, shape)
    name = new_name(scope)
    scope.shapes[name] = shape
    return [f'{name} = {text}']


def rebindable(scope: Scope) -> list[str]:
    """Variables that may be bound again: not data and not arrays that are written."""
    return [name for name in scope.shapes
            if name in (*NAMES, *PARAMETERS) and name not in scope.owned]


def rebind(scope: Scope, name: str) -> list[str]:
    factor = operand(bounded(scope, scope.shapes[name], 1))
    carried = scope.pick(('0.6 * {0} + {1}', '{0} * {1}', 'np.tanh({0} + {1})',
                          '{1} - 0.5 * {0}', '{1}', 'np.sin({0}) * {1} + 0.1'))
    return [f'{name} = {carried.format(name, factor)}']


def unpack(scope: Scope, nesting: int) -> list[str]:
    """Both results of a helper, if there is one that gives two."""
    names = [name for name, (_, results) in scope.helpers.items() if len(results) == 2]
    if not names:
        return bind(scope, nesting)
    name = scope.pick(names)
    text = call_text(scope, name, 1)
    targets = []
    for shape in scope.helpers[name][1]:
        targets.append(new_name(scope))
        scope.shapes[targets[-1]] = shape
    return [f'{", ".join(targets)} = {text}']


def augment(scope: Scope, nesting: int) -> list[str]:
    """An augmented assignment to a number or to a whole array of our own."""
    names = [name for name in rebindable(scope) if scope.shapes[name] == ()]
    names += sorted(scope.owned)
    if not names:
        return bind(scope, nesting)
    name = scope.pick(names)
    value = operand(bounded(scope, scope.shapes[name], 1))
    return [scope.pick(('{} += {}', '{} *= {}', '{} -= {}', '{} /= 2.0 + {}')).format(
        name, value)]


def allocate(scope: Scope, nesting: int) -> list[str]:
    """A new array that later statements may write."""
    shape = scope.pick(SHAPES[1:])
    sources = [f'np.zeros({shape})', f'np.ones({shape})',
               f'np.copy({expression(scope, shape, 1)})',
               f'{expression(scope, shape, 1)} * 1.0',
               f'{expression(scope, shape, 0)}.copy()']
    name = new_name(scope)
    text = scope.pick(sources)
    scope.shapes[name] = shape
    scope.owned.add(name)
    return [f'{name} = {text}']


def write(scope: Scope, nesting: int) -> list[str]:
    """A write of an element, a slice, picked or masked entries of an array we own."""
    if not scope.owned:
        return allocate(scope, nesting)
    name = scope.pick(sorted(scope.owned))
    shape = scope.shapes[name]
    sign = scope.pick(('=', '=', '+=', '*=', '-='))
    indices = {(): ', '.join(index_below(scope, size) for size in shape)}
    if len(shape) == 2:
        indices[(3,)] = scope.pick((index_below(scope, 2), '-1, :', '1, ::-1'))
        column = f':, {index_below(scope, 3)}'
        indices[(2,)] = scope.pick((column, '[1, 0], 2', '0, 1:'))
    elif shape == (3,):
        indices[(2,)] = scope.pick(('1:', ':-1', '::2', '[2, 0]', '1::-1'))
        indices[(3,)] = scope.pick((':', '::-1', '...'))
    part = scope.pick(indices)
    lines = [f'{name}[{indices[part]}] {sign} {bounded(scope, part, 1)}']
    if scope.draw(st.integers(0, 5)) == 0:
        lines.append(f'{name}[{name} > {scope.pick((0.33, 0.71, -0.42))}] {sign} 0.4')
    if shape == (3,) and scope.draw(st.integers(0, 3)) == 0:
        added = bounded(scope, (3,), 1)
        lines.append(scope.pick((f'np.add.at({name}, [0, 0, 2], {added})',
                                 f'{name}[1:] += 0.5 * {name}[:-1]',
                                 f'{name}[:2] = {name}[1:]')))
    return lines


def for_range(scope: Scope, nesting: int) -> list[str]:
    """A loop over a range, with indices that fit the axes, sometimes without a trip."""
    inner = scope.block()
    name = scope.pick(name for name in INDEX_NAMES if name not in scope.indices)
    ranges = [('2', 1), ('3', 2), ('1, 3', 2), ('2, -1, -1', 2), ('0, 3, 2', 2),
              ('0', 0), ('2, 2', 0), ('len(OFFSETS)', 2)]
    if 'u' in scope.shapes:
        ranges += [('len(v)', 2), ('u.shape[0]', 1), ('n', 2), ('n', 2)]
    text, largest = scope.pick(ranges)
    wrapped = scope.pick(('range({})', 'range({})', 'reversed(range({}))'))
    inner.indices[name] = largest
    return [f'for {name} in {wrapped.format(text)}:', *block(inner, nesting)]


def for_items(scope: Scope, nesting: int) -> list[str]:
    """A loop over the elements or rows of data, alone, numbered or in pairs."""
    inner = scope.block()
    first, second = new_name(scope), 'item'
    known = {'OFFSETS': (3,), **{name: shape for name, shape in PARAMETERS.items()
                                 if name in scope.shapes and shape}}
    names = sorted(known)
    over, other = scope.pick(names), scope.pick(names)
    inner.shapes[first] = known[over][1:]
    kind = scope.pick(('{0}', 'enumerate({0})', 'zip({0}, {1})', 'reversed({0})'))
    target = first
    if kind.startswith('enumerate'):
        index = scope.pick(name for name in INDEX_NAMES if name not in scope.indices)
        target = f'{index}, {first}'
        inner.indices[index] = known[over][0] - 1
    elif kind.startswith('zip'):
        target = f'{first}, {second}'
        inner.shapes[second] = known[other][1:]
    return [f'for {target} in {kind.format(over, other)}:', *block(inner, nesting)]


def while_counted(scope: Scope, nesting: int) -> list[str]:
    """A while loop with a counter and sometimes a test of the data."""
    inner = scope.block()
    name = scope.pick(name for name in INDEX_NAMES if name not in scope.indices)
    data = scope.pick(('', f' and {element(scope)} < 1.1',
                       f' and {expression(scope, (), 1)} > -0.8'))
    inner.indices[name] = 1
    return [f'{name} = 0', f'while {name} < 2{data}:', *block(inner, nesting),
            f'    {name} += 1']


def branch(scope: Scope, nesting: int) -> list[str]:
    lines = [f'if {condition(scope)}:', *block(scope, nesting)]
    if scope.draw(st.integers(0, 3)) == 0:
        lines += [f'elif {condition(scope)}:', *block(scope, nesting)]
    if scope.draw(st.booleans()):
        lines += ['else:', *block(scope, nesting)]
    return lines


def collect(scope: Scope, nesting: int) -> list[str]:
    """Append in a loop, sometimes pop, and join the list to an array or a number."""
    shape = scope.pick(((), (3,)))
    inner = scope.block()
    inner.indices['pos'] = 2
    items = scope.pick(('items', 'values', 'stack'))
    head = [f'{items} = []', 'for pos in range(3):',
            f'    {items}.append({computed(inner, shape)})']
    joins = {(): ((f'np.array({items})', (3,)), (f'sum({items})', ()),
                  (f'{items}[-1] * {items}[0]', ())),
             (3,): ((f'np.stack({items}).sum(axis=0)', (3,)),
                    (f'{items}[1] - {items}[-1]', (3,)),
                    (f'np.array({items})[1:] * 1.0', (2, 3)))}[shape]
    name = new_name(scope)
    text, scope.shapes[name] = scope.pick(joins)
    tail = [f'{name} = {text}']
    if scope.draw(st.booleans()):
        tail.append(f'{name} = {name} + np.sum({items}.pop())')
    return head + tail


def accumulate(scope: Scope, nesting: int) -> list[str]:
    """A sum that starts as the number zero and becomes what is added to it."""
    shape = scope.pick(SHAPES)
    inner = scope.block()
    inner.indices['step'] = 1
    text = computed(inner, shape)
    name = new_name(scope)
    sign = scope.pick(('{0} += {1}', '{0} = {0} + {1}', '{0} = {1} - {0}'))
    start = scope.pick(('0', '0.0'))
    scope.shapes[name] = shape
    return [f'{name} = {start}', 'for step in range(2):',
            f'    {sign.format(name, text)}']


def result(scope: Scope) -> str:
    """A sum of what is bound, as a number or in the shape of an array."""
    names = [name for name in scope.shapes if name in NAMES]
    if not names or scope.draw(st.booleans()):
        names += PARAMETERS
    parts = [name if scope.shapes[name] == () else f'np.sum({name})' for name in names]
    arrays = [name for name in names if scope.shapes[name] != ()]
    if arrays and scope.draw(st.booleans()):
        parts[names.index(arrays[0])] = arrays[0]
    return ' + '.join(parts)


def indented(lines: list[str]) -> list[str]:
    return [f'    {line}' for line in lines]
