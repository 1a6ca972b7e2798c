"""Read topics from a text file with a topic per line, or from JSON Lines. A bad line is a value, not an error."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from retrieval.jsonl import parse_object, text_field, whole_field
from wellsourced.choices import MODES, PROFILES
from wellsourced.core.errors import InputError, WellsourcedError, shown
from wellsourced.core.model import Topic
from wellsourced.core.values import frozen

_LONGEST = 2_000
_UTF16 = ("\udcff\udcfe", "\udcfe\udcff")  # its byte order marks, as they come in
_MOST_WORDS = 20_000
_SLUG = 60
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10)), "summary.json")
)


@frozen
class Rejected:
    """A line of the topics file that is no topic, and why."""

    line: int
    error: WellsourcedError


Entry = tuple[Topic | Rejected, str]
"""A topic or rejected line, and the name of its folder ("" for what gets none)."""


def read_topics(path: Path) -> Iterator[Topic | Rejected]:
    """Yield the topics of a file in order: blank lines, comments (#) and repeated topics are passed over.

    A file whose first line with text starts with ``{`` is JSON Lines: {id?, topic, mode?, profile?, words?, notes?,
    seed_urls?}. A line that is not UTF-8 is rejected alone. Raises InputError for a file that is missing, no regular
    file, UTF-16 or without a topic.
    """
    if not path.is_file():
        problem = "is no regular file" if path.exists() else "there is no such file"
        raise InputError(path, problem, "name a file of topics, one a line")
    found = False
    seen: set[str] = set()
    ids: set[str] = set()
    as_json: bool | None = None
    try:
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline=None) as stream:
            for number, raw in enumerate(stream, 1):
                if number == 1 and raw.startswith(_UTF16):
                    raise InputError(path, "is UTF-16", "save it as UTF-8")
                line = raw.strip()
                if not line or (line.startswith("#") and not as_json):
                    continue
                found = True
                as_json = line.startswith("{") if as_json is None else as_json
                try:
                    topic = _topic(line, f"{path}:{number}", as_json)
                    if topic.id and topic.id in ids and topic.question not in seen:
                        raise InputError(f"{path}:{number}", f"the id {topic.id!r} is used twice", "give it its own id")
                except WellsourcedError as error:
                    yield Rejected(number, error)
                    continue
                if topic.question not in seen:
                    seen.add(topic.question)
                    ids.add(topic.id)
                    yield topic
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check the permissions") from error
    if not found:
        raise InputError(path, "holds no topic", "write one topic a line")


def topic_of(question: str) -> Topic:
    """Return a topic asked for on the command line. Raises InputError for one without a letter or digit."""
    return _checked(Topic("", " ".join(question.split())), question)


def name_of(topic: Topic) -> str:
    """Return what a person calls a topic: its id, else its question."""
    return topic.id or shown(topic.question, 120)


def slugs(topics: Iterable[Topic | Rejected]) -> Iterator[Entry]:
    """Give each topic the name of its folder: readable, safe everywhere, and distinct even without case and accents."""
    taken: set[str] = set()
    for topic in topics:
        if isinstance(topic, Rejected):
            yield topic, ""
            continue
        name = slug(topic.id or topic.question)
        if _folded(name) in taken:
            name = f"{name}-{sha256(f'{topic.id}|{topic.question}'.encode('utf-8', 'replace')).hexdigest()[:8]}"
        taken.add(_folded(name))
        yield topic, name


def slug(text: str) -> str:
    """Return a folder name: letters and digits of any script, joined by hyphens, at most 60 characters.

    Nothing of a path, a control character or a reserved name survives; an empty rest is named by its hash.
    """
    normal = unicodedata.normalize("NFC", text).lower()
    words = "".join(c if c.isalnum() else "-" for c in normal).split("-")
    name = ""
    for word in filter(None, words):
        longer = f"{name}-{word}" if name else word[:_SLUG]
        if len(longer) > _SLUG or len(longer.encode()) > 3 * _SLUG:
            break
        name = longer
    if not name:
        return f"topic-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return f"{name}-topic" if name in _RESERVED else name


def _folded(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _topic(line: str, where: str, as_json: bool) -> Topic:
    if any("\udc80" <= c <= "\udcff" for c in line):
        raise InputError(where, "is not UTF-8", "save the file as UTF-8")
    if not as_json:
        if line.startswith("{") and line[1:].lstrip().startswith('"'):
            raise InputError(where, "is JSON among topics in plain text", "write every line as JSON, or none")
        return _checked(Topic("", line), where)
    record = parse_object(line, where)
    topic = Topic(
        id=text_field(record, "id", where) or "",
        question=" ".join((text_field(record, "topic", where, required=True) or "").split()),
        mode=text_field(record, "mode", where) or "",
        profile=text_field(record, "profile", where) or "",
        words=whole_field(record, "words", where) or 0,
        notes=_texts(record, "notes", where),
        seed_urls=_texts(record, "seed_urls", where),
    )
    for key, value, allowed in (("mode", topic.mode, MODES), ("profile", topic.profile, PROFILES)):
        if value and value not in allowed:
            raise InputError(where, f"{key} is {value!r}", f"choose from {', '.join(allowed)}")
    if topic.words and not 50 <= topic.words <= _MOST_WORDS:
        raise InputError(where, f"words is {topic.words}", f"give a number from 50 to {_MOST_WORDS}")
    return _checked(topic, where)


def _checked(topic: Topic, where: str) -> Topic:
    if not any(c.isalnum() for c in topic.question):
        raise InputError(where, "the topic has no word", "write what the article is about")
    if any(unicodedata.category(c) == "Cc" and not c.isspace() for c in topic.question):
        raise InputError(where, "the topic holds a control character", "take it out")
    if len(topic.question) > _LONGEST:
        raise InputError(where, f"the topic is longer than {_LONGEST} characters", "ask a shorter question")
    return topic


def _texts(record: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = record.get(key)
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise InputError(where, f"{key} is no text and no list of texts", "give one or more texts")
