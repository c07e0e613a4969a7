"""What contractions say about axes, worked out while a rule is filled.

Unlike templates these functions run; they see strings, ranks and literal axes alone. A
template loops once over the plan that it asks for, to take it apart.
"""
import string

from tangentlite.errors import UnplacedError


def fill_time(function):
    """Mark a function that is called, not walked, where a template calls it."""
    function.__tangentlite_static__ = True
    return function


@fill_time
def refuse(what: str, instead: str = '') -> None:
    """Say that a template has no derivative for arguments, at the user's statement."""
    raise UnplacedError(f'the derivative of {what} is not supported.\n{instead}')


@fill_time
def adjoint_plan(subscripts: str, ranks: tuple, position: int) -> tuple:
    """Return how np.einsum gives the adjoint of the operand at a position.

    The plan is `(terms, absent, repeated)`: the subscripts for the
    result's adjoint and the other operands, '' for the adjoint as it is; the axes of
    the operand to insert; for each repeated index the axis of its earlier place, and
    where to expand the identity of its two places to match the axes from there on.

    >>> adjoint_plan('ij,jk->ik', (2, 2), 0)
    (('ik,jk->ij', (), ()),)
    >>> adjoint_plan('ii', (2,), 0)
    (('', (0, 1), ((0, ()),)),)
    """
    inputs, output = explicit(subscripts, ranks)
    own = inputs[position]
    known = set(output).union(*inputs[:position], *inputs[position + 1 :])
    absent = tuple(k for k, c in enumerate(own) if c not in known or c in own[:k])
    wanted = ''.join(c for k, c in enumerate(own) if k not in absent)
    terms = joined(inputs, output, position, wanted)
    short = '...' in written(subscripts)[0][position] and not absent
    if short and not product_plan(terms):
        inputs, output = written(subscripts)
        wanted = inputs[position]
        terms = joined(inputs, output, position, wanted)
    others = inputs[:position] + inputs[position + 1 :]
    if not others and wanted == output:
        terms = ''
    repeated = []
    for second, letter in enumerate(own):
        first = own.rfind(letter, 0, second)
        if first >= 0:
            behind = range(first + 1, len(own))
            repeated.append((first, tuple(k - first for k in behind if k != second)))
    return ((terms, absent, tuple(repeated)),)


def joined(inputs: list, output: str, position: int, wanted: str) -> str:
    """Return the subscripts for the result's adjoint and the other operands."""
    others = inputs[:position] + inputs[position + 1 :]
    return f'{",".join([output, *others])}->{wanted}'


def explicit(subscripts: str, ranks: tuple) -> tuple[list[str], str]:
    """Return the operands' and the result's indices, a letter an axis.

    The ranks matter where there is an ellipsis.

    >>> explicit('...ij,...jk', (3, 2))
    (['aij', 'jk'], 'aik')
    """
    inputs, output = written(subscripts)
    if '...' not in subscripts:
        return inputs, output
    letters = [c for c in string.ascii_letters if c not in subscripts]
    covered = [
        ''.join(reversed(letters[: rank - len(term) + 3])) if '...' in term else ''
        for term, rank in zip(inputs, ranks, strict=True)
    ]
    longest = max(covered, key=len)
    replaced = [term.replace('...', part) for term, part in zip(inputs, covered)]
    return replaced, output.replace('...', longest)


def written(subscripts: str) -> tuple[list[str], str]:
    """Return the operands' and the result's subscripts, ellipses as they stand.

    >>> written('...ba, c')
    (['...ba', 'c'], '...abc')
    """
    operands, arrow, output = subscripts.replace(' ', '').partition('->')
    if not arrow:
        letters = operands.replace(',', '').replace('.', '')
        output = ''.join(c for c in sorted(letters) if letters.count(c) == 1)
        output = f'...{output}' if '...' in operands else output
    return operands.split(','), output


