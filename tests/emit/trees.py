"""Trees to be printed: parsed, made by hand, and drawn by Hypothesis."""

import gast
from hypothesis import strategies as st

from tangentlite.emit.text.printer import print_statements
from tangentlite.ir.leaves import Comment

LOAD = gast.Load()


def expression(source):
    return gast.parse(source, mode="eval").body


def reprinted(source, indent=0):
    return print_statements(gast.parse(source).body, indent)


def comment(text):
    return gast.Expr(gast.Constant(Comment(text), None))


def structure(node):
    """A tree as tuples without contexts, positions and empty parts of f-strings."""
    if isinstance(node, list):
        return [structure(item) for item in node]
    if not isinstance(node, gast.AST):
        return repr(node)
    fields = [(name, getattr(node, name)) for name in node._fields if name != "ctx"]
    if isinstance(node, gast.JoinedStr):
        fields = [
            ("values", [v for v in node.values if getattr(v, "value", None) != ""])
        ]
    return (type(node).__name__, *((name, structure(value)) for name, value in fields))


names = st.sampled_from(["x", "y", "w_bar"]).map(
    lambda n: gast.Name(n, LOAD, None, None)
)
constants = st.one_of(
    st.floats(0, allow_infinity=False),
    st.integers(0),
    st.booleans(),
    st.none(),
    st.just(...),
    st.text(max_size=8),
    st.binary(max_size=4),
).map(lambda value: gast.Constant(value, None))
BINARY = [
    gast.Add, gast.Sub, gast.Mult, gast.Div, gast.FloorDiv, gast.Mod, gast.Pow,
    gast.MatMult, gast.LShift, gast.RShift, gast.BitOr, gast.BitXor, gast.BitAnd,
]  # fmt: skip
COMPARISONS = [
    gast.Eq, gast.NotEq, gast.Lt, gast.LtE, gast.Gt, gast.GtE, gast.Is, gast.IsNot,
    gast.In, gast.NotIn,
]  # fmt: skip


def operators(kinds):
    return st.sampled_from(kinds).map(lambda kind: kind())


def compound(inner):
    """Every kind of expression over `inner`."""
    build = st.builds
    several = st.lists(inner, min_size=2, max_size=3)
    starred = st.one_of(inner, build(gast.Starred, inner, st.just(LOAD)))
    items = st.lists(starred, max_size=3)
    optional = st.none() | inner
    index = inner | build(gast.Slice, optional, optional, optional)
    tuples = build(gast.Tuple, st.lists(index, min_size=1, max_size=3), st.just(LOAD))
    keywords = st.lists(
        build(gast.keyword, st.just("k") | st.none(), inner), max_size=2
    )
    parameters = build(
        lambda name, default, star: gast.arguments(
            [name], [], star, [], [], None, default
        ),
        build(gast.Name, st.just("p"), st.just(LOAD), st.none(), st.none()),
        st.lists(inner, max_size=1),
        st.none() | build(gast.Name, st.just("q"), st.just(LOAD), st.none(), st.none()),
    )
    clause = build(
        gast.comprehension, names, inner, st.lists(inner, max_size=1), st.just(0)
    )
    clauses = st.lists(clause, min_size=1, max_size=2)
    comparison = st.lists(
        st.tuples(operators(COMPARISONS), inner), min_size=1, max_size=2
    )
    simple_field = build(
        gast.FormattedValue, names, st.sampled_from([-1, 114]), st.none()
    )
    return st.one_of(
        build(gast.BinOp, inner, operators(BINARY), inner),
        build(gast.BinOp, inner, operators(BINARY), inner),
        build(
            gast.UnaryOp,
            operators([gast.USub, gast.UAdd, gast.Invert, gast.Not]),
            inner,
        ),
        build(gast.BoolOp, operators([gast.And, gast.Or]), several),
        build(
            lambda x, rest: gast.Compare(x, [r[0] for r in rest], [r[1] for r in rest]),
            inner,
            comparison,
        ),
        build(gast.IfExp, inner, inner, inner),
        build(gast.Lambda, parameters, inner),
        build(gast.NamedExpr, names, inner),
        build(gast.Yield, optional),
        build(gast.Attribute, inner, st.just("T"), st.just(LOAD)),
        build(gast.Subscript, inner, index | tuples, st.just(LOAD)),
        build(gast.Call, inner, items, keywords),
        build(gast.Tuple, items, st.just(LOAD)),
        build(gast.List, items, st.just(LOAD)),
        build(gast.Set, st.lists(starred, min_size=1, max_size=3)),
        build(lambda v, k: gast.Dict([*v[1:], k], v), several, optional),
        build(gast.ListComp, inner, clauses),
        build(gast.GeneratorExp, inner, clauses),
        build(gast.DictComp, inner, inner, clauses),
        build(gast.JoinedStr, st.lists(simple_field, max_size=2)),
    )


expressions = st.recursive(names | constants, compound, max_leaves=12)
