"""The tables of derivatives that are matrices, of their growth, and of memory."""

import numpy as np
import pytest

import tangentlite as tl
from benchmarks import growth, matrices, memory, sparse, sparse_peers
from benchmarks import matrix_programs as programs
from benchmarks.harness import Effort

ONCE = Effort(1, 1e-6, 1e-6)


def rows(text):
    """The cells of each line of a table behind its first column, by that."""
    lines = [line.split("  ", 1) for line in text.splitlines() if line]
    return {title: cells.split() for title, cells in lines}


def test_each_derivative_has_a_row(capsys):
    asked = ["Rosenbrock", "RK4 all", "network in a dict examples"]
    found = matrices.main(["--quick", "--no-peers", "--only", *asked])
    assert found == 0
    costs, growths = capsys.readouterr().out.split("\n\n", 1)
    costs = rows(costs)
    assert costs.pop("derivative")[-2:] == ["ours", "chunk=1"]
    assert list(costs) == [
        "Rosenbrock hessian",
        "Rosenbrock hvp",
        "RK4 all states jacobian",
        "network in a dict examples",
    ]
    assert costs["Rosenbrock hvp"][-1] == "–"  # one vector is not cut into chunks
    times = [cell for own in costs.values() for cell in own if cell != "–"]
    assert all(float(cell) > 0.0 for cell in times) and len(times) == 4 * 4 - 1
    names = ["elementwise", "tridiagonal", "three results"]
    growths = rows(growths[growths.index("derivative") :])
    assert growths.pop("derivative")[:2] == ["n=4", "n=8"]
    assert [*growths] == [name + way for name in names for way in growth.WAYS]
    assert all(float(cell) > 0.0 for own in growths.values() for cell in own)


def test_the_sizes_of_the_table():
    found = {}
    for case in programs.cases():
        found.setdefault(case.title, []).append(case.size)
    decades = [10, 100, 1000]
    assert found == {
        "Rosenbrock hessian": decades,
        "Rosenbrock hvp": decades,
        "logistic regression hessian": decades[:2],
        "logistic regression hvp": decades[:2],
        "Gaussian process hessian": decades[:2],
        "RK4 last state jacobian": decades,
        "RK4 all states jacobian": decades,
        "MLP hvp": decades[:2],
        "network in a dict hessian": [5],
        "network in a dict examples": [50],
        "logistic regression examples": [1000],
        "Bratu jacobian": decades[1:],
    }


def test_what_is_wrong_or_raises_has_a_word_in_place_of_a_time():
    case = next(case for case in programs.cases(quick=True) if case.kind == "hvp")
    right = tl.hvp(case.function, case.args[0], case.vectors[0])

    def raises(case):
        raise ArithmeticError("not here")

    peers = {
        "right": lambda case: (lambda: list(right), np.array),
        "wrong": lambda case: (lambda: 1.001 * right, np.array),
        "raises": raises,
        "none": lambda case: None,
    }
    times, failures = matrices.measured(case, peers, ONCE)
    assert set(times) == {"f", "ours", "right"}
    words = {name: why.word for name, why in failures.items()}
    assert words == {"wrong": "differs", "raises": "refused"}
    row = matrices.line(case, times, failures, peers)
    assert row["wrong"] == "differs" and row["none"] == row["chunk=1"] == "–"


def test_versions_without_writes_are_the_programs():
    p, u = np.array([1.0, 1.2, 1.1, 0.4, 0.3, 0.9]), np.linspace(0.1, 0.9, 6)
    states = programs.all_states_stacked(p, 4)
    np.testing.assert_array_equal(states, programs.all_states(p, 4))
    np.testing.assert_array_equal(programs.bratu_joined(u), programs.bratu(u))
    joined = sparse_peers.without_writes(u, np.exp, np.concatenate, np.zeros(1))
    np.testing.assert_allclose(joined, sparse.bratu(u), rtol=1e-14)


@pytest.mark.parametrize("way", ["dense", "ours", "differences"])
def test_ways_to_a_sparse_matrix(way):
    u = np.linspace(0.1, 0.9, 7)
    call, read = getattr(sparse_peers, way)(sparse.bratu, u)
    error = abs(read(call()) - sparse_peers.exact(u)).max()
    assert error < (1e-6 if way == "differences" else 1e-14)


def test_memory_of_loops(capsys):
    assert memory.main(["--quick", "--no-peers", "--only", "map", "tanh"]) == 0
    found = rows(capsys.readouterr().out)
    assert [*found] == ["loop", "logistic map", "tanh(W @ h)"]
    kept, again = (float(found["logistic map"][k]) for k in (2, 4))
    assert again < 0.2 * kept


def test_options_for_the_other_tables(monkeypatch):
    called = []
    monkeypatch.setattr(matrices, "costs", lambda *args: None)
    monkeypatch.setattr(growth, "show", lambda *args: None)
    for name, module in (("memory", memory), ("sparse", sparse)):
        monkeypatch.setattr(
            module, "main", lambda own, name=name: called.append((name, own))
        )
    assert matrices.main(["--no-peers"]) == 0 and called == []
    assert matrices.main(["--sparse"]) == 0 and called == [("sparse", [])]
    assert matrices.main(["--memory", "--quick"]) == 0
    assert matrices.main(["--all", "--quick", "--no-peers"]) == 0
    quick = ["--quick", "--no-peers"]
    assert called[1:] == [("memory", quick[:1]), ("memory", quick), ("sparse", quick)]


def test_names_that_are_not_there(capsys):
    assert matrices.main(["--only", "no such"]) == 2
    assert memory.main(["--only", "no such"]) == 2
    assert "RK4 last state jacobian; RK4 all" in capsys.readouterr().err
