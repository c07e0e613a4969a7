"""`explain`, `bench`, `rules`, `completion`, --watch, --version; files of packages."""

import io
import os
import re
import shutil
import subprocess
import sys

import pytest

from tangentlite.command import watching
from tangentlite.command.cli import main, parser

MODEL = """\
import numpy as np

import tangentlite as tl

from ..parts import wave


def loss(w, n: int):
    x = w
    for _ in range(n):
        x = wave(x) * w
    return np.sum(x)


@tl.custom_vjp
def clipped(x):
    return x


def kept(x):
    return x, None


def clipped_gradient(nothing, g):
    return (np.clip(g, -1.0, 1.0),)


clipped.defvjp(kept, clipped_gradient)


def solved(a):
    return np.sqrt(a)


def equation(z, a):
    return z * z - a


root = tl.implicit(solved, equation)


def broken(w):
    return np.sum(w @ np.ones(4))


forward = tl.autodiff(loss, mode="forward")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a package in a package, which imports relatively."""
    inner = tmp_path / "whole" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "whole/__init__.py").write_text("")
    (inner / "__init__.py").write_text("")
    parts = "import numpy as np\n\n\ndef wave(x):\n    return np.sin(x)\n"
    (tmp_path / "whole/parts.py").write_text(parts)
    (inner / "model.py").write_text(MODEL)
    loose = tmp_path / "loose"
    loose.mkdir()
    (loose / "parts.py").write_text(parts)
    (loose / "model.py").write_text(
        "from .parts import wave\n\n\ndef loss(w):\n    return wave(w) * w\n"
    )
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "whole"]:
        del sys.modules[name]


def answered(capsys, *argv: str) -> str:
    status = main(argv)
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def refused(capsys, *argv: str) -> str:
    status = main(argv)
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    return err


TARGET = ("whole/inner/model.py:loss", "--arg", "w=np.ones(3)", "--arg", "n=4")


@pytest.mark.parametrize(
    "place", ["whole/inner/model.py", "whole.inner.model", "loose/model.py"]
)
def test_files_of_packages_are_found(folder, capsys, place):
    assert "_grad(w" in answered(capsys, "show", f"{place}:loss")


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("whole.inner.model.loss", "whole.inner.model:loss"),
        ("whole.parts.Waves.wave", "whole/parts.py:Waves.wave"),
    ],
)
def test_a_dotted_name_is_a_target(folder, capsys, name, target):
    with open(folder / "whole/parts.py", "a") as parts:
        parts.write("\n\nclass Waves:\n    wave = staticmethod(wave)\n")
    assert answered(capsys, "show", name) == answered(capsys, "show", target)


def test_a_file_of_a_package_from_inside(folder, capsys, monkeypatch):
    before, path = set(sys.modules), list(sys.path)
    monkeypatch.chdir(folder / "whole/inner")
    assert "def loss_grad(w" in answered(capsys, "show", "model.py:loss")
    assert not [name for name in set(sys.modules) - before if "whole" in name]
    assert sys.path == path


def test_a_package_of_the_same_name_is_restored(folder, capsys):
    (folder / "other/whole").mkdir(parents=True)
    (folder / "other/whole/__init__.py").write_text("")
    (folder / "other/whole/mod.py").write_text("def f(x):\n    return x * x\n")
    answered(capsys, "show", "whole.inner.model:loss")
    known = sys.modules["whole"]
    assert "def f_grad(x" in answered(capsys, "show", "other/whole/mod.py:f")
    assert sys.modules["whole"] is known and "whole.mod" not in sys.modules


def test_explain(folder, capsys):
    out = answered(capsys, "explain", *TARGET)
    facts = dict(re.findall(r"^(\w[\w ]*?)  +(.*)$", out, re.MULTILINE))
    assert facts["active"] == "w, x"
    assert facts["not active"] == "n"
    assert "x (model.py:11)" in facts["saved on a list"]  # not the line of the loop
    assert facts["inlined"] == "whole.parts.wave"
    assert "trigonometric.sin" in facts["rules"]
    shares = re.findall(r"(\d+)%  (\w+\.py:\d+|) ", out)
    assert {place for _, place in shares} >= {"model.py:11", "parts.py:5"}
    assert 90 <= sum(int(share) for share, _ in shares) <= 110


