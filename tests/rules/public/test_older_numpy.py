"""The rules without what older versions of NumPy lack."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
# In a new process, where nothing has been read yet.
OLDER = """
import numpy as np

try:  # SciPy of today itself needs some of them
    import scipy.signal, scipy.spatial.distance, scipy.stats
except ImportError:
    pass

later = 'astype unstack cumulative_sum cumulative_prod matvec vecmat'
for name in later.split():
    vars(np).pop(name, None)

from tangentlite.rules.registry import rule_of
from tests.rules.samples.every import SAMPLES

print(all(rule_of(sample.function) for sample in SAMPLES))
"""


def test_rules_are_read_by_older_versions_of_numpy():
    command = [sys.executable, '-c', OLDER]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ('True\n', '')
