"""Run the suite on the other supported versions of Python that are found here.

`python -m tests.project.other_versions [ARGUMENT OF PYTEST]...` makes a virtual
environment for each version, keeps them, and runs pytest in one after the other. A
version that is not found is reported and passed over; the exit status is 1 if a suite
fails or an environment cannot be made, else 0. Builds without the interpreter's lock,
for which not all packages exist, run the tests of threads.
"""

import subprocess
import sys
from pathlib import Path

from tests.project.interpreters import (
    FREE_THREADED,
    OTHERS,
    ROOT,
    own_environment,
    usable,
    what_to_run,
)

EXTRAS = "show,examples,test"
OF_THREADS = ["tests/threads", "tests/calls/test_cache_size.py"]
# The newest versions that are built for the interpreter: NumPy 2.4 for 3.13t.
WHEELS = "--only-binary=numpy,scipy"
# An older SciPy than the newest one, which the others have.
PINNED = {"3.12": ["scipy==1.15.3"]}


def main() -> int:
    reports = {version: prepared(version) for version in (*OTHERS, *FREE_THREADED)}
    for version, report in reports.items():
        if not report:
            free = version in FREE_THREADED
            reports[version] = tested(version, OF_THREADS if free else sys.argv[1:])
    print()
    for version, report in reports.items():
        print(f"Python {version}: {report}")
    return int(any(report.startswith("failed") for report in reports.values()))


def prepared(version: str) -> str:
    """Make the environment for a version; return why there is none, or nothing."""
    base, complaints = usable(version, ("venv", "ensurepip"))
    if not base:
        print(f"WARNING: no Python {version} found", *complaints, sep="\n", flush=True)
        return f"WARNING: not found, nothing was tested; run `{what_to_run(version)}`"
    folder = own_environment(version)
    if not up_to_date(folder):
        print(f"Python {version}: {base}, installing into {folder}", flush=True)
        try:
            if version in FREE_THREADED:
                install(base, folder, ".[show]", ["pytest", "scipy", WHEELS])
            else:
                install(base, folder, f".[{EXTRAS}]", PINNED.get(version, []))
        except subprocess.CalledProcessError as error:
            return f"failed to make an environment: {error}"
    return ""


def up_to_date(folder: Path) -> bool:
    """Whether an environment is complete and no older than the project file."""
    stamp, project = folder / "installed.stamp", ROOT / "pyproject.toml"
    return stamp.exists() and stamp.stat().st_mtime >= project.stat().st_mtime


def install(base: str, folder: Path, project: str, others: list[str]) -> None:
    subprocess.run([base, "-m", "venv", "--clear", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    arguments = ["install", "--quiet", "--editable", project, *others]
    subprocess.run([*pip, *arguments], cwd=ROOT, check=True)
    (folder / "installed.stamp").touch()


def tested(version: str, arguments: list[str]) -> str:
    """Run the suite on a version; return what came of it."""
    print(f"\nPython {version}", flush=True)
    python = own_environment(version) / "bin" / "python"
    done = subprocess.run([python, "-m", "pytest", *arguments], cwd=ROOT)
    return f"failed with status {done.returncode}" if done.returncode else "passed"


if __name__ == "__main__":
    sys.exit(main())
