"""The interpreters of Python on this machine that can run the project's code."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
RUNNING = "{}.{}".format(*sys.version_info)
OTHERS = tuple(version for version in VERSIONS if version != RUNNING)
# Builds without the global lock of the interpreter.
FREE_THREADED = ("3.13t", "3.14t")

# Says on one line why an interpreter will not do.
PROBE = """
import importlib
import sys
import sysconfig

version = "{}.{}".format(*sys.version_info)
version += "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
if version != sys.argv[1]:
    sys.exit("it is Python " + version)
try:
    modules = [importlib.import_module(name) for name in sys.argv[2:]]
except ImportError as error:
    sys.exit(str(error))
for module in modules:
    if module.__name__ == "numpy" and int(module.__version__.split(".")[0]) < 2:
        sys.exit("its NumPy is " + module.__version__)
"""


def usable(
    version: str, modules: Sequence[str], first: Sequence[Path] = ()
) -> tuple[str, list[str]]:
    """Find an interpreter of a version that can import modules.

    Those in `first` are tried before those on PATH and those of pyenv. Returns its path
    and, a line each, why others would not do; the path is empty if there is none.
    """
    complaints = []
    for python in [*map(str, first), *installed(version)]:
        reason = complaint(python, version, modules)
        if not reason:
            return python, complaints
        complaints.append(f"{python}: {reason}")
    return "", complaints


def what_to_run(version: str) -> str:
    """What makes an interpreter of a version with all modules, as a shell runs it."""
    prepare = "make test-interpreters"
    if usable(version, ("venv", "ensurepip"))[0]:
        return prepare
    return f"pyenv install {version} && {prepare}"


def installed(version: str) -> Iterator[str]:
    for folder in os.get_exec_path():
        if python := shutil.which(f"python{version}", path=folder):
            yield python
    home = Path.home() / ".pyenv"
    for root in dict.fromkeys((home, Path(os.environ.get("PYENV_ROOT", home)))):
        number, ending = version.rstrip("t"), "t" * version.endswith("t")
        for python in sorted(root.glob(f"versions/{number}.*{ending}/bin/python")):
            yield str(python)


def complaint(python: str, version: str, modules: Sequence[str]) -> str:
    """Why an interpreter will not do, nothing if it will."""
    try:
        run = interpret(python, PROBE, version, *modules)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if run.returncode == 0:
        return ""
    return run.stderr.strip().partition("\n")[0] or f"exit status {run.returncode}"


def interpret(python: str, code: str, *arguments: str) -> subprocess.CompletedProcess:
    """Run code in a new interpreter that sees the checkout and its own packages."""
    return subprocess.run(
        [python, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def own_environment(version: str) -> Path:
    """The folder of the virtual environment in which the suite runs on a version."""
    return ROOT / ".venv" / "versions" / version
