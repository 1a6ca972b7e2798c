"""The embedded corpus: one file, built whole, searched in one stated order."""

import sqlite3
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.backends import build
from retrieval.backends.corpus import index
from wellsourced_core.errors import ConfigError, InputError, StorageError

DOCUMENTS = {
    "bees.md": "---\ndate: 2024-05-01\n---\n# Honey bees\nBees dance to tell the hive where flowers are.",
    "tea.md": "# Tea\nThe valley grows half of the country's tea. The hive of offices sells it.",
    "rail.txt": "Title: Night trains\nURL: https://example.org/rail\n\nNight trains are back on 12 lines.",
    "jp.md": "# 東京の電車\n夜の電車は十二時まで走ります。",
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")
    target = folder.parent / "corpus.db"
    assert index(folder, target).documents == 4
    return target


def found(corpus: Path, query: str, limit: int = 10) -> list[str]:
    return [source.id for source in build("corpus", {"path": str(corpus)}).search(query, limit)]


def test_a_source_comes_back_whole(corpus: Path) -> None:
    (source,) = build("corpus", {"path": str(corpus)}).search("dancing bee", 5)
    assert (source.title, source.url, source.published) == ("Honey bees", "bees.md", date(2024, 5, 1))
    assert source.text == "# Honey bees\nBees dance to tell the hive where flowers are."
    assert source.provider == "corpus"


def test_any_term_matches_and_the_better_match_comes_first(corpus: Path) -> None:
    assert found(corpus, "Where do the bees of a hive dance?") == ["bees.md", "tea.md"]
    assert found(corpus, "hive bees", limit=1) == ["bees.md"]


def test_words_match_in_their_other_forms_and_in_the_title(corpus: Path) -> None:
    assert found(corpus, "TRAIN lines") == ["rail.txt"]


def test_c13_japanese_is_searched_by_bigrams(corpus: Path) -> None:
    assert found(corpus, "電車は何時まで") == ["jp.md"]


@pytest.mark.parametrize("query", ["", "   ", "the of and", "?!", "😀"])
def test_f05_a_query_without_a_content_word_finds_nothing(corpus: Path, query: str) -> None:
    assert found(corpus, query) == []


@pytest.mark.parametrize(
    "query",
    [
        'bees"',
        "bees OR",
        "AND bees",
        "NEAR(bees dance, 2)",
        "title:bees",
        "bees*",
        "^bees",
        "-bees",
        "(bees",
        "bees' OR 1=1 --",
    ],
)
def test_nothing_in_a_query_is_syntax(corpus: Path, query: str) -> None:
    assert "bees.md" in found(corpus, query)


def test_a_very_long_query_keeps_its_rarest_terms(corpus: Path) -> None:
    assert found(
        corpus,
        "important year time people work " * 2_000
        + " "
        + " ".join(f"zq{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(60))
        + " bees",
    ) == ["bees.md"]


@settings(max_examples=60)
@given(query=st.text(max_size=60), limit=st.integers(-1, 5))
def test_any_query_is_answered_the_same_way_twice(corpus: Path, query: str, limit: int) -> None:
    first = found(corpus, query, limit)
    assert first == found(corpus, query, limit)
    assert len(first) <= max(0, limit)


def test_ties_are_broken_by_id(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "lines.jsonl").write_text(
        "\n".join(f'{{"id": "{i}", "url": "", "title": "t", "text": "Same bees."}}' for i in ("c", "a", "b"))
    )
    index(tmp_path / "d", tmp_path / "c.db")
    assert found(tmp_path / "c.db", "bees") == ["a", "b", "c"]


def test_the_same_folder_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "d" / name).write_text(text, "utf-8")
    index(tmp_path / "d", tmp_path / "one.db")
    index(tmp_path / "d", tmp_path / "two.db")
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()


def test_bad_files_and_second_ids_are_skipped_with_their_reason(tmp_path: Path) -> None:
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "a.jsonl").write_text('{"id": "x", "url": "", "title": "", "text": "one"}\n' * 2)
    (folder / "b.jsonl").write_text("{")
    (folder / "c.bin").write_bytes(b"\0")
    report = index(folder, tmp_path / "c.db")
    assert report.documents == 1
    assert [one.path for one in report.skipped] == ["x", "b.jsonl", "c.bin"]


def test_a_corpus_inside_its_own_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Bees\nBees.")
    for _ in range(2):
        assert index(tmp_path, tmp_path / "corpus.db").skipped == ()


def test_a_failed_build_leaves_the_old_corpus(corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "c.db"
    target.write_bytes(corpus.read_bytes())
    with pytest.raises(InputError):
        index(tmp_path / "missing", target)
    assert found(target, "bees") == ["bees.md"]
    assert [p.name for p in tmp_path.iterdir()] == ["c.db"]


def test_a_place_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError):
        index(tmp_path / "d", tmp_path / "file" / "c.db")


@pytest.mark.parametrize("content", [b"", b"not a database at all, but longer than a header of one hundred bytes" * 3])
def test_a_file_that_is_no_corpus_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(InputError, match="not a corpus"):
        build("corpus", {"path": str(tmp_path / "x.db")})


def test_a_database_of_something_else_and_of_another_version_is_refused(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(corpus.read_bytes())
    for pragma, problem in (("user_version = 99", "version 99"), ("application_id = 5", "not a corpus")):
        database = sqlite3.connect(other)
        database.execute(f"PRAGMA {pragma}")
        database.close()
        with pytest.raises(InputError, match=problem):
            build("corpus", {"path": str(other)})


def test_the_path_must_be_given_and_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is missing"):
        build("corpus", {})
    with pytest.raises(InputError, match="no such corpus"):
        build("corpus", {"path": str(tmp_path / "missing.db")})


def test_searching_writes_nothing(corpus: Path) -> None:
    before = corpus.read_bytes()
    found(corpus, "bees")
    assert corpus.read_bytes() == before
    assert not list(corpus.parent.glob("corpus.db-*"))
