"""A project with a package, of which a derivative is shipped."""

import sys
from pathlib import Path

from tangentlite.command.cli import main

MODEL = '''\
"""A model of growth."""

import numpy as np

from . import parts
from .parts import scaled

POWER = 2


def growth(x, n):
    """Grow some steps."""
    for _ in range(n):
        x = scaled(x) + 0.1 * x**POWER
    return np.sum(np.log(x)) * parts.RATE


def unused(x):
    return x


def joined(x, y):
    return np.sin(x * y) + x @ y


def by_options(x, options):
    return np.sum(x * options["w"][0]) ** options["n"]


def opened(x):
    return open(x)
'''
PARTS = """\
import numpy as np

RATE = 2.0


def scaled(x):
    # half of a sine
    return 0.5 * np.sin(x)
"""
PROJECT = """\
[project]
name = "growing"

[[tool.tangentlite.build]]
target = "grown.model:growth"
output = "grown/growth_grad.py"
args = { x = "np.ones(3)", n = "2" }
"""
SHIPPED = "grown/growth_grad.py"


def forget():
    """Forget the package, as another process has never known it."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "grown"]:
        del sys.modules[name]


def built(capsys, *argv: str) -> tuple[int, str, str]:
    forget()
    status = main(["build", *argv])
    return status, *capsys.readouterr()


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
