"""The command that measures how nested derivatives grow."""

import pytest

import tangentlite as tl
from benchmarks import nesting


def test_a_line_for_each_order_says_how_it_grows(capsys):
    assert nesting.main(["--only", "line", "loop", "--orders", "3"]) == 0
    names, tables = [], {}
    for line in capsys.readouterr().out.splitlines():
        if line in nesting.PROGRAMS:
            names.append(line)
        elif line and line.split()[0] != "order":
            tables.setdefault(names[-1], []).append(line.split())
    assert names == ["straight line", "loop of 20"]
    for table in tables.values():
        assert [row[0] for row in table] == ["1", "2", "3"]
        assert [row[3] for row in table[:1]] == ["-"]
        # raw text is longer than the final one; no order is ten times the one below
        assert all(int(row[1]) > int(row[2]) for row in table)
        assert all(1.0 < float(row[3]) < 10.0 for row in table[1:])
    places = [[int(row[6]) for row in tables[name]] for name in names]
    assert places[0] == [0, 0, 0] and places[1] == sorted(set(places[1]))


@pytest.mark.parametrize("name", nesting.PROGRAMS)
def test_second_derivatives_of_the_programs_are_right(name):
    derive, program, args = nesting.PROGRAMS[name]
    gradient = derive(program)
    if derive is tl.grad:
        tl.check_grad(gradient, args)
    else:
        tl.check_grad(program, args)


def test_a_program_that_is_not_there_is_answered_with_those_that_are(capsys):
    assert nesting.main(["--only", "nothing"]) == 2
    assert "Newton's square root" in capsys.readouterr().err
