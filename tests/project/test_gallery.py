"""The programs of the gallery: their form, and slowly that they run, with gradients."""

import ast
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

import tangentlite as tl
from benchmarks import gallery
from tests.support.measure import flat
from tests.support.pages import DOCS, ROOT

LIBRARIES = {'matplotlib', 'numpy', 'scipy', 'tangentlite'}
INDEX = (DOCS / 'gallery' / 'index.md').read_text(encoding='utf-8')
# Of the slope along a direction; the equation of one program is solved to 1e-8.
TOLERANCE = 1e-5

programs = pytest.mark.parametrize(
    'path', [pytest.param(path, id=path.stem) for path in gallery.programs()])


def test_there_are_programs_of_many_kinds():
    subjects = [path.parent.name for path in gallery.programs()]
    assert len(subjects) >= 20
    configuration = (ROOT / 'docs' / 'conf.py').read_text(encoding='utf-8')
    for subject in set(subjects):
        assert f'"{subject}"' in configuration
        assert (DOCS / 'gallery' / subject / 'GALLERY_HEADER.rst').exists()
        assert f'\ngenerated/{subject}/index\n' in INDEX
        assert f'.. minigallery:: gallery/{subject}/*.py\n' in INDEX


@programs
def test_form(path):
    text = path.read_text(encoding='utf-8')
    tree = ast.parse(text)
    head = ast.get_docstring(tree, clean=False)
    assert re.fullmatch(r'\n(.+)\n=+\n\n(.+\n){3,}', head), 'a title and some lines'
    assert 40 <= text.count('\n') <= 150
    assert imported(tree) <= LIBRARIES
    calls = [ast.unparse(node.func) for node in ast.walk(tree) if is_call(node)]
    assert sum(name in ('plt.subplots', 'plt.figure', 'plt.subplot_mosaic')
               for name in calls) == 1, 'one figure'
    assert text.endswith('plt.show()\n') and 'print' in calls
    assigned = {node.id for node in ast.walk(tree)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert {'start'} <= assigned and re.search(r'^def loss\(', text, re.M)


@programs
def test_it_is_in_the_table_of_times(path):
    link = f'| [{gallery.title(path)}](generated/{path.parent.name}/{path.stem}.rst) |'
    assert link in INDEX, 'python -m benchmarks.gallery --write'


def is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


def imported(tree: ast.Module) -> set[str]:
    """The libraries that a program imports from."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.split('.')[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module.split('.')[0])
    return found


@pytest.mark.slow
@programs
def test_it_runs_and_its_gradient_is_right(path):
    """Its derivative along a direction, near the start, where there is no kink."""
    module = gallery.run(path)
    assert len(plt.get_fignums()) == 1
    arguments = getattr(module, 'arguments', ())
    rng = np.random.default_rng(5)
    vector, unflatten = flattened(module.start)
    vector = vector + 0.01 * rng.normal(size=vector.shape)
    direction = rng.normal(size=vector.shape)

    def along(step):
        return module.loss(unflatten(vector + step * direction), *arguments)

    gradient = flat(tl.grad(module.loss)(unflatten(vector), *arguments))
    slopes = [(along(h) - along(-h)) / (2.0 * h) for h in (1e-5, 1e-6, 1e-7, 1e-8)]
    errors = abs(np.array(slopes) - gradient @ direction)
    assert errors.min() < TOLERANCE * abs(gradient @ direction)


def flattened(start):
    """A vector of all numbers, and what makes parameters of one."""
    if isinstance(start, np.ndarray):
        return start.ravel(), lambda vector: vector.reshape(start.shape)
    return tl.flatten(start)


def test_a_row_of_the_table(capsys):
    assert gallery.main(['--only', 'logistic', '--no-peers']) == 0
    columns, row = capsys.readouterr().out.splitlines()
    assert columns.split()[:2] == ['program', 'numbers']
    assert row.split()[:2] == ['logistic', '50']
    assert row.split()[-2:] == ['–', '–']


def test_a_name_that_is_not_there_is_answered_with_those_that_are(capsys):
    assert gallery.main(['--only', 'nothing']) == 2
    assert 'hidden_markov' in capsys.readouterr().err
