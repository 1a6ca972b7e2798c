"""A line of `verify`: a claim and the source that should support it."""

from __future__ import annotations

from typing import Any

from retrieval.jsonl import text_field
from wellsourced_core.errors import InputError
from wellsourced_core.model import Claim, Pair, Source

_FIELDS = "{id, claim, source_text}"


def read_pair(record: dict[str, Any], where: str) -> tuple[object, Pair]:
    """Return (id as given, pair) of one line; InputError names ``where`` (file:line) and the field.

    A line is {id, claim, source_text[, source_title, source_url, context, speaker, others, cocited]}; other keys are
    ignored. A source's text may be null: it can then not be checked.
    """
    if "source_text" not in record:
        raise InputError(where, '"source_text" is missing', f"write {_FIELDS}", code="bad-field")
    claim = Claim(
        text_field(record, "claim", where, required=True) or "",
        text_field(record, "context", where) or "",
        text_field(record, "speaker", where) or None,
    )
    source = Source(
        id="",
        url=text_field(record, "source_url", where) or "",
        title=text_field(record, "source_title", where) or "",
        text=text_field(record, "source_text", where) or "",
    )
    others = _others(record.get("others"), where)
    return record.get("id"), Pair(claim, source, others, _cocited(record.get("cocited"), where, len(others)))


def _others(listed: object, where: str) -> tuple[str, ...]:
    if listed is None:
        return ()
    if not isinstance(listed, list):
        raise InputError(where, '"others" is not a list', "list the texts of the other sources", code="bad-field")
    for index, text in enumerate(listed):
        if text is not None and not isinstance(text, str):
            raise InputError(
                f"{where}: others[{index}]", "is not a string", "write it in quotation marks", code="bad-field"
            )
    return tuple(text or "" for text in listed)


def _cocited(listed: object, where: str, count: int) -> tuple[int, ...]:
    if listed is None:
        return ()
    if not isinstance(listed, list):
        raise InputError(where, '"cocited" is not a list', "list indexes into others", code="bad-field")
    for place, index in enumerate(listed):
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count:
            problem = f"is not an index into the {count} others"
            raise InputError(f"{where}: cocited[{place}]", problem, "count from 0", code="bad-field")
    return tuple(dict.fromkeys(listed))
