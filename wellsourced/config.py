"""Read wellsourced.toml into each room's own frozen options; an unknown key or a wrong type is an error.

Where a key is missing, the rooms' own defaults apply. Secrets are never here: they come from the environment.
"""

from __future__ import annotations

import math
import os
from contextlib import contextmanager, suppress
from pathlib import Path

from wellsourced.config_tables import numbers_of, options_of, pairs_of, refuse_unknown, table_of, typed
from wellsourced_core.errors import ConfigError, InputError
from wellsourced_core.patterns import compiled
from wellsourced_core.values import field, frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from wellsourced.config_tables import Table

NAME = "wellsourced.toml"
_LARGEST = 256 * 1024
_LONGEST_LINE = 4_000  # the parser is quadratic in the dots of a key
_MOST_MEGABYTES = 1_000_000
_MOST_RETRIES, _LONGEST_WAIT = 20, 7 * 24 * 3600
_FEWEST_WORDS, _MOST_WORDS, _LONGEST_STYLE = 40, 5_000, 80
_MAIL = compiled(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}")


@frozen
class Value:
    """One configured value and where it came from: a file's path, or "default"."""

    key: str
    value: object
    origin: str


@frozen
class PathRule:
    """Rules that are ignored in the drafts a pattern names, as in ``[[audit.path]]``."""

    pattern: str
    ignore: tuple[str, ...]


@frozen
class AuditConfig:
    """``[audit]``: which rules apply, what makes a run fail, where not to look for drafts."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    fail_on: str = "error"
    baseline: str = ""
    calibration: str = ""
    exclude: tuple[str, ...] = ()
    opinions: int = 20
    opinions_usd: float = 0.05
    paths: tuple[PathRule, ...] = ()


@frozen
class RunConfig:
    """``[run]``: how articles are made, and what a batch may use; 0 means no limit."""

    mode: str = "standard"
    profile: str = "fast"
    tier: str = "standard"
    writer: str = ""
    judge: str = ""
    ranking: str = ""
    results: int = 20
    backends: tuple[str, ...] = ()
    corpus: str = ""
    jobs: int = 1
    max_cost_usd: float = 0.0
    max_tokens: int = 0
    patience_seconds: float = 60.0
    ray_address: str = ""
    references: str = "plain"
    export: tuple[str, ...] = ()


@frozen
class FetchConfig:
    """``[fetch]``: how cited pages are downloaded when a command fetches them. Times in seconds."""

    cache: str = ""
    contact: str = ""
    deadline: float = 30.0
    delay: float = 1.0


@frozen
class CacheConfig:
    """``[cache]``: whether `audit` and `verify` keep what they found, and how much disk that may take."""

    results: bool = True
    results_mb: int = 256


@frozen
class RerankConfig:
    """``[rerank]``: the service that tier premium asks, and its model."""

    url: str = "https://api.voyageai.com/v1/rerank"
    model: str = "rerank-2.5"


@frozen
class ReferencesConfig:
    """``[references]``: the services that know which works are real. An address of one's own may stand in for each."""

    doi_url: str = "https://doi.org"
    crossref_url: str = "https://api.crossref.org"
    openalex_url: str = "https://api.openalex.org"
    dblp_url: str = "https://dblp.org"
    arxiv_url: str = "https://export.arxiv.org"


@frozen
class WriterConfig:
    """``[writer]``: the house style of a model's article, and the OpenAI-compatible address of ``--writer openai``."""

    words: int = 0
    tone: str = ""
    headings: str = "question"
    citations: str = "sentence"
    language: str = ""
    openai_url: str = "http://localhost:11434/v1"
    openai_model: str = ""
    openai_seconds: float = 300.0


@frozen
class Config:
    """A configuration as read: seven sections as values, and all ``tables`` as they stand, by section."""

    path: Path | None = None
    audit: AuditConfig = field(default_factory=AuditConfig)
    run: RunConfig = field(default_factory=RunConfig)
    fetch: FetchConfig = field(default_factory=FetchConfig)
    cache: CacheConfig = field(default_factory=CacheConfig)
    rerank: RerankConfig = field(default_factory=RerankConfig)
    references: ReferencesConfig = field(default_factory=ReferencesConfig)
    writer: WriterConfig = field(default_factory=WriterConfig)
    tables: Table = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return str(self.path) if self.path else "default"

    @property
    def calibration_path(self) -> Path | None:
        """Where the table of own thresholds is, relative to the configuration; None without one."""
        return self.path.parent / self.audit.calibration if self.audit.calibration and self.path else None


