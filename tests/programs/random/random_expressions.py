"""Draws the text of random smooth expressions of a wanted shape and bounded growth."""
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

SHAPES = ((), (3,), (2,), (2, 3))
CONSTANTS = ('0.3', '0.75', '1.25', '2.0', '-0.6', '1')
BOUNDED = ('np.tanh({})', 'np.sin({})', 'np.cos({})', 'np.arctan({})',
           '1.0 / (1.0 + np.square({}))', 'np.exp(-np.square({}))',
           'np.tanh({}) ** 2', 'np.clip({}, -0.9, 0.8)')
SUMS = ('{} + {}', '{} - {}', '{} + 0.5 * {}', '0.3 * {} - {}', 'np.maximum({}, {})',
        'np.minimum({}, {})', 'np.logaddexp({}, {})')
NAMES = ('y', 't', 'x_bar', 's', 'd', 'saved', 'z', 'tl', 't1', 'u_dot', 'r', 'g',
         'y_bar', 'h_saved', 'y1', 'v_bar', 'e', 'w', 'total', 'f', 'm', 'n2', 'c', 'b')
PRODUCTS = ('{} * {}', '{1} * {0}', '{1} / (2.0 + {0})', 'np.multiply({}, {})')


@dataclass(frozen=True)
class Scope:
    """The names that may be read at a point of a drawn function.

    `shapes` gives the shape of each variable, `owned` are the arrays that may be
    written, `indices` gives each integer variable's largest value (its least is 0 or
    more), and `helpers` are the functions that may be called, with the shapes of their
    parameters and of their results.
    """

    draw: Callable
    shapes: dict[str, tuple]
    owned: set[str]
    indices: dict[str, int]
    helpers: dict[str, tuple]

    def block(self) -> 'Scope':
        """A scope for a nested block: its bindings are not seen outside."""
        return Scope(self.draw, dict(self.shapes), set(self.owned), dict(self.indices),
                     self.helpers)

    def pick(self, options) -> object:
        """One of the options."""
        return self.draw(st.sampled_from(tuple(options)))


def new_name(scope: Scope) -> str:
    """A name that no variable of the scope has."""
    return scope.pick(name for name in NAMES if name not in scope.shapes)


def computed(scope: Scope, shape: tuple, depth: int = 2) -> str:
    """An expression whose value is a new array (or a scalar), never a view."""
    form = scope.pick((bounded, added, multiplied, broadcast, selected))
    return form(scope, shape, depth)


def expression(scope: Scope, shape: tuple, depth: int) -> str:
    """Any expression of the shape, in parentheses where an operand needs them."""
    if depth <= 0:
        return leaf(scope, shape)
    general = (leaf, bounded, added, multiplied, broadcast, selected)
    form = scope.pick(general + SPECIAL_FORMS[shape] * 2)
    return operand(form(scope, shape, depth - 1))


def operand(text: str) -> str:
    """The text, parenthesised unless it is one name, number, call or subscript."""
    depth = 0
    for character in text:
        depth += (character in '([') - (character in ')]')
        if depth == 0 and character in ' -':
            return f'({text})'
    return text


def leaf(scope: Scope, shape: tuple, depth: int = 0) -> str:
    """A name, an element, a part of an array or a literal."""
    names = [name for name, known in scope.shapes.items() if known == shape]
    if shape == ():
        return scalar_leaf(scope, names)
    if shape == (2,) and (not names or scope.draw(st.booleans())):
        return part_of_array(scope)
    if not names:
        return f'np.full({shape}, {scalar_leaf(scope, [])})'
    return scope.pick(names)


def scalar_leaf(scope: Scope, names: list[str]) -> str:
    kind = scope.draw(st.integers(0, 5))
    if kind == 0:
        return scope.pick(CONSTANTS)
    if kind <= 2 or not names:
        return element(scope)
    return scope.pick(names)


