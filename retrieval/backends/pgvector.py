"""A corpus in PostgreSQL with pgvector, for what outgrows one file: words and vectors in one query."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, LiteralString

from retrieval.backends import Options, check_options, seconds
from retrieval.documents import BuildReport, Skipped, read_folder
from retrieval.embedders import OPTIONS, embedder_of
from retrieval.hashed_embedding import Embedder, hashed
from wellsourced_core.errors import BackendError, ConfigError, shown
from wellsourced_core.model import Source
from wellsourced_core.text import idf, terms, unique
from wellsourced_core.values import frozen

if TYPE_CHECKING:
    import psycopg

_DSN = "WELLSOURCED_DSN"
_CANDIDATES = 100
_MOST_TERMS = 64
_LONGEST_STEM = 200
_MOST_POSITIONS = 16_000
_LARGEST_VECTOR = 800_000  # bytes of lexemes; a tsvector holds 1 MiB
_DEADLINE = 10.0
# The weight of the vectors relative to the words. The hashing embedder only joins forms of words: measured on three
# collections a weight of 1 loses up to .05 nDCG@10, one of .1 stays within .005. A learned embedder earns 1.
_VECTOR_WEIGHT, _LEARNED_WEIGHT = 0.1, 1.0

# Applied in order, each once; never changed, only added to.
_MIGRATIONS: tuple[LiteralString, ...] = (
    """
    CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;
    CREATE TABLE documents (
      id text COLLATE "C" PRIMARY KEY, url text NOT NULL, title text NOT NULL, text text NOT NULL,
      published date, retrieved text, provider text NOT NULL,
      stems tsvector NOT NULL, embedding vector NOT NULL
    );
    """,
)
_COLUMNS = "id, url, title, text, published, retrieved, provider, stems, embedding"
# The lexical score is the sum of idf x ts_rank per term: frozen weights, saturating counts, no division by
# length (with it nDCG@10 falls by .002 to .08 on three collections). Both lists are joined by reciprocal
# rank fusion. "+ 0" keeps the planner from the approximate index.
_SEARCH = """
WITH asked AS (
  SELECT lexeme::tsquery AS query, weight FROM unnest(%(lexemes)s::text[], %(weights)s::float8[]) AS a(lexeme, weight)
), lexical AS (
  SELECT id, row_number() OVER (ORDER BY score DESC, id) AS rank FROM (
    SELECT d.id, sum(a.weight * ts_rank('{.5, .5, .5, 1}', d.stems, a.query)) AS score
    FROM asked a JOIN documents d ON d.stems @@ a.query GROUP BY d.id
  ) scored ORDER BY rank LIMIT %(candidates)s
), semantic AS (
  SELECT id, row_number() OVER (ORDER BY distance, id) AS rank FROM (
    SELECT id, embedding <=> %(vector)s::vector AS distance FROM documents
    ORDER BY (embedding <=> %(vector)s::vector) {exact} LIMIT %(candidates)s
  ) nearest WHERE distance < .9
)
SELECT id, url, title, text, published, retrieved, provider
FROM (
  SELECT id, coalesce(1.0 / (60 + l.rank), 0) + %(share)s * coalesce(1.0 / (60 + s.rank), 0) AS score,
         least(l.rank, s.rank) AS best
  FROM lexical l FULL JOIN semantic s USING (id)
) fused JOIN documents USING (id)
ORDER BY score DESC, best, id LIMIT %(limit)s
"""


@frozen
class Database:
    """Where the corpus is: the connection string (it may hold a password, so it is never shown), a schema, a time."""

    dsn: str
    schema: str = "wellsourced"
    deadline: float = _DEADLINE

    def __repr__(self) -> str:
        return f"Database(schema={self.schema!r})"

    @contextmanager
    def connect(self) -> Iterator[psycopg.Connection]:
        """Open a connection whose tables are those of the schema. Raises BackendError without the DSN in it."""
        try:
            import psycopg
            from psycopg import errors, sql
        except ModuleNotFoundError as error:
            raise ConfigError("pgvector", "needs psycopg", 'install "wellsourced[postgres]"') from error
        _check_dsn(self.dsn)
        try:
            with psycopg.connect(self.dsn, connect_timeout=max(2, int(self.deadline))) as connection:
                connection.execute(sql.SQL("SET search_path = {}, public").format(sql.Identifier(self.schema)))
                yield connection
        except errors.UndefinedTable as error:
            remedy = "make one with `corpus build DIR --to DSN`"
            raise BackendError("pgvector", f"has no corpus in the schema {self.schema}", remedy) from error
        except errors.DataException as error:  # vectors of two lengths, say
            problem = f"cannot use its data ({shown(error.diag.message_primary or type(error).__name__)})"
            remedy = "build the corpus again with the embed_model that searches it"
            raise BackendError("pgvector", problem, remedy) from error
        except psycopg.Error as error:
            reason = error.diag.message_primary or (str(error).splitlines() or ["no reason given"])[0]
            problem = f"fails ({type(error).__name__}: {shown(_without_password(reason, self.dsn))})"
            raise BackendError("pgvector", problem, "check that the database is up and reachable") from error


@frozen
class Pgvector:
    """Searches words and vectors at once and fuses both lists; every search has its own connection."""

    database: Database
    embed: Embedder = hashed
    vector_weight: float = _VECTOR_WEIGHT
    approximate: bool = False
    name: str = "pgvector"

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        """Return the best documents; ties go to the better best rank, then to the id.

        Vectors are compared exactly, so that the same corpus gives the same answer, unless ``approximate``
        allows the HNSW index.
        """
        stems = [stem for stem in unique(terms(query).stems) if len(stem) <= _LONGEST_STEM]
        if not stems or limit < 1:
            return ()
        rarest = sorted(stems, key=lambda stem: (-idf(stem), stem))[:_MOST_TERMS]
        values = {
            "lexemes": [_quoted(stem) for stem in rarest],
            "weights": [idf(stem) for stem in rarest],
            "vector": _vector(self.embed(query)),
            "share": self.vector_weight,
            "candidates": max(_CANDIDATES, limit),
            "limit": limit,
        }
        statement = _SEARCH.replace("{exact}", "" if self.approximate else "+ 0").encode("ascii")
        with self.database.connect() as connection:
            milliseconds = str(int(self.database.deadline * 1_000))
            connection.execute("SELECT set_config('statement_timeout', %s, true)", (milliseconds,))
            rows = connection.execute(statement, values).fetchall()
        return tuple(_source(row) for row in rows)


def build(options: Options) -> Pgvector:
    """Make the backend; nothing is connected yet. Raises ConfigError.

    Options: dsn (else WELLSOURCED_DSN of the environment), schema, vector_weight (0 to 1; by default .1, and 1 for a
    model's vectors), approximate, deadline (seconds), embed_model and embed_url (a model behind a service, in the place
    of hashing).
    """
    plain = ("dsn", "schema", "vector_weight", "approximate", "deadline")
    check_options("pgvector", options, frozenset((*plain, *OPTIONS)))
    dsn = str(options.get("dsn") or os.environ.get(_DSN, ""))
    if not dsn:
        raise ConfigError(_DSN, "is not set", "set it to the connection string of the database")
    with suppress(ModuleNotFoundError):  # then it is said that the package is missing
        _check_dsn(dsn)
    embed = embedder_of("pgvector", options)
    weight = options.get("vector_weight", _VECTOR_WEIGHT if embed is hashed else _LEARNED_WEIGHT)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight <= 1:
        raise ConfigError(
            "backends.pgvector.vector_weight", "is not a number from 0 to 1", "use .1, or 1 with learned vectors"
        )
    database = Database(
        dsn, _schema(options.get("schema", "wellsourced")), seconds("pgvector", options, "deadline", _DEADLINE)
    )
    return Pgvector(database, embed, float(weight), bool(options.get("approximate", False)))


def _check_dsn(dsn: str) -> None:
    """Raise ConfigError for what is no connection string; it is not shown, for it may hold a password."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    problem, remedy = "is not a connection string", "write postgresql://user@host:5432/name, or host=... dbname=..."
    try:
        ports = str(conninfo_to_dict(dsn).get("port") or "1")
    except ProgrammingError as error:
        raise ConfigError("the DSN of pgvector", problem, remedy) from error
    for port in ports.split(","):  # one for each host
        if port and not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536):
            raise ConfigError("the DSN of pgvector", f"{problem} (it names an impossible port)", remedy)


