"""Random statements of the forms that the passes of the optimiser match."""

from hypothesis import strategies as st

from tests.programs.random_expressions import (
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
)
