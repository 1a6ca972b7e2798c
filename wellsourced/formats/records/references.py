"""What `references` prints: every entry with its verdict and record, as JSON and for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from audit.references.judge import Judgement
from wellsourced.formats._shared import described, one_line, plural
from wellsourced.formats.records import dump
from wellsourced.reference_check import told
from wellsourced.reference_report import CheckedFile, ReferenceRun, severity
from wellsourced_core.model import Fix, Person, Work, WrittenReference

SCHEMA = "wellsourced.references/1"
_NAMES = ("title", "authors", "year", "venue", "doi")
_MOST_AUTHORS = 4


def render_json(run: ReferenceRun) -> str:
    """Return the run as one JSON object."""
    codes: dict[str, int] = {}
    for file in run.files:
        for judgement in file.checked.judgements:
            if judgement.code:
                codes[judgement.code] = codes.get(judgement.code, 0) + 1
    return dump(
        {
            "schema": SCHEMA,
            "files": [{"path": one.file.name, "entries": list(_entries(one))} for one in run.files],
            "summary": {
                "files": len(run.files),
                "entries": sum(len(one.file.references) for one in run.files),
                "verdicts": run.verdicts,
                "codes": dict(sorted(codes.items())),
            },
            "unchecked": [{"service": one.service, "why": one.why, "entries": one.references} for one in run.unchecked],
        }
    )


def _entries(one: CheckedFile) -> Iterator[dict[str, Any]]:
    for written, judgement, fixes in one.entries:
        grave = severity(judgement)
        yield {
            "key": written.key,
            "line": written.line,
            "verdict": judgement.verdict,
            "code": judgement.code,
            "severity": grave.value if grave else None,
            "certainty": judgement.certainty,
            "fields": {name: getattr(judgement.fields, name) for name in _NAMES},
            "written": _written(written),
            "record": _record(judgement.record),
            "why": judgement.why,
            "notes": list(judgement.notes),
            "fixes": [_fix(fix) for fix in fixes],
        }


def _written(one: WrittenReference) -> dict[str, Any]:
    return {
        "title": one.title,
        "authors": [_name(person) for person in one.authors],
        "year": one.year,
        "venue": one.venue,
        "doi": one.doi,
    }


def _record(work: Work | None) -> dict[str, Any] | None:
    if work is None:
        return None
    return {
        "service": work.service,
        "id": work.id,
        "title": work.titles[0] if work.titles else "",
        "authors": [_name(person) for person in work.authors],
        "year": work.years[0] if work.years else None,
        "venue": work.venues[0] if work.venues else "",
        "doi": work.doi,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]
    return {"safety": fix.safety, "edits": edits}


def _name(person: Person) -> str:
    return f"{person.given} {person.family}".strip()


# ---------------------------------------------------------------------------------------------- for people


def render_text(run: ReferenceRun, *, verbose: bool = False, summary: bool = True, most: int | None = None) -> str:
    """Return the entries that are not as recorded, each beside its record; ``verbose`` adds the others."""
    blocks = [
        block
        for one in run.files
        for written, judgement, fixes in one.entries
        if verbose or judgement.verdict != "verified" or judgement.notes or fixes
        for block in [_block(one, written, judgement, fixes, verbose=verbose)]
    ]
    hidden = 0 if most is None else max(0, len(blocks) - most)
    lines = [line for block in blocks[: len(blocks) - hidden] for line in (*block, "")]
    if hidden:
        lines += [f"{hidden} more not shown", ""]
    if summary:
        lines += _summary(run)
    return "".join(f"{line}\n" for line in lines)


def _block(
    one: CheckedFile, written: WrittenReference, judgement: Judgement, fixes: tuple[Fix, ...], *, verbose: bool
) -> list[str]:
    grave = severity(judgement)
    label = f" ({grave.value} {judgement.code})" if grave else ""
    place = f"{one_line(one.file.name)}:{written.line}"
    lines = [f"{place}: {judgement.verdict}{label}: {one_line(written.key)}: {one_line(judgement.why)}"]
    if judgement.record is not None and (verbose or judgement.verdict != "verified"):
        lines += _table(written, judgement, judgement.record)
    lines += [f"  note: {one_line(note)}" for note in judgement.notes]
    lines += [f"  fix ({fix.safety}): {described(fix.edits, one.file.text)}" for fix in fixes]
    return lines


def _table(written: WrittenReference, judgement: Judgement, record: Work) -> Iterator[str]:
    """Yield the fields that differ, as written and as recorded, and where the record is."""
    right = {
        "title": (written.title, record.titles[0] if record.titles else ""),
        "authors": (_listed(written.authors), _listed(record.authors)),
        "year": (str(written.year or ""), ", ".join(map(str, record.years))),
        "venue": (written.venue, "; ".join(record.venues[:2])),
        "doi": (written.doi, record.doi),
    }
    for name in _NAMES:
        verdict = getattr(judgement.fields, name)
        ours, theirs = right[name]
        if verdict == "differs":
            yield f"  {name:<8} {one_line(ours)[:200]}"
            yield f"  {'':<8} recorded: {one_line(theirs)[:200]}"
        else:
            yield f"  {name:<8} {verdict}"
    yield f"  record   {record.service} {one_line(record.id)}"


def _listed(people: tuple[Person, ...]) -> str:
    names = ", ".join(_name(one) for one in people[:_MOST_AUTHORS])
    return f"{names} and {len(people) - _MOST_AUTHORS} more" if len(people) > _MOST_AUTHORS else names


def _summary(run: ReferenceRun) -> Iterator[str]:
    entries = sum(len(one.file.references) for one in run.files)
    yield f"{plural(len(run.files), 'file')}, {plural(entries, 'reference')}"
    yield ", ".join(f"{count:,} {verdict}" for verdict, count in run.verdicts.items() if count) or "no references"
    for one in run.unchecked:
        yield one_line(told(one))
