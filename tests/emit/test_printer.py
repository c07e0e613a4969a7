"""The printer: precedence, line breaks, comments, and that text means its tree."""

import ast
import copy
import importlib.util
import inspect
import math
import subprocess
import sys
from pathlib import Path

import gast
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangentlite.emit.printer import print_expression, print_function, print_statements
from tangentlite.ir.comment import Comment

ROOT = Path(__file__).parents[2]
LOAD = gast.Load()

# What is printed as it stands here: all parentheses are needed.
EXPRESSIONS = r"""
(-2.0) ** x; -x ** 2; 2.0 ** -x; (x ** y) ** z; x ** y ** z; x ** 2 / y; a * b + c
-a * b; -(a * b); (a + b) * c; a - (b - c); a - b - c; a / (b * c); a @ b @ c
a @ (b @ c); -x.T; (-x).T; --x; ~-x; x % -y; a << (b << c); not a == b; (a ^ b) & c
(a, b)[0]; (lambda: x)(); (lambda x, *a, k=1, **kw: x)(1); lambda x, /, y=(1, 2): x
(a if b else c) + d; a if b else c if d else e; (a if b else c) if d else e
(lambda: a) if b else lambda: c; a == (not b); not (a and b); (a and b) and c
a and not b or c; (a or b) and c; a < b <= c != d; (a < b) < c; a < (b < c)
(a in b) is not c; -(a < b); a | b ^ c & d; (1).real; 1.5.real; 1j.real; True.real
'a'.upper; x.y.z(1)[2].w; (x + y).z; (yield x); (yield from x); (x := 1)
x[1:, None, ::-1]; x[a:b:c]; x[:, :n + 1]; x[(i,)]; x[1:,]; x[()]; x[i, j]; x[y][z]
x[..., *rest]; x[(y := 1), 2]; x[a if b else c]; x[a, (b, c)]; f(*a, k=1, **kw)
f(*(a or b)); f((a, b)); f((yield)); f((x := 1)); f(x for x in y); f((x for x in y), 1)
[x for x in (a, b) if x if not y]; [(x, y) for x, y in z for (w,) in x]; {x for x in y}
{k: v for k, v in x.items()}; [x for x in (a if b else c) if (lambda: y)]
(x for x in y); [*a, b]; {*a, b}; {**a, 'k': b}; {}; []; (); (a,); (a, b); [(a, b), ()]
{a}; {*()}; {a: b, (c, d): lambda: e}; f'{x}'; f'{x!r:>{w}.2f}'; f'{{{x}}}'; f''
f"{x['a']}"; f"it's {(lambda: x)}"; f'{ {1: 2}[x]}'; f'a\nb{(x, y)}'; f"{f'{x}'}"
f'{x:%H\'}'; 1e+16; 1e-05; 0.1; 10; 1j; None; True; ...; b'a"\x00'; 'a\'"'; "it's"; u'a'
'é λ'; '\\\n\t\x00\u200b\U0001fae8\ud800'
"""

# What is printed as it stands here: its blank lines, indents and bare tuples.
STATEMENTS = '''\
@decorator
@other(1)
def f(a, b: int, /, c=1, *args: int, d, e: float = 2.0, **kwargs) -> tuple[int, int]:
    """A docstring."""
    global g, h
    a, b = b, a
    a = b = c, (d,), *e
    (a, *b), c[0], d.e = f(x)
    a += 1, 2
    b @= c
    x: int
    (x): int = 3
    x.y: tuple = 1, 2
    z = yield a, b
    del a, b[0], c.d
    assert a, 'message'
    assert (a, b)
    from .. import m as n, o
    import p.q as r, s

    class A(B, metaclass=M):
        x = 1

        def method(self, /):
            return

    class C:
        """Another."""

        def method(self, *, a):
            nonlocal z
            raise

    for i, x in enumerate(y):
        if a:
            continue
        elif b := c:
            break
        else:
            pass
    else:
        raise E from e
    for x in a, *b:
        (a := 1)
    while not (a and b):
        with a, b as c, d as (e, f):
            pass
        with (a, b) as c:
            pass
        with ((a, b)):
            pass
    try:
        f(x)
    except (A, B) as e:
        raise E
    except A:
        raise
    except:
        pass
    else:
        pass
    finally:
        pass
    try:
        pass
    except* A as e:
        pass
    match x, y:
        case [1, -2.0 | 1j, *_] if a := b:
            pass
        case {'a': 1 + 2j, b.c: None, **rest}:
            pass
        case A.B(1, x, k=1 | 2 as y) | (a as b) | None:
            pass
        case _:
            pass
    return a, b
'''


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


# Expressions