def test_explain_without_values_measures_nothing(folder, capsys):
    out = answered(capsys, "explain", TARGET[0])
    assert "active           w, x" in out and "Give --arg" in out


def test_explain_says_why_it_cannot(folder, capsys):
    place = "whole/inner/model.py"
    assert "gradients alone" in refused(capsys, "explain", f"{place}:forward")
    args = ("--arg", "w=np.ones(3)")
    assert "model.py:" in refused(capsys, "explain", f"{place}:broken", *args)


def test_bench(folder, capsys):
    out = answered(capsys, "bench", *TARGET, "--seconds", "0.005")
    head, *rows = out.splitlines()
    assert head.split() == ["time", "/", "function", "peak", "memory", "first", "call"]
    assert re.match(r"function +[\d.]+ [um]s +1.0 +[\d.]+ k?B$", rows[0])
    row = r"gradient, numpy +[\d.]+ [um]s +[\d.]+ +[\d.]+ k?B +[\d.]+ m?s$"
    assert re.match(row, rows[1])
    assert "numba" in out


def test_bench_needs_values(folder, capsys):
    assert "'w' needs --arg w=" in refused(capsys, "bench", TARGET[0])
    assert "positive" in refused(capsys, "bench", *TARGET, "--seconds", "0")


RULES = {
    "np.sinh": ("an elementwise rule", "d[x] = np.cosh(x) * d[y]"),
    "numpy.linalg.solve": ("a rule with an adjoint", "templates.lin"),
    "math.hypot": ("a rule", "def hypot_tangent"),
    "scipy.special.erf": ("an elementwise rule", "templates.scipy.special"),
    "functools.reduce": ("Python code that stands for it", "def reduced"),
    "sorted": ("needs no rule", ""),
    "whole/parts.py:wave": ("its own source is walked", "return np.sin(x)"),
    "whole.inner.model.clipped": (
        "a rule of your own, by kept and clipped_gradient",
        "model.py:24, whole.inner.model\ndef clipped_gradient(nothing, g):",
    ),
    "whole.inner.model.root": (
        "a rule of your own, by solved and equation",
        "def equation(z, a):\n    return z * z - a",
    ),
    "np.ndarray.sum": ("the function is: np.sum has a rule", "@adjoint(np.sum)"),
    "np.ndarray.conj": ("the function is: np.conjugate has", "def conjugate"),
    "np.ndarray.clip": ("np.ndarray.clip has a", "def clip"),
    "np.ndarray.tolist": ("needs no rule", ""),
}


@pytest.mark.parametrize("name", RULES)
def test_rules(folder, capsys, name):
    if name.startswith("scipy"):
        pytest.importorskip("scipy")
    said, text = RULES[name]
    out = answered(capsys, "rules", name)
    assert out.startswith(name) and said in out and text in out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("np.sni", "numpy has no 'sni'; did you mean 'sin'?"),
        ("nowhere.f", "No module named 'nowhere'"),
        ("np.pi", "float is not called"),
        ("np", "np is a module: name a function of it, such as np.abs"),
        ("whole.parts", "is a module: name a function of it, such as whole.parts.wave"),
        ("whole/parts.py:wav", "did you mean 'wave'?"),
    ],
)
def test_rules_of_what_is_not_there(folder, capsys, name, said):
    assert said in refused(capsys, "rules", name)


def test_what_has_no_rule(folder, capsys):
    assert main(["rules", "time.sleep"]) == 1
    assert "no rule, and no source" in capsys.readouterr().out


