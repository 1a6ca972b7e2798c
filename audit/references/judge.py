"""Judge a written reference by the records that services gave for it.

Two classes of fault are never mixed: a work that *does not exist as described*, and one that exists and is *described
wrongly*. A fault holds only if no record of the work has it otherwise; what cannot be settled is for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from audit.references.author_lists import AuthorMatch, compare_authors, same_person
from audit.references.titles import compare_titles, is_telling, letters, similarity, title_words
from audit.references.venues import is_preprint_server, is_series, may_record_late, same_venue
from audit.thresholds import (
    MANY_AUTHORS,
    MOST_NAMED_AUTHORS,
    NEAR_TITLE,
    SAME_WORK_TITLE,
    SHARED_AUTHORS,
    SHORTEST_NEAR_NAME,
    YEARS_APART,
    YEARS_UNTIL_RECORDED,
)
from wellsourced_core.lexicon import words
from wellsourced_core.model import Person, Work, WrittenReference
from wellsourced_core.values import field, frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date
    from typing import Literal

    from wellsourced_core.model import Certainty, EntryVerdict, FieldVerdict

    Code = Literal["R405", "R410", "R411", "R412"]


@frozen
class Evidence:
    """What the services said of one reference.

    ``identified`` are the records under its own identifiers, ``found`` those that a search for its title brought.
    ``refuted`` is an identifier that its own agency says was never registered, "" for none; ``registered`` says that
    one is, though nobody gave a record. ``down`` are the services that were needed and did not answer, ``asked`` those
    that did.
    """

    identified: tuple[Work, ...] = ()
    found: tuple[Work, ...] = ()
    refuted: str = ""
    registered: str = ""
    asked: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


@frozen
class Fields:
    """Whether each field of a reference is as recorded; *absent* where the reference does not have it."""

    title: FieldVerdict = "unchecked"
    authors: FieldVerdict = "unchecked"
    year: FieldVerdict = "unchecked"
    venue: FieldVerdict = "unchecked"
    doi: FieldVerdict = "unchecked"


@frozen
class Judgement:
    """The verdict on one reference: its code and how certain it is, field by field, beside the record it was held to.

    ``settled``: asking further services would change nothing. ``notes`` are what is no fault.
    """

    verdict: EntryVerdict
    why: str
    code: Code | None = None
    certainty: Certainty = "proven"
    fields: Fields = field(default_factory=Fields)
    record: Work | None = None
    notes: tuple[str, ...] = ()
    settled: bool = False


def judge(written: WrittenReference, evidence: Evidence, as_of: date) -> Judgement:
    """Judge a reference by all that was found of it; ``as_of`` tells what is too new to be recorded everywhere."""
    judgement = _judged(written, evidence, as_of)
    if judgement.code == "R411" and judgement.fields.title == "differs" and _is_label(written):
        why = f"its text is no title, and {judgement.why}: look whether that is meant"
        return replace(judgement, verdict="needs-review", code=None, certainty="possible", why=why)
    return judgement


def _is_label(written: WrittenReference) -> bool:
    """Tell whether a reference is an identifier behind words of somebody's own: a link, without authors or year."""
    return not written.authors and written.year is None


def _judged(written: WrittenReference, evidence: Evidence, as_of: date) -> Judgement:
    same = _versions(written, evidence)
    stranger = next((work for work in evidence.identified if work not in same), None)
    if not same:
        return _not_described(written, evidence, stranger)
    judgement = _described(written, same)
    if stranger is not None and not _same_doi(written, same):
        return _withheld(_of_another_work(written, judgement, stranger, same), evidence)
    if evidence.refuted:
        return _refuted(written, evidence, judgement)
    if judgement.verdict == "verified" and _is_preprint_alone(written, judgement, same):
        return _withheld(_unpublished(written, judgement, as_of), evidence)
    if judgement.verdict == "verified" and judgement.fields.doi == "unchecked" and evidence.down:
        return _unsettled(written, f"doi:{written.doi} was not checked: {_listed(evidence.down)} did not answer")
    return _withheld(judgement, evidence)


# ---------------------------------------------------------------------------------------------- which work is meant


