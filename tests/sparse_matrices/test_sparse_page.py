"""docs/howto/derivatives/sparse.md shows the rows that its benchmark prints."""

from benchmarks import sparse
from tests.support.pages import DOCS

PAGE = DOCS / "howto" / "derivatives" / "sparse.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_benchmark_has_the_rows_of_the_page(capsys):
    assert sparse.main(["--quick", "--no-peers"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    shown = [line.split("|")[1].strip() for line in TEXT.splitlines() if "|" in line]
    assert rows == [name.removesuffix(", Hessian") for name in shown]
    assert len(rows) == 19
