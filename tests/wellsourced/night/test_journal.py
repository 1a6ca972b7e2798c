from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.night import journal as module
from wellsourced.night.journal import JOURNAL, MIGRATIONS, fingerprint, open_journal
from wellsourced_core.errors import StorageError
from wellsourced_core.model import Source, Topic

FIRST, SECOND = date(2026, 11, 21), date(2026, 11, 22)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own words


# ------------------------------------------------------------------------------------------ runs


def test_h15_an_unfinished_run_keeps_its_date_and_a_finished_one_does_not(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        assert journal.begin(FIRST, given=False) == FIRST
    with open_journal(tmp_path) as journal:
        assert journal.begin(SECOND, given=False) == FIRST
        assert journal.run == 1
        journal.end()
    with open_journal(tmp_path) as journal:
        assert journal.begin(SECOND, given=False) == SECOND
        assert journal.run == 2


def test_a_date_that_is_given_begins_another_run_and_the_same_date_goes_on(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.begin(FIRST, given=True)
        assert journal.begin(SECOND, given=True) == SECOND
        journal.end()
        assert journal.begin(SECOND, given=True) == SECOND
        assert journal.run == 2


def test_h15_a_clock_that_jumps_back_changes_nothing(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.begin(SECOND, given=False)
        assert journal.begin(FIRST, given=False) == SECOND


# ------------------------------------------------------------------------------------------ topics and answers


def test_a_result_holds_for_its_folder_and_key_alone(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.finish("a", "key", "topic", "result")
        assert journal.result("a", "key") == "result"
        assert journal.result("a", "another") is None
        assert journal.result("b", "key") is None


def test_failures_count_until_a_topic_goes_well(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.fail("topic", "one")
        journal.fail("topic", "two")
        journal.fail("other", "three")
        assert journal.failures("topic") == (2, "two")
        journal.finish("folder", "key", "topic", "{}")
        assert journal.failures("topic") == (0, "")
        journal.forgive()
        assert journal.failures("other") == (0, "")


def test_answers_stay_until_the_topic_is_done(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.keep("key", "search", "question", "answer")
        journal.keep("other", "search", "question", "theirs")
    with open_journal(tmp_path) as journal:
        assert journal.answer("key", "search", "question") == "answer"
        assert journal.answer("key", "rewording", "question") is None
        journal.finish("folder", "key", "topic", "{}")
        assert journal.answer("key", "search", "question") is None
        assert journal.answer("other", "search", "question") == "theirs"


def test_a_transaction_is_whole_or_not_at_all(tmp_path: Path) -> None:
    def half(journal: module.Journal) -> None:
        with journal.transaction():
            journal.fail("topic", "one")
            with journal.transaction():
                journal.fail("topic", "two")
            raise RuntimeError

    with open_journal(tmp_path) as journal:
        with pytest.raises(RuntimeError):
            half(journal)
        assert journal.failures("topic") == (0, "")
        journal.fail("topic", "three")
        assert journal.failures("topic") == (1, "three")


# ------------------------------------------------------------------------------------------ the file itself


def old_journal(folder: Path) -> Path:
    """Make a journal as the first version left it, with a failure in it."""
    path = folder / JOURNAL
    with closing(sqlite3.connect(path)) as database:
        database.executescript(MIGRATIONS[0])
        database.execute(f"PRAGMA application_id = {module._APPLICATION}")
        database.execute("PRAGMA user_version = 1")
        with database:
            database.execute("INSERT INTO failures VALUES ('topic', 2, 'why')")
    return path


def test_h17_an_older_journal_is_migrated_and_a_copy_is_kept(tmp_path: Path) -> None:
    path = old_journal(tmp_path)
    with open_journal(tmp_path) as journal:
        assert journal.failures("topic") == (2, "why")
    assert version(path) == len(MIGRATIONS)
    copy = tmp_path / f"{JOURNAL}.v1"
    assert version(copy) == 1
    assert rows(copy, "failures") == [("topic", 2, "why")]


def test_h17_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_journal(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(module, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (a); DROP TABLE failures; NONSENSE;"))
        with pytest.raises(StorageError), open_journal(tmp_path):
            raise AssertionError("it was opened")
    assert version(path) == 1
    assert rows(path, "failures") == [("topic", 2, "why")]
    with open_journal(tmp_path) as journal:
        assert journal.failures("topic") == (2, "why")


def test_h17_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    path = old_journal(tmp_path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="newer version") as caught, open_journal(tmp_path):
        raise AssertionError("it was opened")
    assert caught.value.exit_code == 4
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to look like one" * 20, b"SQLite format 3\0" * 9]
)
def test_h17_a_damaged_journal_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / JOURNAL).write_bytes(content)
    with pytest.raises(StorageError, match=r"\.journal\.sqlite: cannot be used"), open_journal(tmp_path):
        raise AssertionError("it was opened")
    assert (tmp_path / JOURNAL).read_bytes() == content


def test_h03_a_full_disk_is_named_and_the_last_state_stays(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.keep("key", "search", "small", "kept")
        pages = journal.one("PRAGMA page_count")[0]
        journal.one(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StorageError, match=r"\.journal\.sqlite: cannot be used .*full"):
            journal.keep("key", "search", "large", "x" * 1_000_000)
        assert journal.answer("key", "search", "small") == "kept"
    with open_journal(tmp_path) as journal:
        journal.keep("key", "search", "large", "x" * 1_000_000)


# ------------------------------------------------------------------------------------------ fingerprints

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.dates(),
    lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60)
@given(plain, plain)
def test_equal_values_have_equal_fingerprints(one: object, other: object) -> None:
    assert fingerprint(one, other) == fingerprint(one, other)
    assert len(fingerprint(one)) == 32
    if isinstance(one, str) and isinstance(other, str) and one != other:
        assert fingerprint(one) != fingerprint(other)


def test_every_field_counts_and_the_order_of_a_table_does_not() -> None:
    topic = Topic("a", "Noise")
    for other in (Topic("b", "Noise"), Topic("a", "Noise", words=200), Topic("a", "Noise", notes=("55 dB",))):
        assert fingerprint(topic) != fingerprint(other)
    assert fingerprint(("a", "bc")) != fingerprint(("ab", "c"))
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    assert fingerprint(frozenset("abc")) == fingerprint(frozenset("cba"))
    source = Source("1", "", "\ud800", "")
    assert fingerprint(source) != fingerprint(Source("1", "", "\ufffd", ""))


def test_what_has_no_stable_form_has_no_fingerprint() -> None:
    with pytest.raises(TypeError, match="has no fingerprint"):
        fingerprint(object())