def test_version(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert re.fullmatch(r"tangentlite \S+\n", capsys.readouterr().out)


COMMANDS = {"show", "check", "explain", "bench", "rules", "build", "completion"}


def test_each_command_has_a_help_text(capsys):
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            parser().parse_args([command, "--help"])
        assert f"usage: tangentlite {command}" in capsys.readouterr().out


def test_each_option_has_a_help_text():
    for name, command in commands().items():
        for action in command._actions:
            assert action.help or action.dest == "shell", (name, action.dest)


def commands():
    """The parsers of all commands, by name."""
    return parser()._subparsers._group_actions[0].choices


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_and_options(capsys, shell):
    script = answered(capsys, "completion", shell)
    for word in (*COMMANDS, "backend", "seconds", "unchecked"):
        assert word in script
    found = shutil.which(shell)
    if found:
        subprocess.run([found, "-n"], input=script, text=True, check=True)


def test_bash_completes(capsys):
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("there is no bash")
    script = answered(capsys, "completion", "bash")
    script += """
    COMP_WORDS=(tangentlite be) COMP_CWORD=1; _tangentlite; echo "${COMPREPLY[@]}"
    COMP_WORDS=(tangentlite bench mod.py:f --se) COMP_CWORD=3; _tangentlite
    echo "${COMPREPLY[@]}"
    """
    cases = {
        "show mod.py:f --mode r": "reverse",
        "show mod.py:f --mode = f": "forward",  # as bash parts --mode=f
        "show mod.py:f --stage =": "core derivative final",
        "check mod.py:f --backend n": "numpy numba",
        "check mod.py:f --order ": "1 2",
        "show mod.py:f --wrt -": "",
        "completion ba": "bash",
    }
    for words in cases:
        count = len(words.split(" "))
        last = ' ""' if words.endswith(" ") else ""
        script += f"COMP_WORDS=(tangentlite {words}{last}) COMP_CWORD={count}\n"
        script += '_tangentlite; echo "${COMPREPLY[@]}"\n'
    out = subprocess.run([bash], input=script, text=True, capture_output=True)
    assert out.stderr == ""
    assert out.stdout.split("\n")[:-1] == ["bench", "--seconds", *cases.values()]


def test_zsh_and_fish_know_values_of_options(capsys):
    zsh = answered(capsys, "completion", "zsh")
    assert "]:mode:(reverse forward taylor vjp)' " in zsh
    assert "'*--arg=[" in zsh and "]:FILE:_files' " in zsh and "'--watch[" in zsh
    fish = answered(capsys, "completion", "fish").splitlines()
    lines = {line.partition("' ")[2] for line in fish if "from show'" in line}
    assert "-s o -r -d 'write to FILE'" in lines
    assert any(line.startswith("-l backend -x -a 'numpy numba' -d") for line in lines)
    assert any(line.startswith("-l wrt -x -d") for line in lines)
    assert any(line.startswith("-l watch -d") for line in lines)


def test_watch_runs_again_when_a_file_changes(folder, capsys):
    runs, looks = [], []

    def run(argv):
        runs.append(argv)
        return len(runs)

    def pause(seconds):
        looks.append(seconds)
        if len(looks) == 2:  # a file that the function's file imports
            path = folder / "whole/parts.py"
            os.utime(path, ns=(1, path.stat().st_mtime_ns + 1))
        if len(looks) == 4:
            raise KeyboardInterrupt

    argv = ["show", TARGET[0], "--watch"]
    assert watching.watched(TARGET[0], argv, run, pause) == 2
    assert runs == [["show", TARGET[0]]] * 2 and len(looks) == 4


def test_watch_runs_the_command(folder, capsys, monkeypatch):
    done = []
    monkeypatch.setattr(watching, "_run", lambda argv: done.append(list(argv)) or 0)

    def stop(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(watching.watched, "__defaults__", (None, stop))
    assert main(["check", "whole.inner.model:loss", "--watch"]) == 0
    assert done == [["check", "whole.inner.model:loss"]]


@pytest.mark.parametrize(("term", "coloured"), [("dumb", False), ("xterm", True)])
def test_colours_by_the_terminal(folder, monkeypatch, term, coloured):
    pytest.importorskip("pygments")

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert main(["show", "whole/parts.py:wave"]) == 0
    assert ("\x1b[" in sys.stdout.getvalue()) is coloured