SECTIONS = (
    *("audit", "run", "fetch", "cache", "publish", "quality", "gate", "profile", "llm", "rerank", "references"),
    *("writer", "backends", "readers"),
)
FAIL_ON = ("error", "warning", "never")


def load(explicit: Path | None, start: Path) -> Config:
    """Read the configuration: the file given, else the nearest ``wellsourced.toml`` from ``start`` upwards."""
    path = explicit or _nearest(start)
    if path is None:
        return Config()
    tables = read_toml(path)
    for section in tables:
        if section not in SECTIONS:
            raise ConfigError(f"{_brief(path)}: {section}", "is not a section", f"choose from {', '.join(SECTIONS)}")
    with _told_of(path):
        return _built(path, tables)


def _built(path: Path, tables: dict[str, Any]) -> Config:
    run, fetch, cache, rerank, references, writer = (
        options_of(cls, tables.get(section, {}), section)
        for cls, section in (
            (RunConfig, "run"),
            (FetchConfig, "fetch"),
            (CacheConfig, "cache"),
            (RerankConfig, "rerank"),
            (ReferencesConfig, "references"),
            (WriterConfig, "writer"),
        )
    )
    config = Config(path, _audit(tables.get("audit", {})), run, fetch, cache, rerank, references, writer, tables)
    _check_fetch(fetch)
    if not 1 <= cache.results_mb <= _MOST_MEGABYTES:
        problem = f"{cache.results_mb} is out of range"
        raise ConfigError("cache.results_mb", problem, f"give 1 to {_MOST_MEGABYTES}, or results = false")
    _check_rerank(rerank)
    check_writer(writer)
    for key in ReferencesConfig.__annotations__:
        refuse_address(f"references.{key}", getattr(references, key))
    _check_backends(tables.get("backends", {}))
    _check_readers(tables.get("readers", {}))
    one_of("audit.fail_on", config.audit.fail_on, FAIL_ON)
    return config


@contextmanager
def _told_of(path: Path | None) -> Iterator[None]:
    """Name the file in what is told of its keys and values."""
    try:
        yield
    except ConfigError as error:
        if path is None:
            raise
        raise ConfigError(f"{_brief(path)}: {error.subject}", error.problem, error.remedy) from error


def _brief(path: Path) -> str:
    """Return the shortest name of a file as seen from the working folder."""
    return min(str(path), os.path.relpath(path), key=len)


def quality_options(config: Config) -> Any:
    """Return quality.options.Options from ``[quality]``, ``[gate.MODE]`` and ``[profile.NAME]``."""
    with _told_of(config.path):
        return _quality_options(config)


def _quality_options(config: Config) -> Any:
    from quality.options import Options

    table = dict(table_of(config.tables.get("quality", {}), "quality"))
    pairs: dict[str, Any] = {
        key: pairs_of(table.pop(key), f"quality.{key}")
        for key in ("weights", "half_lives", "authority")
        if key in table
    }
    if "grades" in table:
        pairs["grades"] = numbers_of(table.pop("grades"), "quality.grades")
    known = frozenset(Options.__annotations__) - {"modes", "profiles"}
    refuse_unknown(table, known, "quality")
    base = Options()
    modes = _named(config.tables.get("gate", {}), base.modes, "gate")
    profiles = _named(config.tables.get("profile", {}), base.profiles, "profile")
    return Options(**{**table, **pairs, "modes": modes, "profiles": profiles})


def publish_options(config: Config) -> Any:
    """Return audit.publish.PublishOptions from ``[publish]``."""
    with _told_of(config.path):
        return _publish_options(config)


def _publish_options(config: Config) -> Any:
    from audit.publish import FAILED_FACTS, FAILING, PublishOptions

    options = options_of(PublishOptions, config.tables.get("publish", {}), "publish")
    one_of("publish.failed_facts", options.failed_facts, FAILED_FACTS)
    for code in options.rules:
        one_of("publish.rules", code, FAILING)
    return options


