"""What holds for the whole compiler: layers, sizes, the core language, the output."""

import ast
import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import gast
import pytest

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.calls.generated import generation
from tangentlite.ir.core import CoreError, check
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function, Parameter
from tangentlite.options import Options
from tangentlite.rules.binding import bound
from tests.house import tree_of, without_types
from tests.programs.corpora import NESTED_REFUSED, all_programs
from tests.programs.record import Program
from tests.support.cases import named
from tests.support.measure import (
    derivatives,
    direction_of,
    is_number,
    positional,
    result_of,
)

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tangentlite"
COMPILER = [*sorted(PACKAGE.rglob("*.py")), *sorted((ROOT / "templates").glob("*.py"))]

# What each part of the package may import besides itself, from the bottom up.
LAYERS = {
    "by_kind": "",
    "errors": "",
    "operations": "by_kind",
    "handlers": "operations",
    "process": "",
    "runtime": "",
    "ir": "process",
    "tracebacks": "errors ir",
    "options": "errors tracebacks",
    "rules": "errors process tracebacks",
    "examples": "rules",
    "kinds": "process rules",
    "templates": "errors rules runtime",
    "frontend": "errors ir",
    "analysis": "ir kinds process rules runtime",
    "values": "errors ir kinds",
    "specialize.state": "errors frontend ir kinds operations rules tracebacks values",
    "builder": (
        "analysis errors frontend handlers ir kinds operations process rules "
        "runtime specialize.state values"
    ),
    "specialize.library": "handlers runtime",
}
# What the walk consists of, from the bottom up: each may import those before it, and
# what is below the builder.
WALK = """
values.alternatives specialize.outside values.objects values.iterators values.text
values.containers values.arrays specialize.merge specialize.functions
specialize.builtins specialize.exceptions specialize.loops specialize.expressions
specialize.statements specialize
""".split()
BELOW_THE_WALK = LAYERS["builder"] + " builder by_kind specialize.library"
for place, part in enumerate(WALK):
    LAYERS[part] = " ".join([BELOW_THE_WALK, *WALK[:place]])
LAYERS |= {
    "modes": (
        "analysis builder errors frontend ir kinds operations rules runtime specialize "
        "specialize.functions specialize.outside specialize.state values "
        "values.containers"
    ),
    "optimize": "analysis ir kinds rules runtime",
    "loops": "analysis errors ir kinds rules runtime tracebacks",
    "batching": "analysis errors ir kinds rules runtime",
    "libraries": "analysis batching errors ir kinds rules runtime",
    "pretty": "analysis ir kinds rules runtime",
    "emit": "builder errors ir kinds modes pretty process rules runtime tracebacks",
    "view": "analysis emit ir modes tracebacks",
    "passes": "batching ir kinds libraries loops optimize pretty process",
    "pipeline": (
        "builder emit errors ir kinds loops modes optimize options passes "
        "specialize.outside"
    ),
    "calls": (
        "builder emit errors ir kinds modes options pipeline process rules runtime "
        "specialize.functions specialize.loops specialize.outside tracebacks values "
        "view"
    ),
    "api": (
        "builder calls emit errors handlers kinds modes operations options rules "
        "runtime specialize.functions tracebacks values"
    ),
    "sparse": "api calls errors modes options rules tracebacks",
    "notebook": "api calls errors",
    "dask": "api calls emit errors kinds options rules tracebacks",
    "__init__": "api calls errors notebook options rules runtime sparse",
    "command": "__init__ analysis api calls emit errors handlers ir modes optimize "
    "options passes pipeline rules specialize tracebacks values.arrays view",
    "__main__": "command",
}
# numba is imported where a derivative is compiled, SciPy with a sparse matrix, dask by
# who imports tangentlite.dask.
OTHERS = {"IPython", "astor", "dask", "gast", "numba", "numpy", "pygments", "scipy"}

MOST_LINES = 400
MOST_FUNCTION_LINES = 60