def _versions(written: WrittenReference, evidence: Evidence) -> tuple[Work, ...]:
    """Return the records of the work that is described: its preprint and publication, by whatever service."""
    known = tuple(dict.fromkeys((*evidence.identified, *evidence.found)))
    identified = tuple(work for work in evidence.identified if _is_meant(written, work, named=True))
    found = tuple(work for work in known if work in identified or _is_meant(written, work, named=False))
    titles = [(_title_match(written, work), work) for work in found]
    equal = tuple(work for match, work in titles if match == "same")
    if not equal:
        return _nearest_alone(written, found) or identified
    # The nearest title is the one that is meant; others of the same authors are other works.
    return tuple(work for match, work in titles if match != "differs" or work in identified)


def _nearest_alone(written: WrittenReference, works: Sequence[Work]) -> tuple[Work, ...]:
    """Return the records of the work whose title is nearest: others of the same authors are other works."""
    if not works:
        return ()
    nearest = max(works, key=lambda work: similarity(written.title, work.titles))
    return tuple(
        work
        for work in works
        if work is nearest or any(compare_titles(t, work.titles) == "same" for t in nearest.titles)
    )


def _is_meant(written: WrittenReference, work: Work, *, named: bool) -> bool:
    """Tell whether a record is of the work that a reference describes; ``named``: by its own identifier.

    Titles that agree in all words are one work's unless they are short and the authors are others.
    """
    match = _title_match(written, work)
    shared = _shared(written.authors, work.authors, shortened=written.shortened)
    if match == "same":
        return named or shared is None or shared > 0 or is_telling(written.title)
    if match == "main":
        return named or bool(shared)
    alike = similarity(written.title, work.titles) if written.title and work.titles else 0.0
    if named and not written.title:
        return True
    if shared is None:
        return named and alike >= NEAR_TITLE
    if alike >= SAME_WORK_TITLE:
        return named or shared > 0
    return alike >= NEAR_TITLE and shared >= SHARED_AUTHORS


def _title_match(written: WrittenReference, work: Work) -> str:
    return compare_titles(written.title, work.titles)


def _shared(written: Sequence[Person], recorded: Sequence[Person], *, shortened: bool) -> float | None:
    """Return the share of the written authors whom a record has, None where one of the two has none."""
    return compare_authors(written, recorded, shortened=shortened).shared if written and recorded else None


def _same_doi(written: WrittenReference, works: Iterable[Work]) -> bool:
    return any(written.doi and written.doi in (work.doi, work.published_as) for work in works)


# ---------------------------------------------------------------------------------------------- how it is described


def _described(written: WrittenReference, works: tuple[Work, ...]) -> Judgement:
    """Judge each field by all versions of the work."""
    best = _fullest(written, works)
    title = _title(written, works)
    authors = _authors(written, works)
    year, venue = _year(written, works), _venue(written, works)
    doi: FieldVerdict = "absent" if not written.doi else "match" if _same_doi(written, works) else "unchecked"
    fields = Fields(title, _verdict_of(authors, written), year, venue, doi)
    notes = tuple(_notes(written, works, authors))
    retraction = next((work for work in works if work.retracted), None)
    faults = _faults(written, best, fields, authors)
    if retraction is not None and title != "differs":
        why = f"the work was retracted: {retraction.retracted}"
        why = "; ".join((why, *faults))
        return Judgement("retracted", why, "R405", "proven", fields, retraction, notes, settled=True)
    if not faults:
        # A title without its subtitle, or a field that only other services have, may yet be told better.
        whole = any(_title_match(written, work) == "same" for work in works)
        whole = whole and fields.authors != "unchecked" and (fields.venue != "unchecked" or is_series(written.venue))
        return Judgement("verified", "as recorded", None, "proven", fields, best, notes, settled=whole)
    grave = title == "differs" or (fields.authors == "differs" and authors is not None)
    certainty: Certainty = "proven" if grave and not _doubtful(written, works, title, authors) else "likely"
    return Judgement("mismatch", "; ".join(faults), "R411", certainty, fields, best, notes)


def _fullest(written: WrittenReference, works: Sequence[Work]) -> Work:
    """Return the record that agrees best, and of those the one that says most."""

    def rank(work: Work) -> tuple[object, ...]:
        match = ("same", "main", "differs").index(_title_match(written, work))
        own = written.doi and work.doi == written.doi
        return match, not own, work.kind == "preprint", -len(work.authors), not work.venues, not work.years

    return min(works, key=rank)


