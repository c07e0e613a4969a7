"""What contractions say about axes, worked out while a rule is filled.

Unlike templates these functions run; they see strings, ranks and literal axes alone. A
template loops once over the plan that it asks for, to take it apart.
"""
import string


def fill_time(function):
    """Mark a function that is called, not walked, where a template calls it."""
    function.__tangentlite_static__ = True
    return function


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
    if '...' in written(subscripts)[0][position] and not absent:
        inputs, output = written(subscripts)
        wanted = inputs[position]
    else:
        wanted = ''.join(c for k, c in enumerate(own) if k not in absent)
    others = inputs[:position] + inputs[position + 1 :]
    terms = f'{",".join([output, *others])}->{wanted}'
    if not others and wanted == output:
        terms = ''
    repeated = []
    for second, letter in enumerate(own):
        first = own.rfind(letter, 0, second)
        if first >= 0:
            behind = range(first + 1, len(own))
            repeated.append((first, tuple(k - first for k in behind if k != second)))
    return ((terms, absent, tuple(repeated)),)


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
def tensordot_plan(axes: object, rank: int, other: int, is_left: bool) -> tuple:
    """Return how np.tensordot gives the adjoint of one of its operands.

    The plan is `(axes, order)`: those to sum over of the result's adjoint and of the
    other operand, and which axis of the operand each axis of that sum is, () if they
    are in order.

    >>> tensordot_plan(1, 2, 2, True)
    ((((1,), (1,)), ()),)
    >>> tensordot_plan(1, 2, 2, False)
    ((((0,), (0,)), (1, 0)),)
    """
    left, right = (rank, other) if is_left else (other, rank)
    if isinstance(axes, int):
        pairs = list(zip(range(left - axes, left), range(axes)))
    elif isinstance(axes[0], int):
        pairs = [(axes[0] % left, axes[1] % right)]
    else:
        pairs = [(i % left, j % right) for i, j in zip(*axes, strict=True)]
    if not is_left:
        pairs = [(j, i) for i, j in pairs]
    free = [k for k in range(rank) if k not in [own for own, _ in pairs]]
    others = [k for k in range(other) if k not in [its for _, its in pairs]]
    start = len(free) if is_left else 0
    places = tuple(range(start, start + len(others)))
    order = free + [own for own, _ in sorted(pairs, key=lambda pair: pair[1])]
    if order == sorted(order):
        order = []
    return (((places, tuple(others)), tuple(order)),)
