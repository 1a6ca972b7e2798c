"""sources.lock: the texts that citations were checked against, so that a later change of a page is detected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from retrieval.jsonl import read_objects, text_field
from retrieval.published_date import read_date
from retrieval.source_address import without_password
from retrieval.storage import replace_file, scrub
from wellsourced_core.digest import sha256
from wellsourced_core.errors import InputError, shown
from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url
from wellsourced_core.values import field, frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wellsourced_core.model import DriftStatus

SCHEMA = "wellsourced.lock/1"
GIVEN = "given"
_REMEDY = "restore the lock, or remove it and run `lock` again"
_RESTORE = "restore it from version control"  # to lock anew would replace the texts of other drafts too


@frozen
class Locked:
    """A source as it was when it was locked, and the passages that carry the draft's citations.

    ``extractor`` names what made a text of the page, with its version; GIVEN for a text that was handed in.
    """

    source: Source
    evidence: tuple[str, ...] = ()
    extractor: str = ""


@frozen
class Unread:
    """A cited page that was there for nobody when its draft was locked; ``why`` in one line."""

    url: str
    why: str


@frozen
class Lock:
    """What a lock holds: pages by canonical URL, and those that could not be locked."""

    pages: Mapping[str, Locked] = field(default_factory=dict)
    unread: Mapping[str, Unread] = field(default_factory=dict)


@frozen
class Drift:
    """The status of a locked source: unchanged, drifted, evidence-gone or unreachable; ``why`` in one line."""

    url: str
    status: DriftStatus
    why: str


def merge_locks(old: Sequence[Locked], new: Sequence[Locked]) -> tuple[Locked, ...]:
    """Join two locks, ordered by canonical URL: of one page the newer text and the evidence of both."""
    merged: dict[str, Locked] = {}
    for locked in (*old, *new):
        key = canonical_url(_address(locked.source))
        before = merged[key].evidence if key in merged else ()
        merged[key] = replace(locked, evidence=tuple(sorted({*before, *locked.evidence})))
    return tuple(merged[key] for key in sorted(merged))


def write_lock(path: Path, locked: Sequence[Locked], unread: Iterable[Unread] = ()) -> None:
    """Write a lock atomically, a line a source, then those without a text; the same sources give the same bytes."""
    lines: list[dict[str, Any]] = [{"schema": SCHEMA}]
    keys = set()
    for one in merge_locks((), locked):
        source = one.source
        record = {
            "url": _address(source),
            "canonical": canonical_url(_address(source)),
            "title": scrub(source.title),
            "published": source.published.isoformat() if source.published else None,
            "retrieved": source.retrieved,
            "extractor": one.extractor or None,
            "evidence": [scrub(passage) for passage in one.evidence],
            "sha256": fingerprint(scrub(source.text)),
            "text": scrub(source.text),
        }
        keys.add(record["canonical"])
        written = {key: value for key, value in record.items() if value not in (None, [])}
        lines.append({**written, "seal": seal(written)})
    without = {
        canonical_url(url): (url, scrub(one.why)) for one in unread for url in [scrub(without_password(one.url))]
    }
    for key in sorted(without.keys() - keys):
        url, why = without[key]
        written = {"url": url, "canonical": key, "unread": why}
        lines.append({**written, "seal": seal(written)})
    replace_file(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode("utf-8"))


def read_lock(path: Path) -> tuple[Locked, ...]:
    """Read the pages of a lock. Raises InputError as open_lock does."""
    return tuple(open_lock(path).pages.values())


def open_lock(path: Path) -> Lock:
    """Read a lock. Raises InputError naming the line: another schema, a bad field, a source that was altered.

    A lock without seals, of an older version, is taken by its texts alone; some without are an alteration.
    """
    lines = read_objects(path)
    number, header = next(lines, (1, {}))
    if header.get("schema") != SCHEMA:
        raise InputError(f"{path}:{number}", f"is not a lock of schema {SCHEMA}", _REMEDY)
    locked: dict[str, Locked] = {}
    unread: dict[str, Unread] = {}
    sealed, unsealed = False, ""
    for number, record in lines:
        where = f"{path}:{number}"
        one = _read_unread(record, where) if "unread" in record else _read_locked(record, where)
        if "seal" not in record:
            unsealed = unsealed or where
        elif record["seal"] != seal(record):
            raise InputError(where, "does not match its seal: it was altered", _RESTORE)
        else:
            sealed = True
        if sealed and unsealed:
            raise InputError(unsealed, "has no seal, as other lines have: it was altered or merged", _RESTORE)
        key = canonical_url(one.url if isinstance(one, Unread) else one.source.url)
        if key in locked or key in unread:
            raise InputError(where, "locks a page twice", _REMEDY)
        if isinstance(one, Unread):
            unread[key] = one
        else:
            locked[key] = one
    return Lock(locked, unread)


def check_lock(locked: Sequence[Locked], current: Mapping[str, str | None]) -> tuple[Drift, ...]:
    """Compare every locked source with its page of today: the text by canonical URL, None if unreachable.

    White space and letter case make no difference. A page that changed has drifted; worse, its evidence is
    gone when a passage that carries a citation stands in it no longer. A text that was handed in is never the
    page's own: there the passages alone decide.
    """
    return tuple(_drift(one, current.get(canonical_url(one.source.url))) for one in locked)


def stands_in(passage: str, text: str) -> bool:
    """Return whether a text contains a passage, ignoring white space and letter case."""
    return _unified(passage) in _unified(text)


def fingerprint(text: str) -> str:
    """Return the SHA-256 of a text, white space and letter case unified."""
    return sha256(_unified(text).encode("utf-8", "replace")).hexdigest()


def seal(record: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a line of the lock, all its fields but the seal, whatever their order and escapes."""
    fields = {key: value for key, value in record.items() if key != "seal"}
    return sha256(json.dumps(fields, sort_keys=True).encode("ascii")).hexdigest()


