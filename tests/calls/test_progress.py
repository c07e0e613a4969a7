"""The line that says what a long generation is at, by a clock that is given."""

import io
import os
import pty
import subprocess
import sys

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.errors import UnsupportedError
from tangentlite.process import progress


class Recorder:
    """A display that keeps what it was to show."""

    def __init__(self):
        self.shown, self.cleared = [], 0

    def show(self, text):
        self.shown.append(text)

    def clear(self):
        self.cleared += 1


@pytest.fixture
def recorder(monkeypatch) -> Recorder:
    """The display of all generations, which are long at once."""
    found = Recorder()
    monkeypatch.setattr(progress, "AFTER", -1.0)
    monkeypatch.setattr(progress, "BETWEEN", 0.0)
    monkeypatch.setattr(progress, "display", lambda: found)
    monkeypatch.setenv("TANGENTLITE_CACHE", "off")
    return found


def run(times, *stages, display):
    """What is shown of stages at some times, the first of which is the beginning."""
    clock = iter(times)
    asked = progress.Progress("grad of f", lambda: display, lambda: next(clock))
    for stage in stages:
        asked.at(*stage)
    asked.end()


def test_nothing_is_shown_in_the_first_seconds():
    display = Recorder()
    run([5.0, 5.5, 6.99], ("reading",), ("writing",), display=display)
    assert (display.shown, display.cleared) == ([], 0)


def test_what_takes_longer_is_named_with_its_time_and_cleared():
    display = Recorder()
    stages = ("reading line", 3), ("too soon",), ("writing",), ("late", "of", "g")
    run([5.0, 7.1, 7.15, 7.4, 19.9], *stages, display=display)
    assert display.shown == [
        "tangentlite: grad of f: reading line 3 (2 s)",
        "tangentlite: grad of f: writing (2 s)",
        "tangentlite: grad of f: late of g (15 s)",
    ]
    assert display.cleared == 1


def test_without_a_display_it_is_silent_and_asks_once():
    asked = []
    clock = iter([0.0, 3.0, 4.0])
    silent = progress.Progress("f", lambda: asked.append(1), lambda: next(clock))
    silent.at("reading")
    silent.at("writing")
    silent.end()
    assert asked == [1]


def test_a_line_of_a_terminal_is_written_over_and_blank_at_the_end(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    stream = io.StringIO()
    line = progress.Line(stream)
    for text in ("a long text that is shortened", "short"):
        line.show(text)
        assert screen(stream.getvalue()).rstrip() == text[:19]
    line.clear()
    assert screen(stream.getvalue()).strip() == ""
    assert stream.getvalue().endswith("\r")


def screen(written: str) -> str:
    """What a terminal shows in its last line."""
    shown = ""
    for part in written.split("\r"):
        shown = part + shown[len(part) :]
    return shown


def test_generation_says_what_it_reads_and_by_what_it_simplifies(recorder):
    def inner(x):
        return np.sin(x)

    def outer(x):
        return np.sum(inner(x) * x)

    tl.grad(outer)(np.ones(2))
    start = f"tangentlite: grad of {outer.__qualname__}: "
    assert all(text.startswith(start) for text in recorder.shown)
    stages = [text.removeprefix(start).rpartition(" (")[0] for text in recorder.shown]
    line = inner.__code__.co_firstlineno + 1
    assert f"reading line {line} of inner" in stages
    assert "simplifying by fuse_loops" in stages and stages[-1] == "writing the text"
    assert recorder.cleared == 1


def test_it_is_cleared_once_for_derivatives_in_derivatives_and_after_errors(recorder):
    tl.grad(tl.grad(lambda x: x**3 * np.exp(x)))(2.0)
    assert recorder.cleared == 1
    with pytest.raises(UnsupportedError):
        tl.grad(lambda x: x * open(str(x)).fileno())(2.0)
    assert recorder.cleared == 2


def test_only_terminals_and_notebooks_are_shown_it(monkeypatch):
    for stream in (None, io.StringIO(), object()):
        monkeypatch.setattr(sys, "stderr", stream)
        assert progress.display() is None
    reader, writer = pty.openpty()
    with os.fdopen(writer, "w") as terminal, os.fdopen(reader):
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        assert isinstance(progress.display(), progress.Line)
        monkeypatch.setenv("TERM", "dumb")
        assert progress.display() is None
    assert progress.display() is None  # it is closed


PROGRAM = """\
from tangentlite.process import progress
progress.AFTER = -1.0
import tangentlite as tl
from tangentlite.examples import square
assert tl.grad(square)(3.0) == 6.0
"""


def test_a_pipe_gets_nothing(tmp_path):
    command = (sys.executable, "-c", PROGRAM)
    environ = {**os.environ, "TANGENTLITE_CACHE": "off"}
    done = subprocess.run(command, capture_output=True, env=environ, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.slow  # a kernel starts
def test_the_output_of_a_notebook_is_empty_at_the_end(monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("TANGENTLITE_CACHE", "off")
    cell = nbformat.v4.new_code_cell(PROGRAM)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    shown = []
    client = nbclient.NotebookClient(notebook, timeout=120)
    update = client.process_message

    def process(message, *rest):
        shown.append(message["content"].get("data", {}).get("text/plain", ""))
        return update(message, *rest)

    client.process_message = process
    client.execute()
    (output,) = cell.outputs
    assert output["output_type"] == "display_data"
    assert output["data"] == {"text/plain": ""}
    assert any(text.startswith("tangentlite: grad of square") for text in shown)
