"""Printed expressions: precedence, literals, and that text means its tree."""

import ast
import copy
import math

import gast
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangentlite.emit.text.printer import print_expression
from tests.emit.trees import LOAD, expression, expressions, structure

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


@pytest.mark.parametrize("source", EXPRESSIONS.strip().replace("\n", "; ").split("; "))
def test_expression_has_only_the_parentheses_it_needs(source):
    assert print_expression(expression(source)) == source


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("-(x ** 2)", "-x ** 2"),
        ("((a @ b) @ c)", "a @ b @ c"),
        # for the eye: which is multiplied first
        ("a @ b * c", "(a @ b) * c"),
        ("a @ b / c @ d", "(a @ b) / c @ d"),
        ("a * b @ c", "a * b @ c"),
        ("a * (b @ c)", "a * (b @ c)"),
        ("a @ b @ c * d * e", "(a @ b @ c) * d * e"),
        ("-a @ b * c", "(-a @ b) * c"),
        ("a + b @ c", "a + b @ c"),
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


@settings(max_examples=200, deadline=None)
@given(expressions)
def test_an_expression_is_read_back_as_it_was(tree):
    assert structure(expression(print_expression(tree))) == structure(tree)


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