# Registered rules, the options in force, parsed texts, the number of the next text,
# which derivatives are alive, facts of nodes while one is generated, and of one memory;
# in how many threads one is.
STATE = {
    "handlers.py": {
        "_CALLS", "_EXPRESSIONS", "_SHOWN", "_STATEMENTS", "_STEPWISE", "_TRAITS",
        "_WHEN_MET",
    },  # fmt: skip,
    "operations.py": {
        "_SIGNATURES", "as_expression", "as_items", "attribute",
        "call_key", "call_method", "called", "item", "item_at", "length", "lifted",
        "looped", "parameters_of", "placed", "python_type", "static_items",
        "taken_apart", "test_value", "title_of",
    },  # fmt: skip
    "specialize/expressions/operators/arithmetic.py": {"_PAIRS"},
    "specialize/expressions/operators/comparisons.py": {"_IS"},
    "specialize/functions/of_python/python_functions.py": {"_of_positions"},
    "specialize/merge/join_values.py": {"_PHIS"},
    "specialize/merge/phi_copies.py": {"_COPIES"},
    "specialize/merge/widening.py": {"_WIDER"},
    "api/inside/integration/equations.py": {"trajectory", "motion", "pullback"},
    "api/inside/solving/fit_rules.py": {"fitted"},
    "api/structures/flatten.py": {"_KNOWN"},
    "api/structures/unflattened.py": {"_BLANKS", "_FUNCTIONS"},
    "api/inside/taken_values.py": {"maker", "_of_parts"},
    "api/inside/integration/integrals.py": {"_integral", "_moved", "_under"},
    "api/inside/integration/integrals_of_arrays.py": {"quad_each"},
    "api/inside/integration/multiple_integrals.py": {"_integral"},
    "api/inside/integration/sensitivities.py": {"_packed"},
    "api/matrices/same_point.py": {"_KEPT"},
    "api/inside/solving/solvers.py": {"_of_functions", "_solution", "_value_alone"},
    "calls/generated/closure_cache.py": {"_CHANGING", "_ENTRIES", "_SWEEP_AT"},
    "calls/generated/alive.py": {"_ALIVE", "_STORES"},
    "calls/callables.py": {"_code"},
    "rules/call_effects.py": {"_EFFECTS"},
    "rules/loading.py": {"_LOADED"},
    "rules/recurrences.py": {"_RECURRENCES"},
    "rules/users_rules.py": {"_GIVEN"},
    "rules/registry.py": {"_INHERITED", "_REFUSED", "_RULES", "_owners_among", "d"},
    "options.py": {"CURRENT", "_CHOSEN", "_SIZES"},
    "calls/generated/bounded.py": {"_CLOCK", "_TABLES", "_TRIMMING", "_USED"},
    "batching/block_rules.py": {"RULES"},
    "specialize/builtins/logging_calls.py": {"_reached"},
    "loops/lowering/table.py": {"ELEMENTS", "FORMS", "NODES", "STATEMENTS", "WRITES"},
    "frontend/changed.py": {"_codes"},
    "frontend/parse.py": {"_PARSED", "_TEMPLATES"},
    "process/locks.py": {"LOADING"},
    "process/together.py": {"DEEP"},
    "kinds/trials/trial_calls.py": {"_SAME_DRAWS", "_UNWARNED"},
    "process/progress.py": {"_CURRENT"},
    "ir/fact_cache.py": {"KEPT", "_FACTS"},
    "kinds/trials/trial_cache.py": {"_OF_CLOSURES", "_tried"},
    "runtime/effects.py": {"RECORDED"},
    "runtime/factors.py": {"_lapack"},
    "calls/generated/one_run.py": {"_UNCOLLECTED"},
    "emit/loadable.py": {"_NUMBER"},
    "calls/kept/fingerprints.py": {"_package"},
    "emit/compiled/cached_code.py": {"_named"},
    "emit/compiled/loops_text.py": {"_source_of"},
    "loops/nests/facts/independence.py": {"_may_raise"},
    "tracebacks/origins.py": {"_ORIGINS"},
    "dask/shipped_steps.py": {"_made"},
    "values/iterators/wrapped.py": {"may_be_shorter"},
}
STATEFUL = {"ContextVar", "Counter", "Lock", "RLock", "WeakKeyDictionary", "count"}
STATEFUL |= {"shared_lock"}
STATEFUL |= {"WeakSet", "WeakValueDictionary"}
STATEFUL |= {"cycle", "defaultdict", "deque", "dict", "list", "local", "set"}
CHANGING = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem"}
CHANGING |= {"remove", "setdefault", "sort", "update"}

MARKER = re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b")
ABSOLUTE_PATH = re.compile(r"(^|[\s'\"(])(/\w|~/|[A-Za-z]:\\)")


