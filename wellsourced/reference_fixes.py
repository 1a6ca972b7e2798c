"""Propose the record's values for the fields of .bib and CSL-JSON entries, as safe and unsafe edits.

A missing DOI of a work that was recognised by its title and authors is safe. All else changes what the author wrote and
wants a look; a title is never changed by a safe edit.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from audit.references.judge import Judgement
from audit.references.venues import is_preprint_server, is_series
from wellsourced.bibliography_export import latex
from wellsourced_core.model import Edit, Fix, Person, Work, WrittenReference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import FieldVerdict

_FIELDS = {
    "title": ("title",),
    "authors": ("author",),
    "year": ("year", "date"),
    "venue": ("journal", "journaltitle", "booktitle", "container-title"),
    "doi": ("doi",),
}


def proposals(written: WrittenReference, judgement: Judgement, *, in_json: bool) -> tuple[Fix, ...]:
    """Return what may be changed about an entry, each field by a fix of its own."""
    record = judgement.record
    if record is None:
        return ()
    return tuple(_fixes(written, judgement, record, in_json=in_json))


def _fixes(written: WrittenReference, judgement: Judgement, record: Work, *, in_json: bool) -> Iterator[Fix]:
    fields = judgement.fields
    verdicts: dict[str, FieldVerdict] = {
        "title": fields.title, "authors": fields.authors, "year": fields.year, "venue": fields.venue, "doi": fields.doi
    }  # fmt: skip
    known = fields.title == "match" and fields.authors == "match"
    if fields.doi == "absent" and known and record.doi and judgement.code in (None, "R411") and written.room >= 0:
        yield Fix("safe", (_inserted(written, record.doi, in_json=in_json),))
    for name, verdict in verdicts.items():
        if verdict != "differs" or (name == "title" and not known and fields.doi == "differs"):
            continue
        value = _value(name, record, in_json=in_json)
        place = next((one for one in written.given if one.name in _FIELDS[name]), None)
        if value and place is not None:
            yield Fix("unsafe", (Edit(place.start, place.end, value),))


def _inserted(written: WrittenReference, doi: str, *, in_json: bool) -> Edit:
    """Return the edit that adds a DOI as an entry's first field."""
    if in_json:
        return Edit(written.room + 1, written.room + 1, f'"DOI": {json.dumps(doi)}, ')
    return Edit(written.room, written.room, f",\n  doi = {{{doi}}}")


def _value(name: str, record: Work, *, in_json: bool) -> str:
    """Return a record's value as it is written in the file; "" for one that it does not have or that has no place."""
    if name == "authors":
        return "" if in_json else " and ".join(map(_bibtex_name, record.authors))
    if name == "year":
        return "" if in_json or not record.years else str(record.years[0])
    if name == "doi":
        return record.doi
    venues: Sequence[str] = [one for one in record.venues if not is_series(one) and not is_preprint_server(one)]
    text = record.titles[0] if name == "title" else next(iter(venues), "")
    return json.dumps(text, ensure_ascii=False)[1:-1] if in_json else latex(text)


def _bibtex_name(person: Person) -> str:
    if not person.given:
        return f"{{{latex(person.family)}}}"
    return f"{latex(person.family)}, {latex(person.given)}"
