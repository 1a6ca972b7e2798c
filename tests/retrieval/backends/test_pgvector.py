"""The corpus in a real PostgreSQL with pgvector."""

import json
import os
from pathlib import Path

import pytest
from fakes.web import Request, Server, reply

from retrieval.backends import build
from retrieval.backends.pgvector import Database, Pgvector, index, migrate
from retrieval.build_corpus import build_corpus
from retrieval.embedders import embedder_of
from wellsourced_core.errors import BackendError, ConfigError, InputError

DOCUMENTS = {
    "bees.md": "---\ndate: 2024-05-01\n---\n# Honey bees\nBees dance to tell the hive where flowers are.",
    "tea.md": "# Tea\nThe valley grows half of the country's tea. The hive of offices sells it.",
    "rail.txt": "Title: Night trains\nURL: https://example.org/rail\n\nNight trains run on 12 lines after ten o'clock.",
    "jp.md": "# 東京の電車\n夜の電車は十二時まで走ります。",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("documents")
    for name, text in DOCUMENTS.items():
        (place / name).write_text(text, "utf-8")
    return place


@pytest.fixture(scope="module")
def database(postgres: str, folder: Path) -> Database:
    database = Database(postgres, "tests")
    assert index(folder, database).documents == 4
    return database


def found(database: Database, query: str, limit: int = 10, **options) -> list[str]:
    return [source.id for source in Pgvector(database, **options).search(query, limit)]


def test_a_source_comes_back_whole(database: Database) -> None:
    source = Pgvector(database).search("dancing bee", 1)[0]
    assert (source.id, source.title, source.url) == ("bees.md", "Honey bees", "bees.md")
    assert source.published is not None
    assert source.text == "# Honey bees\nBees dance to tell the hive where flowers are."


def test_any_term_matches_and_the_better_match_comes_first(database: Database) -> None:
    assert found(database, "Where do the bees of a hive dance?", vector_weight=0) == ["bees.md", "tea.md"]
    assert found(database, "TRAIN lines")[0] == "rail.txt"
    assert found(database, "電車は何時まで")[0] == "jp.md"


def test_vectors_find_forms_of_a_word_that_stems_do_not_join(database: Database) -> None:
    assert found(database, "beekeeper hives' flowering", limit=1) == ["bees.md"]
    assert "bees.md" in found(database, "honeyed")
    assert found(database, "xylophone") == []


def test_the_small_model_of_the_extra_finds_what_no_word_joins(postgres: str, folder: Path) -> None:
    database, embed = Database(postgres, "minilm"), embedder_of("pgvector", {"embed_model": "minilm"})
    assert index(folder, database, embed).documents == 4
    assert found(database, "insects that collect nectar", embed=embed, vector_weight=1.0)[0] == "bees.md"


def test_the_approximate_index_gives_the_same_here(database: Database) -> None:
    for query in ("bees in a hive", "night trains", "tea"):
        assert found(database, query, approximate=True) == found(database, query)


def test_a_document_no_longer_in_the_folder_is_gone_after_a_build(postgres: str, tmp_path: Path) -> None:
    database = Database(postgres, "rebuilt")
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text(f"# Bees {name}\nBees.")
    assert index(tmp_path, database).documents == 2
    (tmp_path / "a.md").unlink()
    assert index(tmp_path, database).documents == 1
    assert found(database, "bees") == ["b.md"]


def test_a_failed_build_leaves_the_old_corpus(database: Database, tmp_path: Path, folder: Path) -> None:
    with pytest.raises(InputError):
        index(tmp_path / "missing", database)
    assert found(database, "bees", limit=1) == ["bees.md"]

    def breaks(text: str) -> list[float]:
        if "Tea" in text:
            raise InputError("embedder", "breaks", "mend it")
        return [1.0, 2.0]

    with pytest.raises(InputError, match="breaks"):
        index(folder, database, breaks)
    assert found(database, "bees", limit=1) == ["bees.md"]


def test_bad_files_and_second_ids_are_skipped_with_their_reason(postgres: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "x", "url": "", "title": "", "text": "one \\u0000 bee"}\n' * 2)
    (tmp_path / "b.jsonl").write_text("{")
    report = index(tmp_path, Database(postgres, "skipping"))
    assert (report.documents, [one.path for one in report.skipped]) == (1, ["x", "b.jsonl"])


def test_a_document_of_many_long_words_and_nul_bytes_is_indexed(postgres: str, tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = (f"{letters[i % 26]}{letters[i // 26 % 26]}{letters[i // 676]}" + "x" * 190 for i in range(15_000))
    record = {
        "id": "i\0d",
        "url": "u\0",
        "title": "bees \0",
        "text": " ".join(words),
        "retrieved": "\0",
        "provider": "\0",
    }
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    database = Database(postgres, "long_words")
    assert index(tmp_path, database).documents == 1
    assert found(database, "bees") == ["i\ufffdd"]


def test_an_empty_folder_makes_an_empty_corpus(postgres: str, tmp_path: Path) -> None:
    database = Database(postgres, "empty")
    assert index(tmp_path, database).documents == 0
    assert found(database, "bees") == []


def test_an_embedder_of_ones_own_is_used(postgres: str, folder: Path) -> None:
    def by_length(text: str) -> list[float]:
        return [1.0, float("valley" in text)]

    database = Database(postgres, "learned")
    index(folder, database, by_length)
    assert found(database, "valley", embed=by_length, vector_weight=1.0)[0] == "tea.md"


def test_migrations_are_applied_once(postgres: str) -> None:
    database = Database(postgres, "migrating")
    with database.connect() as connection:
        assert migrate(connection, "migrating") == 1
    with database.connect() as connection:
        assert migrate(connection, "migrating") == 0
        connection.execute("INSERT INTO migrations VALUES (99)")
    with pytest.raises(BackendError, match="version 99"), database.connect() as connection:
        migrate(connection, "migrating")


def test_g17_a_database_without_a_corpus_says_how_to_make_one(postgres: str) -> None:
    with pytest.raises(BackendError, match="corpus build"):
        found(Database(postgres, "nothing_here"), "bees")


def test_g17_vectors_of_another_dimension_are_an_error_of_this_arm(database: Database) -> None:
    with pytest.raises(BackendError, match="dimension"):
        found(database, "bees", embed=lambda _text: [1.0, 2.0])


def test_g17_a_database_that_is_down_is_an_error_without_its_password() -> None:
    down = Database("postgresql://me:hunter2@127.0.0.1:1/x", deadline=2)
    with pytest.raises(BackendError) as caught:
        found(down, "bees")
    assert "hunter2" not in str(caught.value)
    assert "hunter2" not in repr(down)


@pytest.mark.parametrize(
    "dsn",
    [
        "nonsense hunter2",
        "postgresql://me:hunter2@[broken",
        "postgresql://me:hunter2%zz@localhost/x",
        "postgresql://me:hunter2@localhost:99999/x",
        "host=localhost password=hunter2 port=abc",
        "host=a,b port=5432,0 password=hunter2",
    ],
)
def test_j126_what_is_no_connection_string_is_a_wrong_configuration(dsn: str, folder: Path) -> None:
    for use in (lambda: build("pgvector", {"dsn": dsn}), lambda: index(folder, Database(dsn))):
        with pytest.raises(ConfigError, match="is not a connection string") as caught:
            use()
        assert "hunter2" not in str(caught.value)
    for right in ("", "host=a,b port=5432,", "service=x", "postgresql:///x?host=/run/postgresql"):
        build("pgvector", {"dsn": right or "dbname=x"})


def test_g17_a_slow_query_is_ended_by_the_deadline(database: Database) -> None:
    import psycopg

    # While another transaction holds the table, a search waits.
    with psycopg.connect(database.dsn) as blocker:
        blocker.execute("LOCK TABLE tests.documents IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(BackendError, match="timeout"):
            found(Database(database.dsn, "tests", deadline=0.2), "bees")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"dsn": "dbname=x", "schema": "a b"},
        {"dsn": "dbname=x", "schema": 'a"; DROP'},
        {"dsn": "dbname=x", "vector_weight": 2},
        {"dsn": "dbname=x", "deadline": 0},
    ],
)
def test_wrong_options_are_refused(options, monkeypatch) -> None:
    monkeypatch.delenv("WELLSOURCED_DSN", raising=False)
    with pytest.raises(ConfigError):
        build("pgvector", options)


