"""What the command says of what is mistyped, and of nothing at all."""

import os
import subprocess
import sys

import pytest

from tangentlite.command import suggesting_parser
from tangentlite.command.cli import main

MISTYPED = {
    "shwo model.py:loss": "did you mean 'show'?",
    "show model.py:loss --stge core": "did you mean '--stage'?",
    "show model.py:loss --wtr=w": "did you mean '--wrt'?",
    "show model.py:loss --mode revers": "did you mean 'reverse'?",
    "show model.py:loss --stage cor": "did you mean 'core'?",
    "completion bsh": "did you mean 'bash'?",
    "show modle.py:loss": "modle.py: no such file; did you mean model.py?",
    "show model.py": "or mod:function; it defines loss, other",
    "show model.py::loss": "model.py::loss: write model.py:loss, with one colon",
    "show model::Loss::f": "write model:Loss.f, with one colon",
    "show model": "model: write path/mod.py:function or mod:function",
    "show model.los": "model: no function 'los'; did you mean 'loss'?",
    "show modle.loss": "modle.loss: write path/mod.py:function or mod:function",
    "explore model.py::loss": "write model.py:loss, with one colon",
    "show model.py:los": "no function 'los'; did you mean 'loss'?",
}


@pytest.fixture
def model(tmp_path, monkeypatch):
    """A module in the working folder."""
    monkeypatch.chdir(tmp_path)
    text = "def loss(w):\n    return w * w\n\ndef other(x):\n    return x\n"
    (tmp_path / "model.py").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("words", MISTYPED)
def test_it_says_what_is_spelled_alike(words, model, capsys):
    assert status(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.rstrip().endswith(MISTYPED[words])


@pytest.mark.parametrize("words", ["show model.py:loss --xyz", "check model.py:loss x"])
def test_nothing_is_suggested_where_nothing_is_alike(words, model, capsys):
    assert status(words) == 2
    err = capsys.readouterr().err
    assert "unrecognized arguments" in err and "did you mean" not in err


def test_choices_are_read_as_all_versions_of_python_write_them():
    parser = suggesting_parser.SuggestingParser(prog="p")
    for choices in ("'show', 'check'", "show, check"):
        message = f"argument COMMAND: invalid choice: 'chek' (choose from {choices})"
        assert parser.suggestion(message) == "; did you mean 'check'?"


def test_without_a_command_it_prints_the_help(capsys):
    assert main([]) == 2
    err = capsys.readouterr().err
    assert "tangentlite show model.py:loss" in err and "completion" in err


def test_a_pipe_that_is_closed_early_is_no_error(model):
    for words in ("--help", "show model.py:loss"):
        command = [sys.executable, "-m", "tangentlite", *words.split()]
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        assert done.stderr == b""


def status(words: str) -> int:
    """The exit status of a command."""
    try:
        return main(words.split())
    except SystemExit as error:
        return error.code
