"""Printed statements: blocks, definitions, comments, docstrings, whole modules."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import gast
import pytest

from tangentlite.emit.text.printer import print_function, print_statements
from tests.emit.trees import comment, reprinted, structure

ROOT = Path(__file__).parents[2]

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


@pytest.mark.parametrize(
    "body",
    ["await x", "async for x in y: pass", "async with x: pass", "[x async for x in y]"],
)
def test_asynchronous_code_is_refused(body):
    function = gast.parse(f"async def f():\n  {body}").body[0]
    for statements in ([function], function.body):
        with pytest.raises(ValueError, match=r"[Aa]sync|Await"):
            print_statements(statements)


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
    source = "import tangentlite.emit.text.printer"
    subprocess.run([sys.executable, *command, source], check=True, cwd=ROOT)