@pytest.mark.parametrize("source", EXPRESSIONS.strip().replace("\n", "; ").split("; "))
def test_expression_has_only_the_parentheses_it_needs(source):
    assert print_expression(expression(source)) == source


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("-(x ** 2)", "-x ** 2"),
        ("((a @ b) @ c)", "a @ b @ c"),
        ("x[i,]", "x[(i,)]"),
        ("x[(i, j)]", "x[i, j]"),
        ('f"{x[\'a\']}" "b{" r"\\c"', "f\"{x['a']}b{{\\\\c\""),
    ],
)
def test_expression_loses_redundant_parentheses(source, text):
    assert print_expression(expression(source)) == text


def test_numbers_of_other_types_and_signs():
    x = gast.Name("x", LOAD, None, None)
    negative = gast.Constant(-2.0, None)
    assert print_expression(gast.BinOp(negative, gast.Pow(), x)) == "(-2.0) ** x"
    assert print_expression(gast.BinOp(x, gast.Pow(), negative)) == "x ** -2.0"
    assert print_expression(gast.Attribute(negative, "real", LOAD)) == "(-2.0).real"
    assert print_expression(gast.Constant(-0.0, None)) == "-0.0"
    assert print_expression(gast.Constant(1 - 2j, None)) == "(1-2j)"
    assert print_expression(gast.Constant(np.float64(0.5), None)) == "0.5"


@pytest.mark.parametrize(
    "value", [math.inf, -math.inf, math.nan, complex(0, math.inf), np.int64(1), (1, 2)]
)
def test_values_without_a_literal_are_refused(value):
    with pytest.raises(ValueError, match="no literal"):
        print_expression(gast.Constant(value, None))


@pytest.mark.parametrize(
    "body",
    ["await x", "async for x in y: pass", "async with x: pass", "[x async for x in y]"],
)
def test_asynchronous_code_is_refused(body):
    function = gast.parse(f"async def f():\n  {body}").body[0]
    for statements in ([function], function.body):
        with pytest.raises(ValueError, match=r"[Aa]sync|Await"):
            print_statements(statements)


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


@settings(max_examples=400, deadline=None)
@given(expressions)
def test_an_expression_is_read_back_as_it_was(tree):
    assert structure(expression(print_expression(tree))) == structure(tree)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(expressions, min_size=1, max_size=4), st.sampled_from(["return", "x ="])
)
def test_a_broken_line_is_read_back_as_it_was(trees, keyword):
    call = gast.Call(gast.Name("function_with_a_name", LOAD, None, None), trees, [])
    whole = gast.BinOp(call, gast.Add(), gast.Tuple([*trees, *trees], LOAD))
    statement = gast.parse(f"{keyword} 0").body[0]
    statement.value = whole
    text = print_statements([statement], indent=2)
    assert structure(gast.parse(inspect.cleandoc(text)).body) == structure([statement])


strings = st.text(st.sampled_from("a'\"{}\\\n\té"), max_size=6).map(
    lambda text: gast.Constant(text, None)
)


def interpolation(inner):
    width = gast.JoinedStr([gast.FormattedValue(gast.Constant(9, None), -1, None)])
    field = st.builds(
        gast.FormattedValue,
        inner | st.builds(gast.List, st.lists(inner, max_size=1), st.just(LOAD)),
        st.sampled_from([114, 115, 97]),
        st.sampled_from([None, width]),
    )
    return st.builds(gast.JoinedStr, st.lists(strings | field, max_size=3))


@settings(max_examples=200, deadline=None)
@given(st.recursive(strings, interpolation, max_leaves=8))
def test_an_interpolated_string_has_the_value_of_its_tree(tree):
    whole = gast.gast_to_ast(gast.Expression(copy.deepcopy(tree)))
    want = eval(compile(ast.fix_missing_locations(whole), "<tree>", "eval"))
    assert eval(print_expression(tree)) == want


def test_a_tree_is_not_modified_and_may_share_nodes():
    x = gast.Name("x", LOAD, None, None)
    total = gast.BinOp(x, gast.Add(), x)
    tree = gast.BinOp(total, gast.Mult(), gast.Call(x, [total], []))
    before = [(node, dict(vars(node))) for node in gast.walk(tree)]
    assert print_expression(tree) == "(x + x) * x(x + x)"
    assert all(vars(node) == fields for node, fields in before)


# Statements


def test_statements_are_printed_as_they_stand():
    assert reprinted(STATEMENTS) == STATEMENTS
    function = gast.parse(STATEMENTS).body[0]
    assert print_function(function) == STATEMENTS
    assert print_statements([]) == ""


def test_definitions_of_a_module_stand_two_lines_apart():
    text = "x = 1\n\n\ndef f():\n    pass\n\n\nclass A:\n    pass\n\n\nx = 2\n"
    assert reprinted(text) == text


@pytest.mark.skipif(sys.version_info < (3, 13), reason="syntax of Python 3.13")
def test_type_parameters():
    text = "def f[T: int = bool, *Ts, **P](x: T):\n    type A[T] = list[T]\n"
    assert reprinted(text) == text