def llm_options(config: Config) -> Any:
    """Return wellsourced.messages_api.LlmOptions from ``[llm]`` and ``[[llm.price]]``."""
    with _told_of(config.path):
        return _llm_options(config)


def _llm_options(config: Config) -> Any:
    from wellsourced.messages_api import LlmOptions
    from wellsourced.prices import PRICES, Price

    table = dict(table_of(config.tables.get("llm", {}), "llm"))
    rows = table.pop("price", [])
    if not isinstance(rows, list):
        raise ConfigError("llm.price", "is not a list of tables", "write [[llm.price]]")
    own = tuple(options_of(Price, row, "llm.price") for row in rows)
    named = {price.model for price in own}
    prices = (*own, *(price for price in PRICES if price.model not in named))
    options = replace(options_of(LlmOptions, table, "llm", frozenset({"prices"})), prices=prices)
    _check_llm(options)
    return options


def backend_options(config: Config, name: str) -> dict[str, str | int | float | bool]:
    """Return the options of one backend, ``[backends.NAME]``; the backend itself checks them."""
    return named_options(config, "backends", name)


def named_options(config: Config, section: str, name: str) -> dict[str, str | int | float | bool]:
    """Return the plain values of ``[SECTION.NAME]``; what they mean, whoever has that name checks."""
    with _told_of(config.path):
        table = table_of(table_of(config.tables.get(section, {}), section).get(name, {}), f"{section}.{name}")
        for key, value in table.items():
            if not isinstance(value, str | int | float | bool):
                problem, remedy = "is not a plain value", "give a text, a number or true or false"
                raise ConfigError(f"{section}.{name}.{key}", problem, remedy)
        return dict(table)


def refuse_address(key: str, url: str) -> None:
    """Raise ConfigError for what is not the http or https address of a service, on any port."""
    from retrieval.address_check import parse_url
    from wellsourced_core.errors import BackendError

    remedy = "write https://..., the address of the service"
    if url != url.strip():
        raise ConfigError(key, "begins or ends with a space", remedy)
    try:
        parse_url(url, ports=range(1, 65_536))
    except BackendError as error:
        raise ConfigError(key, error.problem, remedy) from error


def one_of(key: str, value: str, allowed: tuple[str, ...]) -> str:
    """Return a value that is one of those allowed; ConfigError names them otherwise."""
    if value not in allowed:
        raise ConfigError(key, f"{value!r} is not allowed", f"choose from {', '.join(allowed)}")
    return value