def test_the_connection_string_may_stand_in_the_environment(postgres: str, monkeypatch, database: Database) -> None:
    monkeypatch.setitem(os.environ, "WELLSOURCED_DSN", postgres)
    assert build("pgvector", {"schema": "tests"}).search("bees", 1)[0].id == "bees.md"


def test_a_model_behind_a_service_makes_the_vectors_of_corpus_and_question(
    postgres: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service puts what speaks of animals in one direction and all else in the other."""

    def vector(request: Request) -> bytes:
        (text,) = json.loads(request.body)["input"]
        animal = any(word in text.lower() for word in ("bees", "insect"))
        return reply(json.dumps({"data": [{"embedding": [1.0, 0.0] if animal else [0.0, 1.0]}]}))

    server = Server(vector)
    try:
        options = {"dsn": postgres, "schema": "learned", "embed_url": server.url("/e"), "embed_model": "m"}
        backend = build("pgvector", options)
        assert backend.vector_weight == 1.0
        assert build_corpus(folder, postgres, schema="learned", embed=embedder_of("pgvector", options)).documents == 4
        assert backend.search("insects", 1)[0].id == "bees.md"
        hashing = build("pgvector", {"dsn": postgres, "schema": "learned"})
        with pytest.raises(BackendError, match="build the corpus again with the embed_model that searches it"):
            hashing.search("insects", 1)
    finally:
        server.close()


def test_an_option_that_it_does_not_have_is_refused(postgres: str) -> None:
    with pytest.raises(ConfigError, match="embed_key: is not an option"):
        build("pgvector", {"dsn": postgres, "embed_key": "em-SECRET"})