def test_layers_name_only_what_is_below():
    below = set()
    for part, allowed in LAYERS.items():
        assert set(allowed.split()) <= below, part
        below.add(part)


@pytest.mark.parametrize("path", COMPILER, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_downwards(path):
    part = part_of(path)
    allowed = {part, *LAYERS[part].split()}
    for module, name in imports(path):
        if module.split(".")[0] == "tangentlite":
            assert imported_part(module, name) in allowed, f"{module} {name or ''}"
        elif module.split(".")[0] not in sys.stdlib_module_names:
            assert module.split(".")[0] in OTHERS, module


def test_only_the_printer_knows_astor():
    users = [
        path
        for path in COMPILER
        if any(module.split(".")[0] == "astor" for module, _ in imports(path))
    ]
    assert {path.parent for path in users} == {PACKAGE / "emit" / "text"}


def test_runtime_needs_numpy_alone():
    files = (PACKAGE / "runtime").glob("*.py")
    modules = {module for path in files for module, _ in imports(path)}
    roots = {m for m in modules if not m.startswith("tangentlite.runtime")}
    roots = {module.split(".")[0] for module in roots}
    assert roots - sys.stdlib_module_names == {"numpy"}


def test_files_and_functions_are_short():
    files = {str(path.relative_to(ROOT)): len(lines_of(path)) for path in COMPILER}
    functions = {
        f"{path.relative_to(ROOT)}:{node.name}": node.end_lineno - node.lineno + 1
        for path in COMPILER
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
    }
    too_long = {name: size for name, size in files.items() if size > MOST_LINES}
    too_long |= {n: size for n, size in functions.items() if size > MOST_FUNCTION_LINES}
    assert not too_long


def test_modules_keep_no_state():
    found = {
        path.relative_to(PACKAGE).as_posix(): names
        for path in PACKAGE.rglob("*.py")
        if (names := set(state(tree_of(path))))
    }
    assert found == STATE


def test_no_markers_of_unfinished_work():
    marked = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for folder in ("tangentlite", "templates", "tests", "examples", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
        for number, line in enumerate(lines_of(path), 1)
        if MARKER.search(line)
    ]
    assert not marked


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("y = x * (x + 1)\nreturn y", "a nested expression: y = x * (x + 1)"),
        ("y = cos(x)\nreturn y", "cos is read before it is bound: y = cos(x)"),
        ("for k in range(3):\n    z = y\n    y = x\nreturn x", "y is read before"),
        ("w = x\nreturn w", "w has no kind: w = x"),
        ("y, z = x\nreturn y", "names unpacked from no pop: "),
        (
            "for k in x:\n    y = k\nreturn x",
            "a loop that is not NAME in a range",
        ),
        ("y = x", "no return at the end: y = x"),
        ("del x\nreturn x", "not a core statement: del x"),
        ("x[0:x + 1] = 0.0\nreturn x", "a target beyond NAME[index]: x[0:x + 1]"),
    ],
)
def test_check_refuses_what_is_not_core(body, complaint):
    statements = tuple(gast.parse(body).body)
    kinds = dict.fromkeys(("k", "y", "z"))
    function = Function("f", (Parameter("x"),), statements, kinds, {"range": range}, ())
    with pytest.raises(CoreError, match=re.escape(complaint)):
        check(function)


@pytest.mark.one_in(48)
@pytest.mark.parametrize("program", named(all_programs()))
def test_every_stage_is_in_the_core_language(program):
    for derivative, args, keywords in derivatives(program):
        check_stages(derivative, args, keywords)


@pytest.mark.one_in(96)
@pytest.mark.parametrize("program", named(all_programs()))
def test_every_stage_of_a_second_derivative_is_in_the_core_language(program):
    if not is_number(result_of(program)) or program.heavy:
        pytest.skip("needs one number as the result and a short program")
    gradient = tl.grad(program.function, wrt=program.wrt)
    args = positional(program)
    direction = direction_of(program)
    forward = tl.autodiff(gradient, wrt=program.wrt, mode="forward")
    reverse = tl.autodiff(gradient, wrt=program.wrt)
    with refused(program):
        check_stages(forward, (*args, *direction), {})
    with refused(program):
        check_stages(reverse, args, {"init_grad": direction})


