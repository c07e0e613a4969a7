"""Checks of an installed package where only its dependencies are, with plain asserts.

`tests.project.packages` runs it outside of the checkout, which its argument names.
"""

import runpy
import subprocess
import sys
from importlib import metadata, resources
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import tangentlite as tl

OWN = Path(sys.argv[1] if sys.argv[1:] else ".").resolve()
PROGRAM = '''\
import numpy as np


def energy(x, k):
    """Half the square of the hyperbolic tangent."""
    return 0.5 * k * np.sum(np.tanh(x) ** 2)
'''


def main() -> None:
    files()
    requirements()
    derivatives()
    commands()
    extras()


def files() -> None:
    """All files are in the environment, with the rules and the mark of types."""
    folder = Path(tl.__file__).resolve().parent
    assert folder.is_relative_to(Path(sys.prefix).resolve()), folder
    assert not folder.is_relative_to(OWN), folder
    packaged = resources.files("tangentlite")
    assert packaged.joinpath("py.typed").is_file()
    assert packaged.joinpath("templates", "scipy", "special").is_dir()
    names = [path.name for path in metadata.files("tangentlite")]
    assert "LICENSE" in names, "no licence is installed"


def requirements() -> None:
    """The version is told in three places; the core needs three packages."""
    version = metadata.version("tangentlite")
    assert tl.__version__ == version
    for start in (["tangentlite"], [sys.executable, "-m", "tangentlite"]):
        if start == ["tangentlite"]:
            start = [str(Path(sys.executable).with_name("tangentlite"))]
        assert output(*start, "--version") == f"tangentlite {version}\n"
    required = metadata.requires("tangentlite")
    core = {name.partition(">")[0] for name in required if "extra ==" not in name}
    assert core == {"gast", "astor", "numpy"}, core


def derivatives() -> None:
    """Gradients of both orders are right; a saved one needs NumPy alone."""
    Path("program.py").write_text(PROGRAM, encoding="utf-8")
    sys.path.insert(0, "")
    from program import energy

    x = np.array([0.5, -1.0, 2.0])
    gradient = tl.grad(energy)
    expected = 2.0 * np.tanh(x) / np.cosh(x) ** 2
    np.testing.assert_allclose(gradient(x, 2.0), expected)
    tl.check_grad(energy, (x, 2.0), order=2)
    gradient.save("saved.py")
    text = Path("saved.py").read_text(encoding="utf-8")
    assert "tangentlite import" not in text and "import tangentlite" not in text
    found = runpy.run_path("saved.py")["energy_grad"](x, 2.0)
    np.testing.assert_array_equal(found, gradient(x, 2.0))


def commands() -> None:
    """The command shows and checks; text is plain where no colours are installed."""
    command = [sys.executable, "-m", "tangentlite"]
    values = ["--arg", "x=np.ones(3)", "--arg", "k=2.0"]
    assert "def energy_grad(x, k)" in output(*command, "show", "program.py:energy")
    assert output(*command, "check", "program.py:energy", *values)
    for shell in ("bash", "zsh", "fish"):
        assert "tangentlite" in output(*command, "completion", shell)


def extras() -> None:
    """What needs a package that is not installed says how to install it."""
    from program import energy

    x = np.ones(3)
    missing = {"numba": lambda: tl.grad(energy, backend="numba")(x, 2.0),
               "scipy": lambda: tl.sparse_hessian(energy)(x, 2.0)}  # fmt: skip
    for name, call in missing.items():
        assert find_spec(name) is None, f"{name} is installed"
        try:
            call()
        except tl.TangentliteError as error:
            assert "pip install" in str(error) and name in str(error), error
        else:
            raise AssertionError(f"it works without {name}")
    given = set(metadata.metadata("tangentlite").get_all("Provides-Extra"))
    assert {"numba", "scipy", "show", "notebook", "examples", "test"} <= given, given


def output(*command: str) -> str:
    """The standard output of a command, which must end well."""
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


if __name__ == "__main__":
    main()