def _title(written: WrittenReference, works: Sequence[Work]) -> FieldVerdict:
    """Judge the title: a record without the subtitle says nothing against one, another record's subtitle does."""
    if not written.title:
        return "absent"
    matches = {_title_match(written, work) for work in works if work.titles}
    if "same" in matches or not matches:
        return "match" if matches else "unchecked"
    return "match" if matches == {"main"} else "differs"


def _authors(written: WrittenReference, works: Sequence[Work]) -> AuthorMatch | None:
    """Hold the authors against the record that suits them best; None where nobody can be compared."""
    lists = [_whole(work.authors) for work in works if work.authors]
    if not written.authors or not lists:
        return None
    if any(_stand_in_text(written, listed) for listed, _ in lists):
        return AuthorMatch(1.0, cut=written.shortened)
    matches = [_compared(written, listed, cut=cut or _breaks_off(written, listed)) for listed, cut in lists if listed]
    if not matches:
        return None
    return min(matches, key=lambda one: (not one.agrees, -one.shared, len(one.dropped), len(one.exchanged)))


def _whole(recorded: Sequence[Person]) -> tuple[Sequence[Person], bool]:
    """Return a recorded list without "others" at its end, and whether it had them: some services cut long lists."""
    cut = recorded[-1].family.lower().strip(". ") in words("and others")
    return (recorded[:-1] if cut else recorded), cut


def _stand_in_text(written: WrittenReference, listed: Sequence[Person]) -> bool:
    """Tell whether a reference names a record's authors in their order, and only our reading of its list lost some."""
    match = compare_authors(written.authors, listed, shortened=written.shortened)
    if not listed or not (match.dropped or match.shared == 0):
        return False
    at = 0
    text = "".join(title_words(written.text))  # not kept, as the letters of titles are
    for person in listed:
        found = text.find(letters(person.family), at)
        if found < 0 or len(person.family) < SHORTEST_NEAR_NAME:
            return False
        at = found + 1
    return True


def _breaks_off(written: WrittenReference, listed: Sequence[Person]) -> bool:
    """Tell whether a record has just the first of many authors: some services keep no more of a long list."""
    if not MANY_AUTHORS <= len(listed) < len(written.authors):
        return False
    return all(same_person(one, other) for one, other in zip(written.authors, listed, strict=False))


def _compared(written: WrittenReference, listed: Sequence[Person], *, cut: bool) -> AuthorMatch:
    """Hold the written list against a recorded one; beyond where that was cut nothing is known."""
    names = written.authors[: len(listed)] if cut else written.authors
    return compare_authors(names, listed, shortened=written.shortened)


def _verdict_of(authors: AuthorMatch | None, written: WrittenReference) -> FieldVerdict:
    if authors is None:
        return "unchecked" if written.authors else "absent"
    return "match" if authors.agrees else "differs"


def _year(written: WrittenReference, works: Sequence[Work]) -> FieldVerdict:
    years = [year for work in works for year in work.years]
    if written.year is None:
        return "absent"
    if not years:
        return "unchecked"
    return "match" if min(years) - YEARS_APART <= written.year <= max(years) + YEARS_APART else "differs"


def _venue(written: WrittenReference, works: Sequence[Work]) -> FieldVerdict:
    """Judge the venue: right if any version of the work appeared there; unsettled if only a preprint is recorded."""
    if not written.venue:
        return "absent"
    if is_preprint_server(written.venue) or is_series(written.venue):
        return "match" if is_preprint_server(written.venue) else "unchecked"
    venues = [venue for work in works for venue in work.venues]
    if (same := same_venue(written.venue, venues)) is not False:
        return "match" if same else "unchecked"
    published = [venue for venue in venues if not is_preprint_server(venue) and not is_series(venue)]
    return "differs" if published else "unchecked"


