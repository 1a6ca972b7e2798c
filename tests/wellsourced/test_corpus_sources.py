"""Of a corpus only what a draft names is read."""

from __future__ import annotations

from pathlib import Path

from audit.runner import AuditOptions, open_case
from retrieval.backends.corpus import index
from wellsourced.corpus_sources import named_in

DRAFT = """The mill opened in 1871 [1]. The flood came in 1908 [2].

## References

[1] https://mills.example/history
[2] Berg, A. (1999). The flood of Varne and its bridge. Varne Press.
"""


def test_documents_are_found_by_address_and_by_title(tmp_path: Path) -> None:
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "a.md").write_text("---\nurl: https://mills.example/history?utm_source=x\n---\nOpened in 1871.", "utf-8")
    (folder / "b.md").write_text("# The flood of Varne and its bridge\n\nIt came in 1908.", "utf-8")
    (folder / "c.md").write_text("# Another matter altogether, told at length\n\nNothing.", "utf-8")
    index(folder, tmp_path / "c.sqlite")
    case = open_case(DRAFT, (), AuditOptions())
    found = named_in(case, [tmp_path / "c.sqlite"])
    assert [one.id for one in found] == ["c.sqlite#a.md", "c.sqlite#b.md"]
    joined = open_case(DRAFT, found, AuditOptions()).references.joins
    assert {at: join.by for at, join in joined.items()} == {0: "address", 1: "title"}
    assert named_in(case, ()) == ()
