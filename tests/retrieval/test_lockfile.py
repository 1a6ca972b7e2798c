"""A lock keeps the texts that were cited, and tells what became of their pages."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.lockfile import (
    Locked,
    Unread,
    check_lock,
    fingerprint,
    merge_locks,
    open_lock,
    read_lock,
    seal,
    write_lock,
)
from wellsourced_core.errors import InputError
from wellsourced_core.model import Source

TEXT = "Night trains are back on twelve lines. Most leave before ten in the evening."


def locked(url: str = "https://example.org/a", text: str = TEXT, *evidence: str) -> Locked:
    return Locked(Source(url, url, "Title", text, date(2024, 5, 1), "2026-01-02", "lock"), evidence)


def test_what_could_not_be_locked_is_kept_beside_the_pages(tmp_path: Path) -> None:
    path, page = tmp_path / "sources.lock", locked("https://example.org/a", TEXT)
    gone = [Unread("https://bo@example.org/z", "answers with status 404"), Unread("https://example.org/a", "late")]
    write_lock(path, [page], gone)
    first = path.read_bytes()
    opened = open_lock(path)
    assert read_lock(path) == (page,)
    assert list(opened.unread.values()) == [Unread("https://example.org/z", "answers with status 404")]
    write_lock(path, tuple(opened.pages.values()), opened.unread.values())
    assert path.read_bytes() == first
    path.write_bytes(first.replace(b"404", b"410"))
    with pytest.raises(InputError, match=":3: does not match its seal"):
        open_lock(path)


def test_a_lock_reads_back_as_it_was_written_ordered_by_address(tmp_path: Path) -> None:
    b, a = locked("https://example.org/b"), locked("https://example.org/a", TEXT, "twelve lines")
    write_lock(tmp_path / "sources.lock", [b, a])
    assert read_lock(tmp_path / "sources.lock") == (a, b)


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    pair = [locked("https://example.org/b"), locked()]
    write_lock(tmp_path / "1", pair)
    write_lock(tmp_path / "2", pair[::-1])
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize("scheme", ["https", "ftp", "s3", "htt-ps"])
def test_a_lock_holds_no_password_of_any_kind_of_address(tmp_path: Path, scheme: str) -> None:
    path = tmp_path / "sources.lock"
    write_lock(path, [locked(f"{scheme}://ada:secret@s.example/a"), locked(f"{scheme}://bo@s.example/a")])
    once = path.read_bytes()
    assert b"secret" not in once
    assert once.count(b"\n") == 2  # the schema, and one page however it was reached
    write_lock(path, read_lock(path))
    assert path.read_bytes() == once


def test_a_newer_text_takes_the_place_of_the_older_and_evidence_adds_up() -> None:
    old = locked("http://www.example.org/a/", "old", "old words")
    new = locked("https://example.org/a", "new", "new words")
    (merged,) = merge_locks([old], [new])
    assert merged.source.text == "new"
    assert merged.evidence == ("new words", "old words")


@pytest.mark.parametrize(
    ("now", "status"),
    [
        (TEXT, "unchanged"),
        (f"  {TEXT.upper()}\n", "unchanged"),
        (TEXT.replace("Most leave", "All leave"), "drifted"),
        (TEXT.replace("twelve", "eleven"), "evidence-gone"),
        (None, "unreachable"),
    ],
)
def test_what_became_of_a_page(now: str | None, status: str) -> None:
    one = locked("https://example.org/a", TEXT, "back on twelve  lines", "Night trains")
    (drift,) = check_lock([one], {"https://example.org/a": now})
    assert drift.status == status
    assert ("twelve" in drift.why) == (status == "evidence-gone")


def test_a_page_that_was_not_looked_at_is_unreachable() -> None:
    assert check_lock([locked()], {})[0].status == "unreachable"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("twelve", "eleven", "altered"),
        ("wellsourced.lock/1", "wellsourced.lock/9", "schema"),
        ('"title": "Title"', '"title": 5', '"title"'),
        ('"evidence": ["e"]', '"evidence": [5]', '"evidence"'),
        ('"sha256"', '"sha"', '"sha256"'),
    ],
)
def test_a_lock_that_was_altered_is_refused_naming_the_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "sources.lock"
    write_lock(path, [locked("https://example.org/a", TEXT, "e")])
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(InputError, match=r"sources\.lock:[12]: ") as caught:
        read_lock(path)
    assert problem in caught.value.problem


EDITS = [
    *({"url": "https://example.org/b"}, {"canonical": "https://example.org/b"}, {"title": "Other"}),
    *(
        {"published": None},
        {"retrieved": "2026-02-31"},
        {"extractor": "given"},
        {"evidence": ["Night trains", "others"]},
        {"more": 1},
    ),
    *({"text": TEXT.replace(" ", "  ")}, {"seal": "0" * 64}, {"seal": None}, {"published": "2024-06-01"}),
]


@pytest.mark.parametrize("edit", EDITS, ids=repr)
def test_j130_nothing_of_a_locked_source_can_be_altered(tmp_path: Path, edit: dict[str, object]) -> None:
    path = tmp_path / "sources.lock"
    write_lock(path, [locked("https://example.org/a", TEXT, "Night trains"), locked("https://example.org/z")])
    header, first, last = map(json.loads, path.read_text("utf-8").splitlines())
    first = {key: value for key, value in (first | edit).items() if value is not None}
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, first, last)), "utf-8")
    with pytest.raises(InputError, match=r"sources\.lock:2: (?:does not match its|has no) seal"):
        read_lock(path)


def test_j130_a_text_cannot_be_moved_to_another_address(tmp_path: Path) -> None:
    path = tmp_path / "sources.lock"
    write_lock(path, [locked("https://example.org/a", "One."), locked("https://example.org/b", "Two.")])
    header, one, two = map(json.loads, path.read_text("utf-8").splitlines())
    moved = [header, one | {"text": two["text"], "sha256": two["sha256"]}, two]
    path.write_text("".join(json.dumps(line) + "\n" for line in moved), "utf-8")
    with pytest.raises(InputError, match="altered"):
        read_lock(path)


def test_j130_a_lock_of_an_older_version_is_read_and_sealed_when_it_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "sources.lock"
    write_lock(path, [locked("https://example.org/a", TEXT, "Night trains"), locked("https://example.org/b", "été")])
    new = path.read_text("utf-8")
    rows = [json.loads(line) for line in new.splitlines()]
    bare = [{key: value for key, value in row.items() if key != "seal"} for row in rows]
    path.write_text("".join(json.dumps(row, indent=None) + "\r\n" for row in bare), "utf-8")
    write_lock(path, read_lock(path))
    assert path.read_text("utf-8") == new
    path.write_text("".join(json.dumps(dict(reversed(row.items()))) + "\n" for row in rows), "utf-8")
    assert len(read_lock(path)) == 2  # other order of fields, other escapes, same values
    assert rows[2]["seal"] == seal(rows[2]) == seal(bare[2])


@pytest.mark.parametrize("bare", [1, 2])
def test_j130_in_a_lock_with_seals_the_line_without_one_is_named(tmp_path: Path, bare: int) -> None:
    path = tmp_path / "sources.lock"
    write_lock(path, [locked("https://example.org/a"), locked("https://example.org/b")])
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    del rows[bare]["seal"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.raises(InputError) as refused:
        read_lock(path)
    assert str(refused.value).startswith(f"{path}:{bare + 1}: has no seal, as other lines have: ")
    assert str(refused.value).endswith(": restore it from version control")


def test_an_empty_file_and_a_page_locked_twice_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sources.lock"
    path.write_bytes(b"")
    with pytest.raises(InputError, match="not a lock"):
        read_lock(path)
    write_lock(path, [locked()])
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines, lines[1]]), "utf-8")
    with pytest.raises(InputError, match="twice"):
        read_lock(path)


def test_an_empty_lock_is_a_lock(tmp_path: Path) -> None:
    write_lock(tmp_path / "sources.lock", [])
    assert read_lock(tmp_path / "sources.lock") == ()


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@settings(max_examples=60)
@given(
    st.lists(
        st.builds(
            lambda i, text, e: locked(f"https://example.org/{i}", text, *sorted(set(e))),
            st.integers(0, 9),
            texts,
            st.lists(texts, max_size=2),
        ),
        max_size=5,
        unique_by=lambda one: one.source.url,
    )
)
def test_any_lock_reads_back_and_is_unchanged(tmp_path_factory: pytest.TempPathFactory, many: list[Locked]) -> None:
    path = tmp_path_factory.mktemp("lock") / "sources.lock"
    write_lock(path, many)
    again = read_lock(path)
    assert again == merge_locks((), many)
    now = {one.source.url: one.source.text for one in again}
    assert {drift.status for drift in check_lock(again, now)} <= {"unchanged"}


@settings(max_examples=60)
@given(texts)
def test_white_space_makes_no_difference_to_a_fingerprint(text: str) -> None:
    assert fingerprint(f" \n{text.replace(' ', '  ')}\t") == fingerprint(text)