def _faults(written: WrittenReference, best: Work, fields: Fields, authors: AuthorMatch | None) -> list[str]:
    """Say what is described wrongly, and what is right."""
    faults = []
    if fields.title == "differs":
        faults.append(f'the title is "{best.titles[0]}"')
    if authors is not None and not authors.agrees:
        faults += _author_faults(authors, best)
    if fields.year == "differs":
        faults.append(f"the year is {' or '.join(map(str, sorted(set(best.years)))) or 'another'}, not {written.year}")
    if fields.venue == "differs":
        named = next((venue for venue in best.venues if not is_series(venue)), "another")
        faults.append(f'the venue is "{named}", not "{written.venue}"')
    return faults


def _author_faults(authors: AuthorMatch, best: Work) -> list[str]:
    if authors.shared == 0:
        return [f"the authors are {_named([_full(one) for one in best.authors])}"]
    faults = []
    if authors.invented:
        faults.append(f"{_named(authors.invented)} {_is_or_are(authors.invented)} not among the authors")
    if authors.dropped:
        faults.append(f'{_named(authors.dropped)} {_is_or_are(authors.dropped)} left out without "et al."')
    if authors.exchanged:
        faults.append(f"the authors stand in another order: {_named([_full(one) for one in best.authors])}")
    return faults


def _doubtful(
    written: WrittenReference, works: Sequence[Work], title: FieldVerdict, authors: AuthorMatch | None
) -> bool:
    """Tell whether a grave fault may be none.

    A title that is only near may be that of another work of these authors; a record that lists fewer authors than the
    reference may itself be incomplete, unless a second service has the same.
    """
    if title == "differs":
        named = _same_doi(written, works) or any(work.arxiv and work.arxiv == written.arxiv for work in works)
        return not named and max(similarity(written.title, work.titles) for work in works) < SAME_WORK_TITLE
    if authors is None:
        return False
    incomplete = bool(authors.invented) and authors.shared > 0 and not authors.dropped and not authors.exchanged
    return incomplete and len({work.service for work in works if work.authors}) < 2


def _notes(written: WrittenReference, works: Sequence[Work], authors: AuthorMatch | None) -> Iterable[str]:
    if authors is not None and authors.cut:
        yield 'the list of authors is shortened with "et al."'
    published = [work for work in works if work.kind == "publication"]
    venue_is_preprint = not written.venue or is_preprint_server(written.venue)
    as_preprint = bool(written.arxiv) and venue_is_preprint
    became = next((work.published_as for work in works if work.published_as), "")
    if as_preprint and (published or became):
        where = next(
            (f" in {work.venues[0]}" for work in published if work.venues), f" as doi:{became}" if became else ""
        )
        yield f"a published version exists{where}"


def _is_preprint_alone(written: WrittenReference, judgement: Judgement, works: Sequence[Work]) -> bool:
    """Tell whether a reference names a venue, and every record is of a preprint."""
    return (
        judgement.fields.venue == "unchecked"
        and all(work.kind == "preprint" and not work.published_as for work in works)
        and not is_series(written.venue)
    )


def _unpublished(written: WrittenReference, judgement: Judgement, as_of: date) -> Judgement:
    """Judge a reference that has a preprint appear in a venue: a lately accepted one may not be recorded yet."""
    why = f'only a preprint is known to have appeared, not in "{written.venue}"'
    late = written.year is None or written.year >= as_of.year - YEARS_UNTIL_RECORDED
    if late and may_record_late(written.venue):
        return replace(judgement, verdict="needs-review", certainty="possible", why=f"{why}: look at its venue")
    fields = replace(judgement.fields, venue="differs")
    return replace(judgement, verdict="mismatch", code="R411", certainty="likely", why=why, fields=fields)


# ---------------------------------------------------------------------------------------------- what is not there


def _not_described(written: WrittenReference, evidence: Evidence, stranger: Work | None) -> Judgement:
    """Judge a reference whose work no record is of."""
    if stranger is not None and written.title:
        return _withheld(_another(written, stranger, Fields()), evidence)
    if evidence.refuted:
        return _refuted(written, evidence, None)
    if evidence.down:
        return _unsettled(written, f"{_listed(evidence.down)} did not answer: ask again later")
    if evidence.registered:
        return _unsettled(written, f"{evidence.registered} is registered, but nobody gave its record: look there")
    if written.kind != "work":
        return _unsettled(written, _where_to_look(written))
    if not written.title:
        return _unsettled(written, "its title could not be read: look it up by hand")
    if not evidence.asked:
        return _unsettled(written, "no service was asked")
    near = _nearest(written, evidence.found)
    hint = f'; the nearest is "{near.titles[0]}"' if near else ""
    why = f"no work of this title is known to {_listed(evidence.asked)}{hint}"
    return Judgement("not-found", why, "R410", "likely", Fields(), None)


