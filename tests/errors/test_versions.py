"""Errors that say which version of a library is there, or is needed."""
import subprocess
import sys

import pytest

import tangentlite as tl

scipy = pytest.importorskip('scipy')


def of_another_version(x):
    return scipy.special.function_to_come(x)


def imported_of_another_version(x):
    from scipy.special import function_to_come

    return function_to_come(x)


@pytest.mark.parametrize('f', [of_another_version, imported_of_another_version])
def test_a_name_that_the_library_lacks(f):
    import scipy.special  # noqa: F401

    with pytest.raises(tl.UnsupportedError, match=f'this is scipy {scipy.__version__}'):
        tl.grad(f)(1.0)


# In a process of its own: templates are loaded once.
OLD = """
import scipy, scipy.special
scipy.__version__ = '1.9.3'
import tangentlite as tl
from tests.errors.test_versions import of_an_old_version
try:
    tl.grad(of_an_old_version)(1.5)
except tl.UnsupportedError as error:
    print(error)
"""


def of_an_old_version(x):
    y = 2.0 * x
    return scipy.special.gammaln(y)


def test_a_library_that_is_too_old():
    command = [sys.executable, '-c', OLD]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    first, line, *_, last = run.stdout.splitlines()
    assert 'need SciPy 1.11 or later; this is 1.9.3' in first
    assert line.strip() == 'return scipy.special.gammaln(y)'
    assert last == "Install a newer one: pip install 'scipy>=1.11'."


LIBRARY = """
def smooth(x):
    return sorted(x, key=unknown)
"""


def test_what_another_environment_holds_is_a_library(tmp_path, monkeypatch):
    folder = tmp_path / 'site-packages'
    folder.mkdir()
    (folder / 'smoothing_of_elsewhere.py').write_text(LIBRARY)
    monkeypatch.syspath_prepend(str(folder))
    from smoothing_of_elsewhere import smooth

    def f(x):
        return smooth(x)

    with pytest.raises(tl.UnsupportedError) as error:
        tl.grad(f)(1.5)
    first = str(error.value).splitlines()[0]
    assert first.startswith(f'{__file__}:') and 'smooth cannot be' in first
