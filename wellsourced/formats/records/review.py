"""review.jsonl: what editors said of findings, a line each in order of their fingerprints, so that it merges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from audit.calibration import Share
from retrieval.jsonl import parse_object, text_field
from retrieval.storage import replace_file
from wellsourced.formats.records import dump, dump_line
from wellsourced.formats.records.calibration import share_record, shown_share
from wellsourced_core.errors import InputError
from wellsourced_core.model import CERTAINTIES, REVIEW_WORDS, Review
from wellsourced_core.model.closed_sets import member
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SUMMARY = "wellsourced.review-summary/1"
MARK = "judgement"  # the field that tells such a line from others
_KEYS = ("id", "code", "certainty", MARK, "reason")
_ID = compiled(r"[0-9a-f]{12}(?:-[0-9]{1,9})?")
_LONGEST = 300  # of a reason
_REMEDY = "save the judgements again, or delete the line"


def render(reviews: Iterable[Review]) -> str:
    """Return judgements as JSON Lines, those that were taken back left out; any order gives the same bytes."""
    kept = sorted((one for one in reviews if one.judgement != "none"), key=lambda one: one.id)
    return "".join(dump_line(_row(one)) for one in kept)


def write_reviews(path: Path, reviews: Iterable[Review]) -> None:
    """Replace the file in one step. Raises StorageError."""
    replace_file(path, render(reviews).encode("utf-8"))


def read_reviews(path: Path) -> dict[str, Review]:
    """Read judgements by fingerprint; a file that is not there holds none. Raises InputError naming the line."""
    from retrieval.jsonl import read_lines

    if not path.exists():
        return {}
    return collected((read_review(parse_object(line, f"{path}:{n}"), f"{path}:{n}") for n, line in read_lines(path)))


def collected(reviews: Iterable[Review]) -> dict[str, Review]:
    """Return judgements by fingerprint. Raises InputError for a finding that was judged twice, and differently."""
    found: dict[str, Review] = {}
    for one in reviews:
        if found.setdefault(one.id, one) != one:
            raise InputError(one.id, "is judged twice, and differently", "keep one of its two lines")
    return found


def read_review(record: dict[str, Any], where: str) -> Review:
    """Return the judgement that a line holds. Raises InputError."""
    for key in record:
        if key not in _KEYS:
            raise InputError(f"{where}: {key[:40]}", "is no field of a judgement", _REMEDY, code="bad-field")
    name, code, certainty, word = (text_field(record, key, where, required=True) or "" for key in _KEYS[:4])
    if not _ID.fullmatch(name):
        raise InputError(f"{where}: id", f"{name[:40]!r} is not a fingerprint", _REMEDY, code="bad-field")
    _refuse_unknown(code, where)
    return Review(
        name,
        code,
        member(certainty, CERTAINTIES, f"{where}: certainty"),
        member(word, REVIEW_WORDS, f"{where}: {MARK}"),
        reason_of(text_field(record, "reason", where) or ""),
    )


def reason_of(text: str) -> str:
    """Return a reason as it is kept: on one line, and not endless."""
    return " ".join(text.split())[:_LONGEST]


def _refuse_unknown(code: str, where: str) -> None:
    from audit.checks import all_checks

    if code not in {check.code for check in all_checks()}:
        raise InputError(f"{where}: {code[:20]}", "is not a rule", "`wellsourced rules` lists them", code="bad-field")


def _row(one: Review) -> dict[str, Any]:
    return {"id": one.id, "code": one.code, "certainty": one.certainty, MARK: one.judgement, "reason": one.reason}


def disagreements(reviews: Iterable[Review], codes: Iterable[str]) -> Iterator[str]:
    """Yield a line for each of these codes that people disagreed with: "you disagreed with 9 of 11 N202 here"."""
    said: dict[str, list[bool]] = {}
    for one in reviews:
        if one.judgement != "none":
            said.setdefault(one.code, []).append(one.judgement == "disagree")
    for code in sorted(set(codes)):
        if any(said.get(code, ())):
            yield f"you disagreed with {sum(said[code]):,} of {len(said[code]):,} {code} here"


# ------------------------------------------------------------------------------------------------- the summary


def agreed(reviews: Iterable[Review]) -> dict[str, Share]:
    """Return how often people agreed, by rule, and over all of them under ""."""
    said: dict[str, list[bool]] = {}
    for one in reviews:
        if one.judgement != "none":
            said.setdefault(one.code, []).append(one.judgement != "disagree")
    rows = {code: Share(sum(right), len(right)) for code, right in sorted(said.items())}
    return {**rows, "": Share(sum(one.count for one in rows.values()), sum(one.total for one in rows.values()))}


def summary(reviews: Iterable[Review]) -> str:
    """Return the agreement by rule as JSON."""
    rows = agreed(reviews)
    total = rows.pop("")
    rules = [{"code": code, "judged": one.total, "agreed": share_record(one)} for code, one in rows.items()]
    return dump({"schema": SUMMARY, "judged": total.total, "agreed": share_record(total), "rules": rules})


def summary_text(reviews: Iterable[Review]) -> str:
    """Return the agreement by rule as a table of 80 columns, with 95 % intervals (Wilson)."""
    lines = [f"{'rule':36}{'judged':>8}{'agreed':>32}"]
    for code, one in agreed(reviews).items():
        name = f"{code} {_slug(code)}" if code else "all"
        lines.append(f"{name:36}{one.total:>8,}{shown_share(one):>32}")
    return "\n".join(lines) + "\n"


def _slug(code: str) -> str:
    from audit.checks import all_checks

    return next((check.slug for check in all_checks() if check.code == code), "")