@fill_time
def product_plan(terms: str) -> tuple:
    """Return how np.einsum of two operands is a product of matrices or of numbers.

    The plan is `(by, pairs, orders)`: 'matmul', 'swapped' for the second operand on the
    left, 'times' or 'tensordot'; the axes of operands that have one index; the orders
    of the axes of the operands and of the product, None for a new axis. For tensordot
    the axes to sum over come in place of the operands' orders. It is () for others.

    >>> product_plan('bik,bij->bjk')
    (('swapped', ((0, 0), (1, 1)), ((0, 1, 2), (0, 2, 1), (0, 1, 2))),)
    >>> product_plan('i,ij->ij')
    (('times', ((0, 0),), ((0, None), (0, 1))),)
    """
    inputs, output = written(terms)
    letters = [set(term) for term in (*inputs, output)]
    repeats = any(len(set(term)) < len(term) for term in (*inputs, output))
    if len(inputs) != 2 or repeats or '.' in terms:
        return ()
    (x, y), (own, other, kept) = inputs, letters
    if not kept <= own | other or (own ^ other) - kept:
        return ()
    pairs = tuple((x.index(c), y.index(c)) for c in sorted(own & other))
    summed = [c for c in x if c in other - kept]
    if not summed:
        orders = (places(x, from_first(x, output)), places(y, from_first(y, output)))
        return (('times', pairs, orders),)
    both = ''.join(c for c in output if c in own & other)
    left = ''.join(c for c in output if c in own - other)
    right = ''.join(c for c in output if c in other - own)
    if len(summed) > 1 or len(left) > 1 or len(right) > 1:
        if both or not (left or right):
            return ()
        axes = tuple(tuple(term.index(c) for c in summed) for term in (x, y))
        free = ''.join(c for c in x + y if c not in summed)
        return (('tensordot', pairs, (*axes, places(free, output))),)
    if both and not (left and right):
        return ()
    inner = summed[0]
    if output.endswith(right + left):
        orders = (both + inner + left, both + right + inner, both + right + left)
        by = 'swapped'
    else:
        orders = (both + left + inner, both + inner + right, both + left + right)
        by = 'matmul'
    found = (places(x, orders[0]), places(y, orders[1]), places(orders[2], output))
    return ((by, pairs, found),)


def from_first(term: str, order: str) -> str:
    """Return an order without the letters in front that a term lacks."""
    while order and order[0] not in term:
        order = order[1:]
    return order


def places(term: str, order: str) -> tuple:
    """Return where letters in an order are in a term, None for those that it lacks."""
    return tuple(term.index(c) if c in term else None for c in order)


@fill_time
def lettered(sublists: tuple, output: tuple | None) -> str:
    """Return the subscripts for lists of indices, of the operands and of the result.

    >>> lettered(((0, 1), (1, 2)), (0, 2))
    'ab,bc->ac'
    """
    # The order of letters, which an implicit result follows, is that of their codes.
    small = all(k is ... or k < 26 for part in sublists for k in part)
    letters = string.ascii_lowercase if small else sorted(string.ascii_letters)

    def term(part: tuple) -> str:
        return ''.join('...' if k is ... else letters[k] for k in part)

    text = ','.join(map(term, sublists))
    return text if output is None else f'{text}->{term(output)}'


@fill_time
def tensordot_terms(axes: object, left: int, right: int) -> tuple:
    """Return the subscripts that give the adjoints of the operands of np.tensordot.

    They are those of np.einsum, for the result's adjoint and the other operand.

    >>> tensordot_terms(1, 2, 2)
    (('ac,bc->ab', 'ac,ab->bc'),)
    """
    if isinstance(axes, int):
        pairs = list(zip(range(left - axes, left), range(axes)))
    else:
        each = [[one] if isinstance(one, int) else one for one in axes]
        pairs = list(zip(*each, strict=True))
    letters = iter(string.ascii_letters)
    own = [next(letters) for _ in range(left)]
    other = [''] * right
    for i, j in pairs:
        other[j] = own[i]
    other = [c or next(letters) for c in other]
    result = [c for c in own + other if (c in own) != (c in other)]
    x, y, z = map(''.join, (own, other, result))
    return ((f'{z},{y}->{x}', f'{z},{x}->{y}'),)
