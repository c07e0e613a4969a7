"""Everyday Python: what works, what is refused and how, and the page of it."""
import contextlib
import copy
import io

import pytest

import tangentlite as tl
from tests.features.corpus import (
    PAGE,
    message,
    messages,
    refused,
    supported,
    with_table,
)
from tests.golden.module import MESSAGES
from tests.support.cases import named


@pytest.mark.parametrize('program', named(supported()))
@pytest.mark.parametrize('order', [
    pytest.param(1, marks=pytest.mark.one_in(2)),
    pytest.param(2, marks=pytest.mark.one_in(12)),
])  # fmt: skip
def test_derivatives(program, order):
    args = copy.deepcopy(program.args)
    with contextlib.redirect_stdout(io.StringIO()):
        tl.check_grad(program.function, args, wrt=0, order=order)


def test_each_feature_has_a_program():
    assert len(list(supported())) > 300


@pytest.mark.parametrize('program', [
    pytest.param(program, id=title) for title, program in refused()])
def test_refusals_say_what_and_what_instead(program):
    what, *rest = message(program).split('\n')
    assert what.endswith('.') or rest, what


def test_messages_are_the_golden_ones():
    assert messages() == MESSAGES.read_text(), '`make golden` accepts it'


def test_the_page_has_what_the_tests_have():
    text = PAGE.read_text()
    assert with_table(text) == text, '`make golden` writes it'
