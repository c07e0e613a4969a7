"""What the command says where neither --arg nor an annotation tells a kind."""

import pytest

from tangentlite.command.cli import main

MODEL = """\
import numpy as np


def powers(x, n):
    total = 0.0
    for i in range(n):
        total = total + x * i
    return total


def powers_of(x, n: int):
    return powers(x, n)


def energy(q):
    return 0.5 * np.dot(q, q)


def called(f, x):
    return f(x)


def named(p, scale=2.0):
    return p["w"] * scale
"""
INTEGER = """\
Nothing says what n is: without --arg it is taken for a number of any rank.
Give an example: --arg n=3
"""


@pytest.fixture(autouse=True)
def model(tmp_path, monkeypatch):
    """A module in the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")


@pytest.mark.parametrize("command", ["show", "view", "graph", "explain"])
def test_errors_say_which_example_is_missing(command, capsys):
    assert main([command, "model.py:powers", "--arg", "x=2.0"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.endswith(f"Make it an integer: int(n).\n{INTEGER}")


def test_several_examples_are_missing(capsys):
    assert main(["show", "model.py:called"]) == 2
    err = capsys.readouterr().err
    assert "what f and x are: without --arg they are taken for numbers" in err
    assert err.endswith("Give examples: --arg f=... --arg x=...\n")


@pytest.mark.parametrize("words", ["powers --arg n=3", "powers_of"])
def test_an_example_or_an_annotation_is_enough(words, capsys):
    assert main(["show", *f"model.py:{words}".split()]) == 0
    assert capsys.readouterr().err == ""


def test_an_error_that_asks_for_an_example_is_left_as_it_is(capsys):
    assert main(["show", "model.py:named"]) == 2
    err = capsys.readouterr().err
    assert err.endswith("Give an example of it: --arg, or arguments.\n")


def test_a_text_for_any_rank_is_followed_by_what_makes_it_shorter(capsys):
    assert main(["show", "model.py:energy"]) == 0
    out, err = capsys.readouterr()
    assert "if np.ndim(q)" in out
    assert err == (
        "The text is for any rank of q. With an example it is shorter, "
        "such as --arg 'q=np.ones(3)'\n"
    )
    assert main(["show", "model.py:energy", "--arg", "q=np.ones(3)"]) == 0
    assert capsys.readouterr().err == ""