def _drift(one: Locked, text: str | None) -> Drift:
    url = one.source.url
    if text is None:
        return Drift(url, "unreachable", "the page cannot be read")
    if fingerprint(text) == fingerprint(one.source.text):
        return Drift(url, "unchanged", "the text is the same")
    now = _unified(text)
    gone = [passage for passage in one.evidence if _unified(passage) not in now]
    if gone:
        more = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        return Drift(url, "evidence-gone", f'no longer says "{shown(" ".join(gone[0].split()), 120)}"{more}')
    if one.extractor == GIVEN and one.evidence:
        return Drift(url, "unchanged", "the text was handed in; the cited passages are on the page")
    return Drift(url, "drifted", "the text changed; the cited passages are still there")


def _address(source: Source) -> str:
    """Return a source's address as a lock holds it."""
    return scrub(without_password(source.url))


def _read_locked(record: dict[str, Any], where: str) -> Locked:
    url = text_field(record, "url", where, required=True) or ""
    text = text_field(record, "text", where, required=True) or ""
    if text_field(record, "sha256", where, required=True) != fingerprint(text):
        raise InputError(where, "contains a text that was altered", _RESTORE)
    evidence = record.get("evidence", [])
    if not isinstance(evidence, list) or not all(isinstance(passage, str) for passage in evidence):
        raise InputError(where, '"evidence" is not a list of strings', _REMEDY, code="bad-field")
    source = Source(
        id=canonical_url(url),
        url=url,
        title=text_field(record, "title", where, required=True) or "",
        text=text,
        published=read_date(text_field(record, "published", where) or ""),
        retrieved=text_field(record, "retrieved", where),
        provider="lock",
    )
    return Locked(source, tuple(evidence), text_field(record, "extractor", where) or "")


def _read_unread(record: dict[str, Any], where: str) -> Unread:
    url = text_field(record, "url", where, required=True) or ""
    return Unread(url, text_field(record, "unread", where, required=True) or "")


def _unified(text: str) -> str:
    return " ".join(text.split()).casefold()
