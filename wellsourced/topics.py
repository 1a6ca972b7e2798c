"""Read topics from a text file with a topic per line, or from JSON Lines. A bad line is a value, not an error."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from retrieval.file_kinds import HEAD, refuse_known, refuse_non_file
from retrieval.jsonl import parse_object, text_field, whole_field
from retrieval.storage import content, has_content, is_file
from wellsourced.choices import MODES, PROFILES
from wellsourced_core.errors import InputError, StorageError, WellsourcedError, shown
from wellsourced_core.model import Topic
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_LONGEST = 2_000
_REMEDY = "name a file of topics, one a line"
_UTF16 = ("\udcff\udcfe", "\udcfe\udcff")  # its byte order marks, as they come in
_CONFLICT = compiled(r"(?:<{7}|>{7}|\|{7})(?: |\Z)")  # what git leaves where two versions meet
_MOST_WORDS = 20_000
_SLUG = 60
_KEYS = ("id", "topic", "mode", "profile", "words", "notes", "seed_urls")
_JSON = compiled(r"(?:null|true|false)\Z|\[\s*(?:\{|\Z)|\{\s*\"")
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10)), "summary.json")
)


@frozen
class Rejected:
    """A line of the topics file that is not a topic, and why."""

    line: int
    error: WellsourcedError


Entry = tuple[Topic | Rejected, str]
"""A topic or rejected line, and the name of its folder ("" for what gets none)."""


def read_topics(path: Path) -> Iterator[Topic | Rejected]:
    """Yield the topics of a file in order: blank lines, comments (#) and repeated topics are skipped.

    A file whose first line with text starts with ``{`` is JSON Lines: {id?, topic, mode?, profile?, words?, notes?,
    seed_urls?}. A line that is not UTF-8 is rejected alone. Raises InputError for a file that is missing, no regular
    file, no text, UTF-16, a JSON list, a table (CSV), of two versions that git could not merge, or without a topic.
    """
    if not is_file(path):
        refuse_non_file(path, _REMEDY)
        raise InputError(path, "there is no such file", _REMEDY)
    found = False
    seen: set[str] = set()
    ids: set[str] = set()
    as_json: bool | None = None
    try:
        if not has_content(path):
            raise InputError(path, "contains no topic", "write one topic a line")
        refuse_known(path, content(path, HEAD), "a list of topics", _REMEDY)
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline=None) as stream:
            for number, raw in enumerate(stream, 1):
                if number == 1 and raw.startswith(_UTF16):
                    raise InputError(path, "is UTF-16", "save it as UTF-8")
                line = raw.strip()
                if not line or (line.startswith("#") and not as_json):
                    continue
                if not found:
                    _refuse_other_kinds(line, path)
                if _CONFLICT.match(line):
                    raise InputError(f"{path}:{number}", "is a conflict that git left", "choose one of the versions")
                found = True
                if as_json is None and line != "null":
                    as_json = line.startswith("{")
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
    except PermissionError as error:
        raise StorageError(path, "may not be read", "check its permissions") from error
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check the path") from error
    if not found:
        raise InputError(path, "contains no topic", "write one topic a line")


def topic_of(question: str) -> Topic:
    """Return a topic asked for on the command line. Raises InputError for one without a letter or digit."""
    return _checked(Topic("", " ".join(question.split())), question)


def name_of(topic: Topic) -> str:
    """Return a topic's display name: its id, else its question."""
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


def _topic(line: str, where: str, as_json: bool | None) -> Topic:
    if _is_not_utf8(line):
        raise InputError(where, "is not UTF-8", "save the file as UTF-8")
    if not as_json:
        if as_json is None:
            raise InputError(where, "is null, not a topic", "write one topic a line, or one JSON object a line")
        if _is_json(line):
            raise InputError(where, "is JSON among topics in plain text", "write every line as JSON, or none")
        return _checked(Topic("", line), where)
    record = parse_object(line, where)
    _refuse_misspelt(record, where)
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


def _is_not_utf8(line: str) -> bool:
    return any("\udc80" <= c <= "\udcff" for c in line)


def _refuse_other_kinds(first: str, path: Path) -> None:
    """Raise InputError for a file whose first line shows that it is no list of topics at all."""
    odd = any(unicodedata.category(c) == "Cc" and not c.isspace() for c in first)
    if "\0" in first or (odd and _is_not_utf8(first)):
        raise InputError(path, "is not a text file", "write one topic a line, as UTF-8")
    if first.startswith("[") and _is_json(first):
        raise InputError(path, "is a JSON list", "write one JSON object a line, or one topic a line")
    cells = [cell.strip(" \"'").lower() for cell in first.replace(";", ",").replace("\t", ",").split(",")]
    if len(cells) > 1 and "topic" in cells and all(cell.isidentifier() for cell in cells):
        raise InputError(path, "is a table (CSV)", "write one topic a line, or one JSON object a line")


def _is_json(line: str) -> bool:
    """Tell JSON, whole or the beginning of it, from a topic that starts like it: ``["Heroes" by David Bowie``."""
    if _JSON.match(line):
        return True
    try:
        return line.startswith("[") and isinstance(json.loads(line), list)
    except (ValueError, RecursionError):
        return False


def _refuse_misspelt(record: dict[str, Any], where: str) -> None:
    """Raise InputError for a key that is nearly one of a topic's; other keys are the user's own and mean nothing.

    So is a nearly right one beside the right one, or with what the right one never has: "profiler": "py-spy".
    """
    absent = [known for known in _KEYS if known not in record]
    for key, value in record.items():
        near = None if key in _KEYS else next((known for known in absent if _is_slip(key.lower(), known)), None)
        if near and _may_be(near, value):
            raise InputError(where, f"{shown(key, 40)!r} is not a key of a topic", f"did you mean {near!r}?")


def _may_be(key: str, value: object) -> bool:
    """Tell whether a topic's key could have this value; nothing at all says nothing."""
    if not value:
        return True
    if key in ("profile", "mode"):
        return value in (PROFILES if key == "profile" else MODES)
    return isinstance(value, int if key == "words" else (str, list))


def _is_slip(written: str, meant: str) -> bool:
    """Tell whether a word has one letter swapped with the next, missing, added or wrong, or none, of five or more.

    Shorter words are one letter from too many others, a slip is rarely in the first letter, and "topic_id" is a name
    of its own.
    """
    if len(meant) < 5 or written[:1] != meant[:1] or f"{meant}_" in written:
        return False
    if len(written) == len(meant):
        wrong = [i for i, (a, b) in enumerate(zip(written, meant, strict=True)) if a != b]
        swapped = len(wrong) == 2 and wrong[1] - wrong[0] == 1 and sorted(written) == sorted(meant)
        return len(wrong) < 2 or swapped
    short, long = sorted((written, meant), key=len)
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def _checked(topic: Topic, where: str) -> Topic:
    if not any(c.isalnum() for c in topic.question):
        raise InputError(where, "the topic has no words", "write what the article is about")
    if any(unicodedata.category(c) == "Cc" and not c.isspace() for c in topic.question):
        raise InputError(where, "the topic contains a control character", "remove it")
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
    raise InputError(where, f"{key} is neither a string nor a list of strings", "give one or more texts")
