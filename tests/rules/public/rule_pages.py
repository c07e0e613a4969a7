"""Pages of the documentation with the rule of each public function, a page a module.

`make docs` writes them; nothing is kept of them.
"""
import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tangentlite.rules.registry import refusal_of, rule_of
from tests.rules.public import coverage, scipy_coverage

# What the columns of the tables in reference/coverage are called, for one function.
SAID = {'both modes': 'both modes', 'constant': 'constant', 'refused': 'refused'}
OF_METHODS = 'distributions: '
HEAD = """\
# Rules by module

Each public function of NumPy and SciPy, and what becomes of it: `both modes` has a
derivative in reverse and in forward mode, `constant` has derivative zero, `refused` is
an error that says what to use instead. A function with `no rule` is differentiated as
it is written, where that is Python which can be differentiated; otherwise it is an
error. The search of this site finds functions by name.

A formula is the rule itself, where it is one line: `y` is the result and `d[x]` the
derivative by `x`. It is read in both modes. Others stand in the file that is named
(in the folder `templates` of the sources); those without a file are built in.

| module | functions | both modes | constant | refused | no rule |
|---|---|---|---|---|---|
"""


def write(folder: Path) -> None:
    """Write `rules.md`, and a page for each module, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = pages()
    for name, text in texts.items():
        path = folder / f'{name}.md'
        if not path.exists() or path.read_text() != text:  # else Sphinx reads it again
            path.write_text(text)


def pages() -> dict[str, str]:
    """The text of each page by its name."""
    modules: dict[str, list[tuple[str, str, object]]] = {}
    methods: dict[str, dict[str, str]] = {}
    for module, name, value, found in listed():
        if module.startswith(OF_METHODS):
            name, method = name.rsplit('.', 1)
            methods.setdefault(name, {})[method] = found
        else:
            modules.setdefault(module, []).append((name, found, value))
    texts = {f'rules_{_slug(m)}': _page(m, rows) for m, rows in modules.items()}
    texts['rules_methods_of_distributions'] = _methods(methods)
    lines = [_counted(module, rows) for module, rows in modules.items()]
    contents = ['', '```{toctree}', ':hidden:', '', *texts, '```', '']
    return {'rules': HEAD + '\n'.join(lines + contents)} | texts


def listed() -> Iterator[tuple[str, str, object, str]]:
    """Yield the module, the name, the object and what becomes of it."""
    for part, name, value in coverage.public():
        yield part, name, value, SAID.get(coverage.status(name, value), 'no rule')
    for part, name, value in scipy_coverage.public():
        found = SAID.get(scipy_coverage.status_in_scipy(name, value), 'no rule')
        module = part if part.startswith(OF_METHODS) else f'scipy.{part}'
        yield module, name, value, found


def _counted(module: str, rows: list[tuple[str, str, object]]) -> str:
    counts = Counter(found for _, found, _ in rows)
    numbers = [len(rows), *(counts[key] for key in (*SAID, 'no rule'))]
    link = f'[{module}](rules_{_slug(module)}.md)'
    return f'| {link} | {" | ".join(map(str, numbers))} |'


def _slug(module: str) -> str:
    return module.replace(': ', '_').replace('.', '_').replace(' ', '_')


def _page(module: str, rows: list[tuple[str, str, object]]) -> str:
    table = ['| function | | rule |', '|---|---|---|']
    for name, found, value in sorted(rows, key=lambda row: row[0].lower()):
        said = found.replace(' ', '\N{NO-BREAK SPACE}')
        table.append(f'| `{name}` | {said} | {_cell(_rule(found, value))} |')
    return '\n'.join([f'# {module}', '', *table, ''])


def _rule(found: str, value: object) -> str:
    """The rule in a cell: its text if that is short, else its file."""
    if found == 'refused' and (instead := refusal_of(value)):
        return instead
    rule = rule_of(value)
    if rule is None or found == 'no rule':
        return ''
    templates = (rule.adjoint, rule.definition, rule.tangent, rule.augmented)
    template = next((one for one in templates if one is not None), None)
    if template is None:
        return ''
    if rule.kind == 'elementwise' and (line := _only_line(template)):
        return f'`{line}`'
    return f'`{_file(template)}`'


def _only_line(template: Callable) -> str:
    """The statement of a template that is one line, empty for others.

    >>> from tangentlite.rules.loading import load_templates
    >>> load_templates()
    >>> from tangentlite.templates.trigonometric import cos
    >>> _only_line(cos)
    'd[x] = -np.sin(x) * d[y]'
    """
    (function,) = ast.parse(textwrap.dedent(inspect.getsource(template))).body
    body = [ast.unparse(statement) for statement in function.body]
    short = len(body) == 1 and '\n' not in body[0] and len(body[0]) < 70
    return body[0] if short else ''


def _file(template: Callable) -> str:
    parts = Path(inspect.getsourcefile(inspect.unwrap(template))).parts
    return '/'.join(parts[len(parts) - parts[::-1].index('templates'):])


def _cell(text: str) -> str:
    return text.replace('|', r'\|').replace('\n', ' ')


def _methods(methods: dict[str, dict[str, str]]) -> str:
    """A table of the methods of distributions: which have derivatives."""
    names = list(dict.fromkeys(name for found in methods.values() for name in found))
    rows = [f'| distribution | {" | ".join(names)} |', '|---' * (len(names) + 1) + '|']
    for name, found in sorted(methods.items()):
        cells = ('yes' if found.get(m) == 'both modes' else '' for m in names)
        rows.append(f'| `{name}` | {" | ".join(cells)} |')
    title = '# Methods of the distributions of scipy.stats\n\n'
    return title + 'Those with derivatives in both modes.\n\n' + '\n'.join(rows) + '\n'
