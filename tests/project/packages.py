"""Build the sdist and the wheel, and try them where nothing else is installed.

`python -m tests.project.packages [FOLDER]` builds both from a copy of what git would
commit, as `python -m build` does, and keeps them in FOLDER (`dist`). On each version of
Python that is found it installs the wheel, and then the sdist, into a new virtual
environment and runs `in_a_clean_environment.py` in an empty folder; on the first one it
runs a sample of the sdist's own tests. A version that is not found is reported and
passed over; the exit status is 1 if anything failed.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.project.interpreters import ROOT, VERSIONS, usable, what_to_run

# The last is not supported yet, but tried where it is found.
TRIED = (*VERSIONS, "3.14")
CHECKS = Path(__file__).with_name("in_a_clean_environment.py")
# What shows that the tests of an sdist find all that they need.
SAMPLE = (
    "tests/api/test_results.py",
    "tests/golden/test_golden.py",
    "tests/test_architecture.py::test_layers_name_only_what_is_below",
    "README.md",
)


def main() -> int:
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").absolute()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel, sdist = built(folder, target)
        reports = {version: tried(version, folder, wheel, sdist) for version in TRIED}
        reports["tests of the sdist"] = own_tests(folder, sdist)
    print()
    for what, report in reports.items():
        print(f"{what}: {report}")
    return int(any(report.startswith("failed") for report in reports.values()))


def built(folder: Path, target: Path) -> tuple[Path, Path]:
    """Build from a copy; return the wheel and the sdist in the target folder."""
    copy = folder / "copy"
    listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout
    for file in filter(None, names.decode().split("\0")):
        if (ROOT / file).is_file():
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, copy / file)
    out = folder / "built"
    run(sys.executable, "-m", "build", "--outdir", out, copy, folder=folder)
    target.mkdir(exist_ok=True)
    made = [Path(shutil.copy2(path, target)) for path in sorted(out.iterdir())]
    (wheel,) = (path for path in made if path.suffix == ".whl")
    (sdist,) = (path for path in made if path.name.endswith(".tar.gz"))
    return wheel, sdist


def tried(version: str, folder: Path, wheel: Path, sdist: Path) -> str:
    """Check both packages on a version of Python; return what came of it."""
    base, complaints = usable(version, ("venv", "ensurepip"))
    if not base:
        print(f"WARNING: no Python {version} found", *complaints, sep="\n", flush=True)
        again = what_to_run(version).replace("test-interpreters", "test-packages")
        return f"WARNING: not found, nothing was tried; run `{again}`"
    for package in (wheel, sdist):
        print(f"Python {version}: {package.name}", flush=True)
        try:
            python = installed(base, folder / version / package.suffix[1:], package)
            empty = Path(tempfile.mkdtemp(dir=folder))
            shutil.copy2(CHECKS, empty)
            run(python, CHECKS.name, ROOT, folder=empty)
        except subprocess.CalledProcessError as error:
            return f"failed for {package.name}:\n{error.stdout}{error.stderr}"
    return "passed"


def own_tests(folder: Path, sdist: Path) -> str:
    """Run a sample of the tests that an sdist holds, where it is unpacked."""
    print(f"tests of {sdist.name}", flush=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (root,) = (folder / "unpacked").iterdir()
    try:
        python = installed(sys.executable, folder / "tests", ".[test]", "-e", root)
        run(python, "-m", "pytest", "-q", *SAMPLE, "-m", "not slow", folder=root)
    except subprocess.CalledProcessError as error:
        return f"failed:\n{error.stdout}{error.stderr}"
    return "passed"


def installed(
    base: str, environment: Path, what: str | Path, *options: str | Path
) -> Path:
    """Install a package into a new environment; return its interpreter."""
    folder = environment.parent
    folder.mkdir(parents=True, exist_ok=True)
    run(base, "-m", "venv", environment, folder=folder)
    python = environment / "bin" / "python"
    where = folder
    if options:  # an editable install, of a folder
        *flags, where = options
        what = f"{flags[0]}{what}"
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    run(*pip, what, folder=where)
    return python


def run(*command: str | Path, folder: Path) -> None:
    """Run a command without the variables that steer Python; raises if it fails."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    subprocess.run(
        command, cwd=folder, env=environ, check=True, capture_output=True, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