def element(scope: Scope, shape: tuple = (), depth: int = 0) -> str:
    names = [name for name, known in scope.shapes.items() if known != ()]
    name = scope.pick(names)
    axes = [index_below(scope, size) for size in scope.shapes[name]]
    return f'{name}[{", ".join(axes)}]'


def index_below(scope: Scope, size: int) -> str:
    """An index for an axis of the size: a literal or an integer variable."""
    options = [str(k) for k in range(-size, size)]
    for name, largest in scope.indices.items():
        if largest < size:
            options += [name, f'{name} - 1', f'-{name} - 1'] * 2
    return scope.pick(options)


def part_of_array(scope: Scope) -> str:
    vectors = [name for name, shape in scope.shapes.items() if shape == (3,)]
    matrices = [name for name, shape in scope.shapes.items() if shape == (2, 3)]
    if not matrices or scope.draw(st.booleans()):
        part = scope.pick(('1:', ':-1', '::2', '::-2', '[0, 2]', '[1, 1]'))
        return f'{scope.pick(vectors)}[{part}]'
    return f'{scope.pick(matrices)}[:, {index_below(scope, 3)}]'


def bounded(scope: Scope, shape: tuple, depth: int) -> str:
    return scope.pick(BOUNDED).format(expression(scope, shape, depth - 1))


def added(scope: Scope, shape: tuple, depth: int) -> str:
    return scope.pick(SUMS).format(expression(scope, shape, depth - 1),
                                   expression(scope, shape, depth - 1))


def multiplied(scope: Scope, shape: tuple, depth: int) -> str:
    factor = operand(bounded(scope, shape, depth - 1))
    return scope.pick(PRODUCTS).format(factor, expression(scope, shape, depth - 1))


def broadcast(scope: Scope, shape: tuple, depth: int) -> str:
    """A sum or product with an operand of smaller shape."""
    kind = scope.pick(('number', 'row', 'column') if len(shape) == 2 else ('number',))
    if kind == 'row':
        other = operand(bounded(scope, (3,), depth - 1))
    elif kind == 'column':
        other = f'{operand(bounded(scope, (2,), depth - 1))}[:, None]'
    else:
        other = operand(bounded(scope, (), depth - 1))
    return scope.pick(('{} * {}', '{} + {}', '{1} - {0}', '{1} * {0}')).format(
        other, expression(scope, shape, depth - 1))


def selected(scope: Scope, shape: tuple, depth: int) -> str:
    """A choice by np.where; as a number, not the 0-d array that np.where gives."""
    relation = scope.pick(('>', '<', '>=', '<='))
    limit = expression(scope, (), depth - 1)
    text = (f'np.where({expression(scope, shape, depth - 1)} {relation} {limit}, '
            f'{expression(scope, shape, depth - 1)}, '
            f'{expression(scope, scope.pick(((), shape)), depth - 1)})')
    return text if shape else f'1.0 * {text}'


def condition(scope: Scope) -> str:
    """A test of the data or of an integer variable."""
    left, right = expression(scope, (), 1), expression(scope, (), 1)
    tests = [f'{left} > {right}', f'{left} <= {right}', f'-0.4 < {left} < 0.9',
             f'{left} > 0.1 and {right} < 0.7', f'{left} < 0.2 or not {right} > 0.1']
    for name in scope.indices:
        tests += [f'{name} % 2 == 0', f'{name} > 1 or {left} > 0.2']
    return scope.pick(tests)


def reduced(scope: Scope, shape: tuple, depth: int) -> str:
    array = expression(scope, scope.pick(SHAPES[1:]), depth - 1)
    return scope.pick(('np.sum({})', '{}.sum()', 'np.mean({})', '{}.max()',
                       'np.min({})')).format(array)


def inner_product(scope: Scope, shape: tuple, depth: int) -> str:
    size = scope.pick(((2,), (3,)))
    return scope.pick(('{} @ {}', 'np.dot({}, {})')).format(
        operand(bounded(scope, size, depth - 1)), expression(scope, size, depth - 1))


