"""Objects of a library that have no name of their own are imported by one of theirs."""
import subprocess
import sys

import numpy as np
import pytest

import tangentlite as tl

pytest.importorskip('scipy')
from scipy.stats import multivariate_normal as mvn
from scipy.stats import norm

from tangentlite.emit.saved.standalone import standalone_text


def log_likelihood(x):
    return np.sum(norm.logpdf(x, 0.5, 2.0)) + mvn.logpdf(x, np.zeros(3))


def test_distributions_are_imported(tmp_path):
    x = np.array([0.3, -0.2, 1.0])
    gradient = tl.grad(log_likelihood)
    expected = gradient(x)
    gradient.save(tmp_path / 'alone.py')
    text = (tmp_path / 'alone.py').read_text()
    assert 'import multivariate_normal' in text and 'norm' in text
    program = (
        'import alone, sys, numpy as np\n'
        f'print(repr(alone.log_likelihood_grad(np.array({x.tolist()})).tolist()))\n'
        "assert 'tangentlite' not in sys.modules"
    )
    ran = subprocess.run(
        [sys.executable, '-c', program], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    np.testing.assert_array_equal(eval(ran.stdout), expected)
    np.testing.assert_allclose(expected, (0.5 - x) / 4.0 - x)


def test_objects_that_no_library_holds_are_refused():
    made = type(norm)(name='mine')
    text = 'def f(x):\n    return made.mystery(x)\n'
    with pytest.raises(tl.UnsupportedError, match=r'refers to made \(norm_gen\)'):
        standalone_text(text, {'made': made})
