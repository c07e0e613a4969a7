"""Random statements of the forms that the passes of the optimiser match."""

from hypothesis import strategies as st

from tests.programs.random.random_expressions import (
    Scope,
    bounded,
    condition,
    element,
    expression,
    index_below,
    new_name,
    operand,
)


def sum_of_products(scope: Scope, nesting: int) -> list[str]:
    """A sum of products of two arrays of one shape, with factors that are numbers."""
    shape = scope.pick(((3,), (2,), (2, 3)))
    left, right = (operand(bounded(scope, shape, 1)) for _ in range(2))
    number = operand(expression(scope, (), 1))
    text = scope.pick(
        (
            "np.sum({0} * {1})",
            "np.sum({0} * {1} / (2.0 + np.square({2})))",
            "np.sum({2} * {0} * {1})",
            "np.sum(-{0} * {1})",
            "np.sum({0} * {0})",
            "np.sum(-({2} * ({0} * {1})))",
            "{2} * np.sum({0}) - {2} * np.sum({1})",
        )
    )
    return bound(scope, (), text.format(left, right, number))


def repeated(scope: Scope, nesting: int) -> list[str]:
    """A name that stands in one expression several times."""
    shape = scope.pick(((), (3,), (2, 3)))
    text = operand(bounded(scope, shape, 1))
    first = bound(scope, shape, text)
    name = first[0].split()[0]
    forms = ("{0} * {0}", "{0} + {0}", "({0} + {0}) * ({0} + {0})", "{0} * {0} + {0}")
    forms += ("2.0 * (0.5 * {0})", "-(-{0})", "{0} - -{0}", "1.0 * {0}", "{0} / 1.0")
    forms += ("-{0} - 0.5 * -{0}", "0.0 + {0}")
    return first + bound(scope, shape, scope.pick(forms).format(name))


def kept_axis(scope: Scope, nesting: int) -> list[str]:
    """A matrix with what keeps an axis of size 1, or with that axis taken away."""
    matrix = operand(expression(scope, (2, 3), 1))
    fold = scope.pick(("np.sum", "np.mean", "np.max"))
    axis = scope.pick((0, 1))
    kept = f"{fold}({matrix}, axis={axis}, keepdims=True)"
    if scope.draw(st.booleans()):
        taken = "[0]" if axis == 0 else "[:, 0]"
        return bound(scope, ((3,), (2,))[axis], kept + taken)
    form = scope.pick(("{0} - 0.3 * {1}", "{0} / (2.0 + np.abs({1}))", "{1} * {0}"))
    return bound(scope, (2, 3), form.format(matrix, kept))


def transposed(scope: Scope, nesting: int) -> list[str]:
    """Products of matrices and of their transposes, transposed again."""
    left, right = (operand(bounded(scope, (2, 3), 1)) for _ in range(2))
    square = scope.pick(("({0} @ {1}.T).T", "np.transpose({0} @ np.transpose({1}))"))
    form = scope.pick(("{2} @ {0}", "0.3 * {2}.T @ {1}", "({0}.T @ {2}).T"))
    square = square.format(left, right)
    return bound(scope, (2, 3), form.format(left, right, square))


def same_condition(scope: Scope, nesting: int) -> list[str]:
    """Two branches on one condition, with a statement between them."""
    shape = scope.pick(((), (3,)))
    test = scope.pick((condition(scope), f"{element(scope)} > 0.2"))
    lines = [f"flag = {test}", *chosen(scope, "flag", shape)]
    lines += bound(scope, shape, bounded(scope, shape, 1))
    return lines + chosen(scope, scope.pick(("flag", "not flag")), shape)


def chosen(scope: Scope, test: str, shape: tuple) -> list[str]:
    """A new variable that has one of two values."""
    values = [bounded(scope, shape, 2) for _ in range(2)]
    (first,) = bound(scope, shape, values[0])
    name = first.split()[0]
    return [f"if {test}:", f"    {first}", "else:", f"    {name} = {values[1]}"]


def updates(scope: Scope, nesting: int) -> list[str]:
    """Elements of an array that are added to in a loop, one of them several times."""
    inner = scope.block()
    inner.indices["pos"] = 1
    terms = [operand(bounded(inner, (), 2)) for _ in range(3)]
    name = new_name(scope)
    places = [scope.pick(("pos", "pos", "pos + 1", "0", "2 - pos")) for _ in range(3)]
    signs = [scope.pick(("+=", "+=", "-=")) for _ in range(3)]
    back = f"{name}[pos] * {name}[{places[0]}]"
    terms[scope.pick((1, 2))] = scope.pick((back, f"0.3 * {name}[2]", terms[0]))
    lines = [f"{name} = {scope.pick(('np.zeros(3)', 'np.ones(3)'))}"]
    lines += ["for pos in range(2):"]
    lines += [
        f"    {name}[{place}] {sign} {term}"
        for place, sign, term in zip(places, signs, terms)
    ]
    scope.shapes[name] = (3,)
    scope.owned.add(name)
    return lines