def _another(written: WrittenReference, stranger: Work, fields: Fields) -> Judgement:
    title = stranger.titles[0] if stranger.titles else stranger.id
    why = f'{_identifier(written, stranger)} is that of another work, "{title}"'
    authors = _authors(written, (stranger,))
    told = replace(fields, title="differs", authors=_verdict_of(authors, written), doi="differs")
    return Judgement("mismatch", why, "R411", "proven", told, stranger)


def _of_another_work(
    written: WrittenReference, judgement: Judgement, stranger: Work, same: Sequence[Work]
) -> Judgement:
    """Judge a reference that describes one work and names the identifier of another."""
    right = next((work.doi for work in same if work.doi), "")
    title = stranger.titles[0] if stranger.titles else stranger.id
    why = f'{_identifier(written, stranger)} is that of another work, "{title}"'
    why += f"; this one has doi:{right}" if right else ""
    others = (judgement.why,) if judgement.verdict in ("mismatch", "retracted") else ()
    fields = replace(judgement.fields, doi="differs")
    code: Code = "R411"
    return replace(
        judgement, verdict="mismatch", code=code, certainty="proven", why="; ".join((why, *others)), fields=fields
    )


def _identifier(written: WrittenReference, stranger: Work) -> str:
    if written.doi and stranger.doi == written.doi:
        return f"doi:{written.doi}"
    return f"arXiv:{written.arxiv}" if written.arxiv and not written.doi else f"doi:{written.doi or stranger.doi}"


def _refuted(written: WrittenReference, evidence: Evidence, judgement: Judgement | None) -> Judgement:
    """Judge a reference whose identifier was never registered; the work may exist all the same."""
    why = f"{evidence.refuted} is not registered"
    if judgement is None or judgement.record is None:
        fields = Fields(doi="differs" if written.doi else "absent")
        return Judgement("not-found", why, "R410", "proven", fields)
    right = judgement.record.doi
    why += f"; the work has doi:{right}" if right else "; a work of this title is known without a DOI"
    others = (judgement.why,) if judgement.verdict == "mismatch" else ()
    fields = replace(judgement.fields, doi="differs" if written.doi else "absent")
    return Judgement(
        "not-found",
        "; ".join((why, *others)),
        "R410",
        "proven",
        fields,
        judgement.record,
        judgement.notes,
        settled=True,
    )


def _withheld(judgement: Judgement, evidence: Evidence) -> Judgement:
    """Return a judgement, or needs-review where it accuses and a service that might know better did not answer."""
    if judgement.verdict != "mismatch" or not evidence.down:
        return judgement
    why = f"{_listed(evidence.down)} did not answer, and {judgement.why}"
    return replace(judgement, verdict="needs-review", code=None, certainty="possible", why=why)


def _unsettled(written: WrittenReference, why: str) -> Judgement:
    def of(value: object) -> FieldVerdict:
        return "unchecked" if value else "absent"

    fields = Fields(of(written.title), of(written.authors), of(written.year), of(written.venue), of(written.doi))
    return Judgement("needs-review", why, None, "possible", fields)


def _where_to_look(written: WrittenReference) -> str:
    if written.kind == "book":
        return "books are in no registry that was asked: look in a library catalogue"
    return f"no registry lists what it is: look at {written.url}" if written.url else "no registry lists what it is"


def _nearest(written: WrittenReference, found: Sequence[Work]) -> Work | None:
    ranked = [(similarity(written.title, work.titles), -at) for at, work in enumerate(found) if work.titles]
    if not ranked:
        return None
    alike, at = max(ranked)
    return found[-at] if alike >= NEAR_TITLE else None


def _full(person: Person) -> str:
    return f"{person.given} {person.family}".strip()


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED_AUTHORS])
    return f"{shown} and {len(names) - MOST_NAMED_AUTHORS} more" if len(names) > MOST_NAMED_AUTHORS else shown


def _is_or_are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
