"""The sources run as they stand, without an installation of the project."""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What an editable installation finds, this interpreter would find as well.
PROGRAM = """\
import sys

sys.meta_path = [finder for finder in sys.meta_path if "editable" not in str(finder)]
sys.path = [place for place in sys.path if "editable" not in place]

import numpy as np
import tangentlite as tl


def f(x):
    return np.sum(np.tanh(x) ** 2)


x = np.array([0.5, -1.0])
np.testing.assert_allclose(tl.grad(f)(x), 2 * np.tanh(x) / np.cosh(x) ** 2)
print(tl.__file__)
"""


def test_python_started_in_the_folder_of_the_sources(tmp_path):
    program = tmp_path / 'program.py'
    program.write_text(PROGRAM)
    given = {**os.environ, 'PYTHONPATH': str(ROOT)}
    command = [sys.executable, str(program)]
    run = subprocess.run(command, capture_output=True, text=True, env=given)
    assert run.returncode == 0, run.stderr
    assert Path(run.stdout.strip()) == ROOT / 'tangentlite' / '__init__.py'