def independent(scope: Scope, nesting: int) -> list[str]:
    """A loop whose iterations do not need each other."""
    inner = scope.block()
    inner.indices["pos"] = 1
    item = new_name(scope)
    lines = [f"    {item} = {bounded(inner, (), 2)}"]
    inner.shapes[item] = ()
    value = expression(inner, (), 2)
    total = new_name(inner)
    if scope.draw(st.booleans()):
        scope.shapes[total] = ()
        add = scope.pick((f"{total} += {item} * {value}", f"{total} += {value}"))
        return [f"{total} = 0.0", "for pos in range(2):", *lines, f"    {add}"]
    scope.shapes[total] = (2,)
    scope.owned.add(total)
    fill = f"    {total}[pos] = {item} * {value}"
    return [f"{total} = np.zeros(2)", "for pos in range(2):", *lines, fill]


def windows(scope: Scope, nesting: int) -> list[str]:
    """A sum over windows of a vector, or their weighted sums."""
    vector, weights = scope.pick(vectors(scope)), operand(expression(scope, (2,), 1))
    weigh = scope.pick(("np.sum({0} * {1})", "{0} @ {1}", "np.sum(np.square({0}))"))
    window = weigh.format(f"{vector}[pos:pos + 2]", weights)
    name = new_name(scope)
    if scope.draw(st.booleans()):
        scope.shapes[name] = ()
        return [f"{name} = 0.0", "for pos in range(2):", f"    {name} += {window}"]
    scope.shapes[name] = (2,)
    scope.owned.add(name)
    sign = scope.pick(("=", "+=", "-="))
    return [
        f"{name} = np.zeros(2)",
        "for pos in range(2):",
        f"    {name}[pos] {sign} {window}",
    ]


def overwritten(scope: Scope, nesting: int) -> list[str]:
    """A value that is used when what it was computed from has been written again."""
    shape = scope.pick(((3,), (2, 3)))
    lines = bound(scope, shape, f"{operand(bounded(scope, shape, 1))} * 1.0")
    name = lines[0].split()[0]
    scope.owned.add(name)
    other = scope.pick(["np.ones(3)", *vectors(scope)])
    forms = ("{0} * {1}", "2.0 * {0}", "{0} + {1}", "0.5 * np.transpose({0}).T")
    part = "-{0}[1:] * {1}[1:]"
    form = scope.pick((*forms, part) if shape == (3,) else forms)
    middle = bound(scope, (2,) if form is part else shape, form.format(name, other))
    used = middle[0].split()[0]
    place = ", ".join(index_below(scope, size) for size in shape)
    sign = scope.pick(("=", "+=", "-="))
    lines += [*middle, f"{name}[{place}] {sign} {bounded(scope, (), 1)}"]
    uses = ("np.sum({0})", "np.sum({0} * {1})", "np.sum(2.0 * {0} - 2.0 * {1})")
    rest = "np.ones(2)" if form is part else other
    return lines + bound(scope, (), scope.pick(uses).format(used, rest))


def rows(scope: Scope, nesting: int) -> list[str]:
    """Rows of matrices that are added to rows of each other."""
    lines = []
    for _ in range(2):
        lines += bound(scope, (2, 3), f"{operand(bounded(scope, (2, 3), 1))} * 1.0")
        scope.owned.add(lines[-1].split()[0])
    names = [line.split()[0] for line in lines]
    row = operand(bounded(scope, (3,), 1))
    for _ in range(3):
        name, other = scope.pick((names, names[::-1]))
        value = scope.pick((f"{other}[1]", row, f"{other}[0]"))
        sign = scope.pick(("+=", "-="))
        lines += [f"{name}[{scope.pick((0, 0, 1))}] {sign} {value}"]
    return lines


def taken_over(scope: Scope, nesting: int) -> list[str]:
    """An array that a loop reads, and that is then written or made anew."""
    first = bound(scope, (3,), f"{operand(bounded(scope, (3,), 1))} * 1.0")
    name = first[0].split()[0]
    item = bound(scope, (), f"{name}[pos]")
    total = bound(scope, (), "0.0")
    target = total[0].split()[0]
    fold = scope.pick(("np.sin({0})", "{0} * {0}", "np.exp(-{0} * {0})"))
    lines = [*first, *total, "for pos in range(3):", f"    {item[0]}"]
    lines += [f"    {target} += {fold.format(item[0].split()[0])}"]
    del scope.shapes[item[0].split()[0]]
    fresh = operand(bounded(scope, (3,), 1))
    write = f"{name}[{index_below(scope, 3)}] = {bounded(scope, (), 1)}"
    if scope.draw(st.booleans()):
        lines += [f"if {condition(scope)}:", f"    {name} = {fresh} * 1.0", write]
        scope.owned.add(name)
        return lines
    again = f"    {name} = {name} * {fresh}"
    return [*lines, "for pos in range(2):", f"    {write}", again]