def test_comments_and_blank_lines():
    function = gast.parse(
        "def f():\n  'doc'\n  x = 1\n  def g(): pass\n  if x: pass"
    ).body[0]
    docstring, assignment, nested, branch = function.body
    branch.body = [comment("only a comment")]
    nested.body = []
    above = [comment("# two\nlines\0"), nested, comment(""), branch, comment("x" * 90)]
    function.body = [docstring, comment(""), assignment, *above]
    assert print_function(function) == (
        'def f():\n    """doc"""\n\n    x = 1\n\n'
        "    # # two lines\\x00\n    def g():\n        pass\n\n"
        "    if x:\n        # only a comment\n        pass\n"
        f"    # {'x' * 81}…\n"
    )


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("", ['""""""']),
        (" One line. ", ['"""One line."""']),
        ("Ends in \\", ['"""Ends in \\\\"""']),
        ('"a" and """ "b"', ['""""a" and \\"\\"\\" "b\\""""']),
        ("One.\n\n        Two\t\n          three\n        ", [
            '"""One.', "", "Two", "  three", '"""',
        ]),
        ("word " * 20, ['"""' + " ".join(["word"] * 16), "word word word word", '"""']),
        ("x" * 100, ['"""' + "x" * 80 + "…", '"""']),
    ],
)  # fmt: skip
def test_docstring(value, lines):
    function = gast.parse("def f(): pass").body[0]
    function.body = [gast.Expr(gast.Constant(value, None))]
    text = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    assert print_function(function) == "def f():\n" + text
    (back,) = ast.parse(print_function(function)).body
    if "…" not in text:
        assert (ast.get_docstring(back) or "").split() == value.split()


# Long lines

A, B, C = "a" * 30, "b" * 30, "c" * 30

BROKEN = [
    f"""\
x_bar = (
    {A}
    + f({B})
    - {C}
)
""",
    f"""\
x_bar[i + 1, j] = np.stack(
    [{A}, {B}],
    axis={C},
)
""",
    f"""\
x = -{A}(
    {B} * {C}, key=None
).T
""",
    f"""\
x = f(
    {A},
    {B},
    key=(
        {A}
        @ {B}
        @ {C}
    ),
)
""",
    f"""\
{A}[
    {B}, {C}
] = np.zeros(
    (
        {A},
        {B},
        {C},
    )
)
""",
    f"""\
return (
    {A},
    {B},
    {C},
)
""",
    f"""\
(
    {A},
    {B},
    {C},
) = f(x)
""",
    f"""\
if (
    {A} < {B}
    and not {C}
):
    pass
""",
    f"""\
def f(
    {A},
    {B},
    *,
    {C}=1,
) -> tuple[int, int]:
    pass
""",
    f"""\
x = [
    {A}
    for {B} in {C}
    if y
]
""",
    f"""\
x = (
    {A}
    .{B}
    .{C}
)
""",
    f"""\
x = (
    '{A} {B} {C[:20]}'
    .format({A})
)
""",
    f"""\
raise ValueError(
    '{A} {B} {C}'
) from error
""",
    f"""\
{A}[i, {B}] = (
    {C}.reshape(1)[0]
)
""",
    f"""\
x = {A}(
    {A}, {B}
).{B}(
    {B}, {C}
).{C}(
    {A}, {C}
)
""",
    f"""\
from m import (
    {A},
    {B},
    {C},
)
""",
    f"""\
with (
    {A} as {B},
    {C},
):
    pass
""",
    f"""\
assert {A}, (
    'a message that is longer: {B}'
)
""",
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_long_line_is_broken_at_its_outermost_operator_or_bracket(text):
    assert reprinted(text) == text


def test_an_expression_stays_on_one_line():
    assert print_expression(expression(f"({A}, {B}, {C})")) == f"({A}, {B}, {C})"


@settings(max_examples=200, deadline=None)
@given(st.recursive(names, compound, max_leaves=30))
def test_no_line_is_too_long(tree):
    statements = gast.parse("x = 0").body
    statements[0].value = tree
    for line in print_statements(statements).splitlines():
        assert len(line) <= 88


# Whole modules


def without_docstrings(tree):
    """The tree as text without docstrings, whose lines may be wrapped or cut."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body[0].value.value = ""
    return structure(gast.ast_to_gast(tree))


@pytest.mark.parametrize(
    "module", "argparse fractions heapq inspect random statistics typing".split()
)
def test_functions_of_the_standard_library_are_read_back(module):
    tree = ast.parse(Path(importlib.util.find_spec(module).origin).read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if type(node) is ast.FunctionDef]
    assert functions
    for function in functions:
        text = print_function(gast.ast_to_gast(function))
        (back,) = ast.parse(text).body
        assert without_docstrings(back) == without_docstrings(function)
        assert all(len(line) <= 88 or "'" in line for line in text.splitlines())
        assert not any(line.isspace() for line in text.splitlines())


def test_importing_gives_no_deprecation_warning():
    command = "-W error::DeprecationWarning -c".split()
    source = "import tangentlite.emit.printer"
    subprocess.run([sys.executable, *command, source], check=True, cwd=ROOT)