def _nearest(start: Path) -> Path | None:
    for folder in (start, *start.parents):
        with suppress(PermissionError):  # an unreadable parent folder configures nothing
            if os.path.lexists(folder / NAME):  # a folder or a broken link of this name is reported, not ignored
                return folder / NAME
    return None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a file of configuration. Raises InputError and ConfigError."""
    import tomllib

    from retrieval.file_kinds import HEAD, refuse_binary, refuse_non_file
    from retrieval.storage import has_content

    try:
        refuse_non_file(path, "name a configuration file")
        if not path.is_file():
            raise InputError(path, "is not a file", "name a configuration file")
        if path.stat().st_size > _LARGEST:
            raise ConfigError(path, "is larger than 256 KiB", "this is not a configuration file")
        data = path.read_bytes() if has_content(path) else b""
        refuse_binary(path, data[:HEAD], "a configuration", "name a file in TOML")
        text = data.decode("utf-8-sig")
        if any(len(line) > _LONGEST_LINE for line in text.splitlines()):
            raise ConfigError(path, f"has a line of more than {_LONGEST_LINE} characters", "split it")
        if "\\u0000" in text or "\\U00000000" in text:
            raise ConfigError(path, "contains a NUL character", "remove it")
        return tomllib.loads(text)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check path and permissions") from error
    except UnicodeDecodeError as error:
        raise ConfigError(path, f"is not UTF-8 at byte {error.start}", "save it as UTF-8") from error
    except (ValueError, RecursionError) as error:  # also a number of 5,000 digits, which is no TOMLDecodeError
        raise ConfigError(path, f"is not TOML: {error}", "correct it") from error


def _audit(table: object) -> AuditConfig:
    rows = dict(table_of(table, "audit"))
    paths = rows.pop("path", [])
    if not isinstance(paths, list):
        raise ConfigError("audit.path", "is not a list of tables", "write [[audit.path]]")
    rules = tuple(options_of(PathRule, row, "audit.path") for row in paths)
    config: AuditConfig = options_of(AuditConfig, rows, "audit", frozenset({"paths"}))
    return replace(config, paths=rules)


def _check_llm(options: Any) -> None:
    for key in ("writer_model", "reformulator_model", "judge_model"):
        if not getattr(options, key).strip():
            raise ConfigError(f"llm.{key}", "is empty", "name a model")
    refuse_address("llm.base_url", options.base_url)
    if not 0 <= options.retries <= _MOST_RETRIES:
        raise ConfigError("llm.retries", f"{options.retries} is out of range", f"give 0 to {_MOST_RETRIES}")
    for key in ("writer_seconds", "reformulator_seconds", "judge_seconds", "reader_seconds", "batch_seconds"):
        if not 0 < getattr(options, key) <= _LONGEST_WAIT:
            problem = f"{getattr(options, key)!r} is out of range"
            raise ConfigError(f"llm.{key}", problem, f"give seconds above 0 and up to {_LONGEST_WAIT}")
    for price in options.prices:
        for key in ("input", "output", "cache_read", "cache_write"):
            if not 0 <= getattr(price, key) < math.inf:
                raise ConfigError(f"llm.price.{key}", f"{getattr(price, key)!r} is not a price", "give 0 or more")


def _check_backends(table: object) -> None:
    from retrieval.backends import names

    for name in table_of(table, "backends"):
        one_of("backends", name, names())


def _check_readers(table: object) -> None:
    from wellsourced.choices import readers

    for name in table_of(table, "readers"):
        one_of("readers", name, readers())


def _check_rerank(rerank: RerankConfig) -> None:
    refuse_address("rerank.url", rerank.url)
    if not rerank.model.strip():
        raise ConfigError("rerank.model", "is empty", "name a model")


def check_writer(writer: WriterConfig) -> None:
    """Raise ConfigError for a house style that cannot be asked for."""
    from wellsourced.choices import CITATIONS, HEADINGS

    one_of("writer.headings", writer.headings, HEADINGS)
    one_of("writer.citations", writer.citations, CITATIONS)
    if not (writer.words == 0 or _FEWEST_WORDS <= writer.words <= _MOST_WORDS):
        problem = f"{writer.words} is out of range"
        raise ConfigError("writer.words", problem, f"give {_FEWEST_WORDS} to {_MOST_WORDS}, or 0 for the mode's own")
    for key in ("tone", "language"):
        if len(getattr(writer, key)) > _LONGEST_STYLE or not getattr(writer, key).isprintable():
            problem = f"is not a few words on one line (at most {_LONGEST_STYLE} characters)"
            raise ConfigError(f"writer.{key}", problem, "shorten it")
    if not 0 < writer.openai_seconds <= _LONGEST_WAIT:
        problem = f"{writer.openai_seconds!r} is out of range"
        raise ConfigError("writer.openai_seconds", problem, f"give seconds above 0 and up to {_LONGEST_WAIT}")


def _check_fetch(fetch: FetchConfig) -> None:
    for key, value, most in (("deadline", fetch.deadline, 600.0), ("delay", fetch.delay, 60.0)):
        if not 0 <= value <= most or (key == "deadline" and value == 0):
            raise ConfigError(f"fetch.{key}", f"{value!r} is out of range", f"give seconds up to {most:g}")
    if fetch.contact and not _MAIL.fullmatch(fetch.contact):
        raise ConfigError("fetch.contact", "is not an e-mail address", "give one, or leave it out")


def _named(table: object, defaults: tuple[Any, ...], section: str) -> tuple[Any, ...]:
    """Return modes or profiles with what ``[section.NAME]`` changes."""
    rows = table_of(table, section)
    names = tuple(one.name for one in defaults)
    for name in rows:
        one_of(f"{section}.{name}", name, names)
    changed = []
    for one in defaults:
        row = table_of(rows.get(one.name, {}), f"{section}.{one.name}")
        known = {name: kind for name, kind in type(one).__annotations__.items() if name != "name"}
        refuse_unknown(row, frozenset(known), f"{section}.{one.name}")
        new = {key: typed(value, known[key], f"{section}.{one.name}.{key}") for key, value in row.items()}
        changed.append(replace(one, **new))
    return tuple(changed)