def index(folder: Path, database: Database, embed: Embedder = hashed) -> BuildReport:
    """Index a folder, replacing the corpus of the schema in one transaction: searches see the old or the new one."""
    with database.connect() as connection:
        migrate(connection, database.schema)
        connection.execute("CREATE TABLE documents_next (LIKE documents)")
        report = _copy(connection, read_folder(folder), embed)
        dimension = len(embed(""))
        connection.execute(f"ALTER TABLE documents_next ALTER embedding TYPE vector({dimension:d})".encode("ascii"))
        connection.execute("ALTER TABLE documents_next ADD PRIMARY KEY (id)")
        connection.execute("CREATE INDEX ON documents_next USING gin (stems)")
        connection.execute("CREATE INDEX ON documents_next USING hnsw (embedding vector_cosine_ops)")
        connection.execute("DROP TABLE documents")
        connection.execute("ALTER TABLE documents_next RENAME TO documents")
    return report


def migrate(connection: psycopg.Connection, schema: str) -> int:
    """Bring a schema to the newest version, under a lock of its own; returns how many steps that took."""
    from psycopg import sql

    connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (f"wellsourced.{schema}",))
    connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (version int PRIMARY KEY)")
    row = connection.execute("SELECT coalesce(max(version), 0) FROM migrations").fetchone()
    done = row[0] if row else 0
    if done > len(_MIGRATIONS):
        problem = f"is of version {done}, which this version does not know"
        raise BackendError("pgvector", f"the schema {schema} {problem}", "update wellsourced or use another schema")
    for version, statements in enumerate(_MIGRATIONS[done:], done + 1):
        connection.execute(statements)
        connection.execute("INSERT INTO migrations VALUES (%s)", (version,))
    return len(_MIGRATIONS) - done