def copied(scope: Scope, nesting: int) -> list[str]:
    """A copy that every iteration changes."""
    first = bound(scope, (3,), f"{operand(bounded(scope, (3,), 1))} * 1.0")
    name = first[0].split()[0]
    total = bound(scope, (), "0.0")
    target = total[0].split()[0]
    item = new_name(scope)
    return [
        *first,
        *total,
        "for pos in range(2):",
        f"    {item} = {scope.pick(('np.copy({})', '{}.copy()')).format(name)}",
        f"    {item}[pos] += {scope.pick((target, '0.5'))}",
        f"    {target} = np.sin({target}) + np.sum({item} * {item})",
    ]


def doubled(scope: Scope, nesting: int) -> list[str]:
    """Items of an array that has become longer than what was counted."""
    first = bound(scope, (3,), f"{operand(bounded(scope, (3,), 1))} * 1.0")
    name = first[0].split()[0]
    total = bound(scope, (), "0.0")
    target = total[0].split()[0]
    del scope.shapes[name]
    longer = f"    {name} = np.concatenate(({name}, 0.5 * {name}))"
    return [
        *first,
        *total,
        f"count = len({name})",
        scope.pick(("for pos in range(2):", f"if {condition(scope)}:")),
        longer,
        "for pos in range(count):",
        f"    item = {name}[pos]",
        f"    {target} += {scope.pick(('item * item', 'np.sin(item)'))}",
    ]


def computed_index(scope: Scope, nesting: int) -> list[str]:
    """A loop that looks up elements by what it computes of its counter."""
    vector = scope.pick(vectors(scope))
    place = scope.pick(("pos + pos", "2 * pos", "pos * 1", "2 - pos", "-(-pos)"))
    place = scope.pick((place, "2 * (1 * pos)", "(pos + pos) % 3", "pos - -1"))
    inner = scope.block()
    inner.indices["pos"] = 1
    factor = operand(bounded(inner, (), 1))
    name = new_name(scope)
    scope.shapes[name] = ()
    text = f"    {name} = np.sin({name}) + {vector}[{place}] * {factor}"
    return [f"{name} = {index_value(scope)}", "for pos in range(2):", text]


def held_over(scope: Scope, nesting: int) -> list[str]:
    """A variable that one iteration binds in a branch and later ones read."""
    shape = scope.pick(((), (3,), (2, 3)))
    value = f"np.sin({operand(bounded(scope, shape, 1))} * (pos + 1.0))"
    now, held, total = (fresh(scope, kept) for kept in (shape, shape, ()))
    forms = ("{0}", "{1}", "-{1}", "1.0 * {1}", "{1} * {1}", "np.exp(-{1})")
    forms += ("np.copy({1})", "1.0 / (2.0 + {1})", "-(-{1})", "{1} - 0.5 * {0}")
    bind = scope.pick(forms).format(value, now)
    reads = ("{0} * {1}", "-{0} * {1}", "{0} - {1}", "{0} * {0} - {1} * {1}")
    read = scope.pick(reads).format(held, now)
    first = scope.pick((0, 1))
    return [
        f"{total} = 0.0",
        "for pos in range(3):",
        f"    {now} = {value}",
        f"    if pos == {first}:",
        f"        {held} = {bind}",
        f"    if pos >= {first}:",
        f"        {total} = {total} + np.sum({read})",
    ]


def fresh(scope: Scope, shape: tuple) -> str:
    """A new name, which no other pattern is given again."""
    name = new_name(scope)
    scope.shapes[name] = shape
    return name


def index_value(scope: Scope) -> str:
    """An element as the start of a sum."""
    return f"{scope.pick(vectors(scope))}[{index_below(scope, 3)}]"


def vectors(scope: Scope) -> list[str]:
    return [name for name, shape in scope.shapes.items() if shape == (3,)]


def bound(scope: Scope, shape: tuple, text: str) -> list[str]:
    """A new variable that holds the value of a text."""
    name = new_name(scope)
    scope.shapes[name] = shape
    return [f"{name} = {text}"]


PATTERNS = (
    sum_of_products,
    repeated,
    kept_axis,
    transposed,
    same_condition,
    updates,
    independent,
    windows,
    computed_index,
    overwritten,
    rows,
    taken_over,
    copied,
    doubled,
    held_over,
)
