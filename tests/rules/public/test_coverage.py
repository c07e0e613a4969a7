"""Every public function of NumPy has a rule, is constant, or is refused."""
import importlib.util
import re

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.rules.registry import refusal_of
from tests.rules.public.array_methods import METHODS
from tests.rules.public.coverage import PAGE, public, status, with_table

ACCEPTED = {'both modes', 'constant', 'refused'}


def test_nothing_is_missing():
    missing = {
        name: status(name, value)
        for _, name, value in public()
        if status(name, value) not in ACCEPTED
    }
    assert missing == {}


def test_refusals_say_what_to_do_instead():
    reasons = {refusal_of(value) for _, _, value in public()} - {None}
    assert all(re.fullmatch(r'[A-Z].*[a-z)].*\.', reason) for reason in reasons)


def test_the_table_of_the_page_is_that_of_the_rules():
    text = PAGE.read_text()
    known = re.search(r'\| NumPy (\d+\.\d+) ', text).group(1)
    if not np.__version__.startswith(f'{known}.'):
        pytest.skip(f'the table counts the functions of NumPy {known}')
    assert with_table(text) == text, '`make golden` writes it'


@pytest.mark.parametrize('method', METHODS)
def test_methods_of_arrays(method, tmp_path):
    path = tmp_path / f'of_{method}.py'
    body = f'def f(x):\n    return {METHODS[method]}\n'
    path.write_text(f'import numpy as np\n\n\n{body}')
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tl.check_grad(lambda x: np.sum(module.f(x)), (np.array([[0.5, 1.5], [2.0, -1.0]]),))
