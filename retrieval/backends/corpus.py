"""A folder of documents in one SQLite file with a full-text index: the embedded default.

The index holds our own stems, so that a word is the same word here and in every score; a run of Chinese,
Japanese or Thai is indexed by character bigrams.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date
from pathlib import Path

from retrieval.backends import Options, check_options
from retrieval.documents import BuildReport, Skipped, read_folder
from retrieval.storage import content, is_file, replacing
from wellsourced_core.errors import ConfigError, InputError, StorageError
from wellsourced_core.model import Source
from wellsourced_core.text import idf, terms, unique
from wellsourced_core.values import frozen

_APPLICATION = 0x77736F75  # "wsou"
_VERSION = 1
_MOST_TERMS = 64
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE documents (
  rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL, title TEXT NOT NULL,
  text TEXT NOT NULL, published TEXT, retrieved TEXT, provider TEXT NOT NULL
);
CREATE VIRTUAL TABLE stems USING fts5 (title, text, content='', tokenize="ascii tokenchars '.'''");
"""
# bm25() is smaller for better matches; a word of the title counts twice.
_SEARCH = """
SELECT d.rowid FROM stems JOIN documents d ON d.rowid = stems.rowid
WHERE stems MATCH ? ORDER BY bm25(stems, 2.0, 1.0), d.id LIMIT ?
"""
_HEADS = "SELECT rowid, url, title FROM documents ORDER BY rowid"
_READ = "SELECT id, url, title, text, published, retrieved, provider FROM documents WHERE rowid = ?"


@frozen
class Corpus:
    """A corpus file, opened read-only for every search."""

    path: Path
    name: str = "corpus"

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        """Rank documents by BM25 over title and text; any term of the query may match.

        Ties are broken by id. A query without a content word finds nothing. Of a very long query the 64
        rarest terms count.
        """
        match = _match(query)
        if not match or limit < 1:
            return ()
        try:
            with closing(_open(self.path)) as database:
                rows = database.execute(_SEARCH, (match, limit)).fetchall()
                return tuple(_source(database.execute(_READ, row).fetchone()) for row in rows)
        except (sqlite3.Error, ValueError) as error:
            raise StorageError(self.path, f"cannot be searched ({error})", "build the corpus again") from error


def build(options: Options) -> Corpus:
    """Open a corpus: the option ``path`` names its file. Raises ConfigError, InputError."""
    check_options("corpus", options, frozenset({"path"}))
    path = options.get("path")
    if not isinstance(path, str) or not path:
        raise ConfigError("backends.corpus.path", "is missing", "name the file that `corpus build` made")
    with closing(_open(Path(path))):
        return Corpus(Path(path))


def index(folder: Path, to: Path) -> BuildReport:
    """Index a folder into one file, atomically: an earlier corpus stays until the new one is whole.

    The same folder gives the same bytes. A document that cannot be read is skipped with its reason.
    """
    with replacing(to) as temporary:
        try:
            with closing(sqlite3.connect(temporary, isolation_level=None)) as database:
                return _fill(database, read_folder(folder, but=to))
        except sqlite3.Error as error:
            raise StorageError(to, f"cannot be written ({error})", "free some space or choose another place") from error


def _fill(database: sqlite3.Connection, documents: Iterable[Source | Skipped]) -> BuildReport:
    database.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA}")
    database.execute("BEGIN")
    count = 0
    skipped: list[Skipped] = []
    ids: set[str] = set()
    for document in documents:
        if isinstance(document, Skipped):
            skipped.append(document)
        elif document.id in ids:
            skipped.append(Skipped(document.id, "another document has this id"))
        else:
            ids.add(document.id)
            count += 1
            _insert(database, count, document)
    database.execute("INSERT INTO stems(stems) VALUES ('optimize')")
    database.execute("COMMIT")
    return BuildReport(count, tuple(skipped))


def _insert(database: sqlite3.Connection, row: int, source: Source) -> None:
    published = source.published.isoformat() if source.published else None
    fields = (
        row,
        source.id,
        source.url,
        source.title,
        source.text,
        published,
        source.retrieved,
        source.provider,
    )
    database.execute("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)", fields)
    stems = (row, " ".join(terms(source.title).stems), " ".join(terms(source.text).stems))
    database.execute("INSERT INTO stems (rowid, title, text) VALUES (?, ?, ?)", stems)


def named(path: Path, is_wanted: Callable[[str, str], bool], most: int) -> tuple[Source, ...]:
    """Return the first ``most`` documents of a corpus whose address and title are wanted; no other text is read."""
    try:
        with closing(_open(path)) as database:
            found = (row for row, url, title in database.execute(_HEADS) if is_wanted(url, title))
            rows = [row for row, _ in zip(found, range(most), strict=False)]
            return tuple(_source(database.execute(_READ, (row,)).fetchone()) for row in rows)
    except (sqlite3.Error, ValueError) as error:
        raise StorageError(path, f"cannot be read ({error})", "build the corpus again") from error


def _match(query: str) -> str:
    """Write the query's terms as an FTS5 expression: quoted, so that nothing in them is syntax."""
    stems = list(unique(terms(query).stems))
    if len(stems) > _MOST_TERMS:
        stems = sorted(stems, key=lambda stem: (-idf(stem), stem))[:_MOST_TERMS]
    return " OR ".join('"' + stem.replace('"', '""') + '"' for stem in stems)


def is_corpus(path: Path) -> bool:
    """Tell whether a file is a corpus by the mark in its head, also a damaged one or one of another version.

    Raises StorageError for a file that may not be read.
    """
    head = content(path, 72)
    return head.startswith(b"SQLite format 3\0") and head[68:] == _APPLICATION.to_bytes(4, "big")


def _open(path: Path) -> sqlite3.Connection:
    if not is_file(path):
        raise InputError(path, "there is no such corpus", "make one with `corpus build DIR --to FILE`")
    try:
        database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise StorageError(path, f"cannot be opened ({error})", "check its permissions") from error
    try:
        application = database.execute("PRAGMA application_id").fetchone()[0]
        version = database.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        database.close()
        if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StorageError(path, "is locked by another program", "run again when that is done") from error
        if is_corpus(path):
            raise StorageError(path, f"cannot be opened ({error})", "check its folder, or build it again") from error
        raise InputError(path, "is not a corpus", "make one with `corpus build DIR --to FILE`") from error
    if application != _APPLICATION or version != _VERSION:
        database.close()
        problem = (
            "is not a corpus" if application != _APPLICATION else f"is a corpus of version {version}, not {_VERSION}"
        )
        raise InputError(path, problem, "build it again with `corpus build DIR --to FILE`")
    return database


def _source(row: tuple[str, str, str, str, str | None, str | None, str]) -> Source:
    """Make a source of a row. Raises ValueError for one that another program has written."""
    if not all(isinstance(value, str | None) for value in row):
        raise ValueError("has bytes or numbers where text should be")
    identifier, url, title, text, published, retrieved, provider = row
    day = date.fromisoformat(published) if published else None
    return Source(identifier, url, title, text, day, retrieved, provider or "corpus")