def _copy(connection: psycopg.Connection, documents: Iterable[Source | Skipped], embed: Embedder) -> BuildReport:
    skipped: list[Skipped] = []
    ids: set[str] = set()
    with connection.cursor().copy(f"COPY documents_next ({_COLUMNS}) FROM STDIN".encode("ascii")) as copy:
        for document in documents:
            if isinstance(document, Skipped):
                skipped.append(document)
            elif document.id in ids:
                skipped.append(Skipped(document.id, "another document has this id"))
            else:
                ids.add(document.id)
                copy.write_row(_row(document, embed))
    return BuildReport(len(ids), tuple(skipped))


def _row(source: Source, embed: Embedder) -> tuple[Any, ...]:
    # PostgreSQL's texts cannot contain NUL.
    plain = tuple(t.replace("\0", "\ufffd") for t in (source.id, source.url, source.title, source.text))
    vector = _vector(embed(f"{source.title}\n{source.text}"))
    rest = (source.published, (source.retrieved or "").replace("\0", "") or None, source.provider.replace("\0", ""))
    return (*plain, *rest, _tsvector(source), vector)


def _tsvector(source: Source) -> str:
    """Write our own stems as a tsvector, those of the title with weight A, so that words are cut as everywhere."""
    places: dict[str, list[str]] = {}
    position = size = 0
    for text, weight in ((source.title, "A"), (source.text, "")):
        for stem in terms(text).stems:
            size += 0 if stem in places else len(stem.encode("utf-8"))
            if position == _MOST_POSITIONS or size > _LARGEST_VECTOR:
                break
            if len(stem) <= _LONGEST_STEM:
                position += 1
                places.setdefault(stem, []).append(f"{position}{weight}")
    return " ".join(f"{_quoted(stem)}:{','.join(found[:255])}" for stem, found in places.items())


def _quoted(stem: str) -> str:
    return "'" + stem.replace("\\", "\\\\").replace("'", "''") + "'"


def _vector(values: Iterable[float]) -> str:
    return f"[{','.join(f'{value:.6g}' for value in values)}]"


def _schema(value: object) -> str:
    if not isinstance(value, str) or not value.isidentifier() or not value.isascii() or len(value) > 60:
        raise ConfigError("backends.pgvector.schema", "is not a schema name", "use letters, digits and _")
    return value


def _without_password(message: str, dsn: str) -> str:
    from psycopg.conninfo import conninfo_to_dict

    try:
        password = conninfo_to_dict(dsn).get("password")
    except Exception:  # a malformed string: psycopg's own message may quote it
        return "the connection string is malformed"
    return message.replace(str(password), "***") if password else message


def _source(row: tuple[Any, ...]) -> Source:
    identifier, url, title, text, published, retrieved, provider = row
    return Source(identifier, url, title, text, published, retrieved, provider or "pgvector")
