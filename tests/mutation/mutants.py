"""Mutants of a file: its text with one change by an operator of cosmic-ray."""

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Of those that put one operator in the place of another, the closest: `x >> y` in the
# place of `x + y` raises for floats, so any test would notice it.
OPERATORS = (
    *(f'ReplaceBinaryOperator_{pair}' for pair in (
        'Add_Sub', 'Sub_Add', 'Mul_Div', 'Div_Mul', 'Pow_Mul', 'FloorDiv_Mul',
        'Mod_FloorDiv', 'BitAnd_BitOr', 'BitOr_BitAnd', 'BitXor_BitOr',
    )),
    *(f'ReplaceComparisonOperator_{pair}' for pair in (
        'Eq_NotEq', 'NotEq_Eq', 'Is_IsNot', 'IsNot_Is', 'Lt_LtE', 'Lt_GtE', 'LtE_Lt',
        'LtE_Gt', 'Gt_GtE', 'Gt_LtE', 'GtE_Gt', 'GtE_Lt',
    )),
    'ReplaceUnaryOperator_Delete_USub', 'ReplaceUnaryOperator_Delete_Not',
    'ReplaceUnaryOperator_Delete_Invert', 'AddNot', 'ReplaceTrueWithFalse',
    'ReplaceFalseWithTrue', 'ReplaceAndWithOr', 'ReplaceOrWithAnd',
    'ReplaceBreakWithContinue', 'ReplaceContinueWithBreak', 'NumberReplacer',
    'ZeroIterationForLoop',
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A changed text of a file, and where and how it differs from the file.

    `first` and `last` are the lines of the statement that is changed, of the head alone
    of a compound one that is no definition; `function` is the qualified name of the
    function around it.
    """

    file: str
    text: str
    line: int
    first: int
    last: int
    function: str
    before: str
    after: str

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def mutants_of(file: str, text: str | None = None) -> list[Mutant]:
    """All mutants of a file, each once, without those that change no statement."""
    if text is None:
        text = (ROOT / file).read_text()
    lines, found = text.splitlines(keepends=True), []
    for statement in ast.parse(text).body:
        first, last = _start(statement), statement.end_lineno
        part = "".join(lines[first - 1 : last])
        seen = {_meaning(part)}
        for changed in _changed_texts(part):
            try:
                meaning = _meaning(changed)
            except SyntaxError:
                continue
            if meaning not in seen:
                seen.add(meaning)
                parts = [*lines[: first - 1], changed, *lines[last:]]
                one = _described(file, text, "".join(parts))
                # What a fork has registered before stays so.
                if one.function or not one.after.startswith(("for ", "if ")):
                    found.append(one)
    return sorted(found, key=lambda mutant: mutant.line)


def _changed_texts(text: str) -> Iterator[str]:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code

    nodes = list(ast_nodes(get_ast(text)))
    for operator in _operators():
        count = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        for occurrence in range(count):
            changed = mutate_code(text, operator, occurrence)
            if changed is not None:
                yield changed


@functools.cache
def _operators() -> tuple:
    try:
        from cosmic_ray.plugins import get_operator
    except ImportError:
        raise SystemExit(
            "Changes are made by cosmic-ray: python -m pip install -e '.[mutation]'"
        ) from None

    return tuple(get_operator(f"core/{name}")() for name in OPERATORS)


def _meaning(text: str) -> str:
    """A text that is the same for programs that differ in annotations alone."""
    return ast.dump(_Plain().visit(ast.parse(text)))


class _Plain(ast.NodeTransformer):
    """Drop annotations, and write `not a == b` as `a != b`."""

    inverse = {
        ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
        ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
        ast.In: ast.NotIn, ast.NotIn: ast.In,
    }  # fmt: skip

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        """The `*` and `/` among parameters are no operators."""
        self.generic_visit(node)
        names = [*node.posonlyargs, *node.args, *node.kwonlyargs]
        defaults = [*node.defaults, *filter(None, node.kw_defaults)]
        return ast.arguments(
            [], names, node.vararg, [], [], node.kwarg, defaults
        )  # fmt: skip

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """What a parameter is by default says nothing where it is never read.

        The defaults of a tangent are those of the adjoint beside it.
        """
        self.generic_visit(node)
        node.returns = None
        read = _Read()
        for statement in node.body:
            read.visit(statement)
        names, defaults = node.args.args, node.args.defaults
        for k, name in enumerate(names[len(names) - len(defaults) :]):
            if name.arg not in read.names or _is_tangent(node):
                defaults[k] = ast.Constant(None)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        test = node.operand
        is_single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if isinstance(node.op, ast.Not) and is_single:
            return ast.Compare(test.left, [self.inverse[type(test.ops[0])]()],
                               test.comparators)  # fmt: skip
        return node


def _is_tangent(node: ast.FunctionDef) -> bool:
    calls = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
    return any(isinstance(one, ast.Name) and one.id == "tangent" for one in calls)


class _Read(ast.NodeVisitor):
    """The names that are read, but for those by which it is differentiated."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id == "d"):
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        self.names.add(node.id)


def _described(file: str, text: str, changed: str) -> Mutant:
    old, new = text.splitlines(), changed.splitlines()
    line = next(k for k, (a, b) in enumerate(zip(old, new), 1) if a != b)
    first, last, function = _statement(text, line)
    before = " ".join(_differing(old, new))
    after = " ".join(_differing(new, old))
    return Mutant(file, changed, line, first, last, function, before, after)


def _differing(lines: list[str], others: list[str]) -> list[str]:
    return [a.strip() for a, b in zip(lines, others) if a != b]


def _statement(text: str, line: int) -> tuple[int, int, str]:
    """The lines of the innermost statement at a line, and the function around it."""
    first, last, names = line, line, []
    block = ast.parse(text).body
    while True:
        around = next((s for s in block if _start(s) <= line <= s.end_lineno), None)
        if around is None:
            return first, last, ".".join(names)
        first, last, body = _start(around), around.end_lineno, []
        if isinstance(around, ast.FunctionDef | ast.ClassDef):
            names.append(around.name)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(around, part, [])
            for one in inner:
                is_statement = isinstance(one, ast.stmt)
                body += [one] if is_statement else one.body
        if body:
            inside = [s for s in body if _start(s) <= line]
            if not inside:
                if not isinstance(around, ast.FunctionDef | ast.ClassDef):
                    last = max(first, min(_start(s) - 1 for s in body))
                return first, last, ".".join(names)
        block = body


def _start(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])