def refused(program: Program) -> AbstractContextManager:
    """Expects an error for programs whose gradients are not differentiated yet."""
    if program.name in NESTED_REFUSED:
        return pytest.raises(tl.UnsupportedError)
    return nullcontext()


@pytest.mark.one_in(48)
@pytest.mark.parametrize("program", named(all_programs()))
def test_texts_are_narrow_and_name_no_place(program):
    for derivative, args, keywords in derivatives(program):
        for line in derivative.source_for(*args, **keywords).splitlines():
            assert len(line) <= 88
            assert not ABSOLUTE_PATH.search(line)


PRINT_TEXTS = """
from tests.programs.corpora import all_programs
from tests.support.measure import derivatives

for _, program in all_programs()[::23]:
    for derivative, args, keywords in derivatives(program):
        print(derivative.source_for(*args, **keywords))
"""


def test_texts_do_not_depend_on_the_order_of_hashes():
    texts = [printed_with_seed(seed) for seed in ("1", "2")]
    assert texts[0].count("def ") > 10
    assert texts[0] == texts[1]


def printed_with_seed(seed: str) -> str:
    """The texts that a new interpreter generates with this seed of its hashes."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", PRINT_TEXTS]
    run = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def check_stages(derivative, args: tuple, keywords: dict) -> None:
    """Check what each pass before the pretty ones makes of a derivative."""
    request, kinds, extra = derivative.bound_kinds(args, keywords)
    values = bound(derivative, args, keywords)
    for stage in ("core", "derivative"):
        asked = request, kinds, extra, Options(), values, stage
        _, function = generation.derivative(*asked)
        check(function)
    last = pipeline.for_interpreter(by_name)
    for optimization in (*pipeline.OPTIMIZATIONS, *last):
        function = optimization(function)
        check(function)


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


def part_of(path: Path) -> str:
    """The part of the package that a file belongs to."""
    first, second, *deeper = path.relative_to(ROOT).parts
    if first == "templates":
        return first
    return part_named([second.removesuffix(".py"), *deeper])


def imports(path: Path) -> Iterator[tuple[str, str | None]]:
    """Each imported module, with the name that is taken from it if one is."""
    for node in without_types(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            yield from ((node.module, alias.name) for alias in node.names)


def imported_part(module: str, name: str | None) -> str:
    """The part of the package that an import reaches."""
    return part_named([*module.split(".")[1:], *([name] if name else [])])


def part_named(path: list[str]) -> str:
    """The part of the smallest folder, or the file, that LAYERS knows on a path."""
    wholes = (".".join(path[:count]) for count in range(len(path), 0, -1))
    found = (part.removesuffix(".py") for part in wholes)
    return next((part for part in found if part in LAYERS), "__init__")


def state(module: ast.Module) -> Iterator[str]:
    """Names at the top of a module that hold what may change while it is in use."""
    for node in module.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and changes(node.value):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield target.id
    for node in ast.walk(module):
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.FunctionDef):
            decorators = [getattr(one, "func", one) for one in node.decorator_list]
            names = {ast.unparse(one) for one in decorators}
            if any("cache" in name for name in names) or names & changing_classes():
                yield node.name
            yield from (name for name in changed_by(node) if name.isupper())


def changes(value: ast.expr | None) -> bool:
    """Whether a value is an empty container, or of a class whose objects change."""
    if isinstance(value, (ast.Dict, ast.List)):
        return not (value.keys if isinstance(value, ast.Dict) else value.elts)
    if not isinstance(value, ast.Call):
        return False
    made = ast.unparse(value.func).split(".")[-1]
    return made in STATEFUL or made in changing_classes()


@functools.cache
def changing_classes() -> set[str]:
    """Names of the package's own classes whose methods change their objects."""
    return {
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name != "__init__"
        if "self" in changed_by(method)
    }


def test_objects_that_change_are_state_of_a_module():
    text = "ONE = Together(begin, end)\nOTHER = Scalar(None)"
    assert set(state(ast.parse(text))) == {"ONE"}


def changed_by(function: ast.FunctionDef) -> Iterator[str]:
    """Names of objects whose items, attributes or contents a function changes."""
    for node in ast.walk(function):
        place = None
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            place = None if isinstance(node.ctx, ast.Load) else node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            place = node.func.value if node.func.attr in CHANGING else None
        while isinstance(place, (ast.Subscript, ast.Attribute)):
            place = place.value
        if isinstance(place, ast.Name):
            yield place.id