def conditional(scope: Scope, shape: tuple, depth: int) -> str:
    chosen = expression(scope, (), depth - 1)
    return f'{chosen} if {condition(scope)} else {expression(scope, (), depth - 1)}'


def builtin_call(scope: Scope, shape: tuple, depth: int) -> str:
    text = scope.pick(('max({}, {})', 'min({}, {})', 'abs({} - {})', 'sum([{}, {}])',
                       'pow(np.cos({}), 2) + {}'))
    left, right = expression(scope, (), depth - 1), expression(scope, (), depth - 1)
    return text.format(left, right)


def call(scope: Scope, shape: tuple, depth: int) -> str:
    """A call of one of the helpers that gives the shape, if there is one."""
    names = [name for name, (_, results) in scope.helpers.items() if shape in results]
    if not names:
        return computed(scope, shape, depth)
    name = scope.pick(names)
    results = scope.helpers[name][1]
    text = call_text(scope, name, depth)
    return f'{text}[{results.index(shape)}]' if len(results) == 2 else text


def call_text(scope: Scope, name: str, depth: int) -> str:
    """A call of the helper, its last arguments by position, by name or left out."""
    arguments = [computed(scope, known, depth - 1) for known in scope.helpers[name][0]]
    if scope.draw(st.booleans()):
        arguments[-1] = f'q={arguments[-1]}'
        if scope.draw(st.booleans()):
            arguments.append(f'scale={expression(scope, (), 0)}')
    return f'{name}({", ".join(arguments)})'


def rearranged(scope: Scope, shape: tuple, depth: int) -> str:
    vector = expression(scope, (3,), depth - 1)
    return scope.pick(('{}[::-1]', '{}[[2, 0, 0]]', '{}[np.array([1, 2, 1])]')).format(
        vector)


def from_matrix(scope: Scope, shape: tuple, depth: int) -> str:
    """A vector from a matrix by a reduction or a product."""
    matrix = expression(scope, (2, 3), depth - 1)
    if shape == (3,):
        forms = ('{}[0]', '{}[-1]', '{}.sum(axis=0)', 'np.mean({}, axis=0)',
                 '{1} @ {0}', '{0}.T @ {1}')
        other = (2,)
    else:
        forms = ('{}[:, 1]', '{}.mean(axis=1)', 'np.sum({}, axis=-1)', '{0} @ {1}',
                 'np.matmul({1}, {0}.T)')
        other = (3,)
    factor = operand(bounded(scope, other, depth - 1))
    return scope.pick(forms).format(matrix, factor)


def literal(scope: Scope, shape: tuple, depth: int) -> str:
    """A vector of scalars or a matrix of rows."""
    items = [expression(scope, shape[1:], depth - 1) for _ in range(shape[0])]
    make = 'np.array([{}])' if len(shape) == 1 else 'np.stack(({}))'
    return make.format(', '.join(items))


def joined(scope: Scope, shape: tuple, depth: int) -> str:
    pair = expression(scope, (2,), depth - 1)
    return f'np.concatenate(({pair}, np.array([{expression(scope, (), depth - 1)}])))'


def outer(scope: Scope, shape: tuple, depth: int) -> str:
    column = operand(bounded(scope, (2,), depth - 1))
    row = expression(scope, (3,), depth - 1)
    return scope.pick(('np.outer({}, {})', '{}[:, None] * {}', '{}.reshape(2, 1) + {}',
                       'np.expand_dims({}, 1) * {}')).format(column, row)


def turned(scope: Scope, shape: tuple, depth: int) -> str:
    matrix = expression(scope, (2, 3), depth - 1)
    return scope.pick(('{}[::-1]', '{}[:, ::-1]', '{}[[1, 1]]', '{}.T.reshape(2, 3)',
                       'np.transpose({}).T')).format(matrix)


SPECIAL_FORMS = {
    (): (reduced, inner_product, conditional, builtin_call, call, element),
    (3,): (rearranged, from_matrix, literal, joined, call),
    (2,): (from_matrix, literal),
    (2, 3): (outer, literal, turned),
}
