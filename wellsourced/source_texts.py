"""Where the texts of a draft's sources come from: the sources file, else sources.lock, else the cache, else the web.

Attempts and their results are values: a page that cannot be read ends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wellsourced.cited_sources import Cited, addressless, cited, listed_by_lock, uncited
from wellsourced.page_reader import PageReader
from wellsourced.source_files import LOCK, LOCK_IT, lock_to_read
from wellsourced_core.errors import InputError, shown
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url
from wellsourced_core.values import field, frozen, mutable, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.case import Case, Observation
    from quality.options import Options
    from retrieval.fetch import Page, Rejected
    from retrieval.lockfile import Lock, Locked, Unread

_MOST_NAMED = 10


@frozen
class Shelf:
    """The sources that a draft is judged against, what was observed about them, and what to tell the user."""

    sources: tuple[Source, ...]
    observations: tuple[Observation, ...] = ()
    notes: tuple[str, ...] = ()


def gather(case: Case, path: Path | None, reader: PageReader, options: Options) -> Shelf:
    """Return a draft's sources with their texts, and what is observed of them; a lock can be its list of them.

    ``path`` is the draft's, whose lock is read. With ``--locked`` such a list is complete: what it lacks is observed
    as an error (C104). Raises InputError for a lock that is no lock, and where ``--locked`` finds none for a draft that
    cites.
    """
    lock_file = lock_to_read(path)
    if reader.locked and lock_file is None and case.draft.markers:
        raise InputError(LOCK, "is neither in this folder nor next to the draft", "create it with `wellsourced lock`")
    lock = reader.lock_at(lock_file)
    listed = listed_by_lock(case, lock)
    shelf = shelve(listed, lock, reader, options)
    if not reader.locked or listed is case:
        return shelf
    from wellsourced.source_observations import of_unlocked

    missing = ((one, canonical_url(one.url)) for one in shelf.sources)
    unlocked = [of_unlocked(one, lock.unread.get(key)) for one, key in missing if key not in lock.pages]
    return replace(shelf, observations=(*shelf.observations, *unlocked))


def shelve(case: Case, lock: Lock, reader: PageReader, options: Options) -> Shelf:
    """Return a draft's sources with their texts, of a lock that was read."""
    work = _Shelving(cited(case), lock.pages, lock.unread, reader)
    work.find_texts(case)
    if reader.online:
        work.ask_the_web(uncited(case))
        work.check_references(case)
        unlocked = (name for name in addressless(case) if canonical_url(name) not in lock.pages)
        work.notes += [f"not checked, {shown(name, 120)}: has no web address" for name in unlocked]
    work.judge_texts(case, options)
    return Shelf(tuple(work.shelf.values()), tuple(work.observations), tuple(work.told()))


@mutable
class _Shelving:
    """The sources of one draft while their texts are looked for; ``shelf`` has them by id, in a fixed order."""

    wanted: tuple[Cited, ...]
    locked: Mapping[str, Locked]
    unread: Mapping[str, Unread]
    reader: PageReader
    shelf: dict[str, Source] = field(default_factory=dict)
    observations: list[Observation] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)

    def told(self) -> Iterator[str]:
        """Say where texts came from that no sources file has, and what was not checked: the first ten."""
        without = [one for one in self.wanted if one.key not in self.locked] if self.reader.locked else []
        if without:
            yield f"{LOCK} has no text for {len(without)} of {plural(len(self.wanted), 'cited source')}"
            self.notes += [_not_locked(one.source, self.unread.get(one.key)) for one in without]
        places = dict.fromkeys(self.origins)
        if places:
            yield "texts: " + ", ".join(f"{self.origins.count(place)} from {place}" for place in places)
        yield from self.notes[:_MOST_NAMED]
        if len(self.notes) > _MOST_NAMED:
            yield f"and {len(self.notes) - _MOST_NAMED} more"

    # ------------------------------------------------------------------------------------------- texts

    def find_texts(self, case: Case) -> None:
        """Give every cited source the first text that there is; those that were given keep their order."""
        self.reader.read(one.source.url for one in self.wanted if self._is_missing(one) and one.is_on_the_web)
        for source in case.sources:
            self.shelf[source.id] = replace(source, text="") if self.reader.locked else source
        for one in self.wanted:
            source = self._with_text(one)
            if one.given or source.text.strip():
                self.shelf[source.id] = source

    def _is_missing(self, one: Cited) -> bool:
        return not one.has_text and one.key not in self.locked

    def _with_text(self, one: Cited) -> Source:
        if one.has_text and not self.reader.locked:
            return one.source
        if one.key and one.key in self.locked:
            self.origins.append(LOCK)
            return _filled(one.source, self.locked[one.key].source)
        page = self.reader.pages.get(one.key)
        if self.reader.locked or page is None:
            return replace(one.source, text="")
        return self._of_page(one.source, page)

    def _of_page(self, source: Source, page: Page | Rejected) -> Source:
        """Return a source with the text of its page; a wall is no text, and an error page is reported as one."""
        from retrieval.fetch import Rejected, to_source
        from wellsourced.source_observations import ERROR_PAGE, junk, unreadable

        if isinstance(page, Rejected):
            return source
        filled = _filled(source, to_source(page, identifier=source.id))
        kind = unreadable(filled)
        if kind is None:
            self.origins.append("the web" if page.fresh else "the cache")
            return filled
        if kind == ERROR_PAGE:
            self.observations.append(junk(source.id, kind))
            self.shelf[source.id] = source
        self.notes.append(f"not checked, {shown(page.url, 120)}: the text is {kind}")
        return source

    # ------------------------------------------------------------------------------------------- the web

    def ask_the_web(self, listed: Sequence[Cited]) -> None:
        """Observe dead addresses (R404), pages that changed since they were locked (R406), retractions (R405).

        Of what is ``listed`` and cited nowhere no text is taken: only whether it is dead or retracted is asked.
        """
        aged = [one for one in self.wanted if not one.has_text and one.is_on_the_web and one.key in self.locked]
        self.reader.read((one.source.url for one in aged), refresh=True)
        self.reader.read(one.source.url for one in listed if not one.has_text and one.is_on_the_web)
        for one in (*self.wanted, *listed):
            page = self.reader.pages.get(one.key)
            if page is not None and not one.has_text:
                self._hold_against(one, page)
        self._ask_crossref((*self.wanted, *listed))

    def _hold_against(self, one: Cited, page: Page | Rejected) -> None:
        from retrieval.fetch import Rejected
        from retrieval.lockfile import check_lock
        from wellsourced.source_observations import of_dead, of_drift

        if isinstance(page, Rejected):
            if self.reader.is_dead(page):
                self._observe(one, of_dead(one.source.id, page, self.reader.copy_of(one.source.url)))
            else:
                self.notes.append(f"not checked, {shown(page.url, 120)}: {page.why}")
        elif one.key in self.locked:
            locked = self.locked[one.key]
            (drift,) = check_lock((locked,), {one.key: page.text})
            observed = of_drift(one.source.id, drift, locked.source.retrieved)
            if observed is not None:
                self._observe(one, observed)

    def _ask_crossref(self, named: Sequence[Cited]) -> None:
        from retrieval.crossref import doi_of, retracted
        from wellsourced.source_observations import of_retraction

        dois = [next(filter(None, map(doi_of, one.urls)), "") for one in named]
        records = self.reader.look_up(filter(None, dois))
        notices = retracted(records)
        for one, doi in zip(named, dois, strict=True):
            if doi in notices:
                self._observe(one, of_retraction(one.source.id, notices[doi]))
        failed = [record.problem for record in records if record.problem]
        if failed:
            self.notes.append(f"{len(failed)} of {plural(len(records), 'DOI')} not checked for retraction: {failed[0]}")

    def check_references(self, case: Case) -> None:
        """Observe which entries of scholarship no registry knows, or knows otherwise (R405, R410 to R412)."""
        if not self.reader.registries or case.as_of is None:
            return
        from wellsourced.reference_check import check, told
        from wellsourced.reference_files import scholarly, written
        from wellsourced.source_observations import of_reference

        entries = scholarly(written(case.draft.references))
        checked = check(entries, self.reader.registries, case.as_of)
        found = (of_reference(one.text, j) for one, j in zip(entries, checked.judgements, strict=True))
        self.observations += [one for one in found if one is not None]
        self.notes += [told(one) for one in checked.unchecked if one.references]

    def _observe(self, one: Cited, observation: Observation) -> None:
        """Keep an observation, and its source, so that it can be reported where the draft names it."""
        self.observations.append(observation)
        self.shelf.setdefault(one.source.id, one.source)

    # ------------------------------------------------------------------------------------------- judging

    def judge_texts(self, case: Case, options: Options) -> None:
        """Observe what the texts of the cited sources are worth (S501 to S504)."""
        from audit.draft import plain
        from wellsourced.source_observations import of_text

        headings = case.draft.headings
        topic = plain(case.draft.text[slice(*headings[0])]).lstrip("# ") if headings else ""
        for one in self.wanted:
            if one.source.id in self.shelf:
                self.observations += of_text(self.shelf[one.source.id], topic, case.as_of, options)


def _not_locked(source: Source, unread: Unread | None) -> str:
    """Say of a cited source that the lock has no text of it, as `lock` says it."""
    if not source.url:
        return f"not locked, {shown(source.title or source.id, 120)}: has no address"
    why = unread.why if unread else f"is not in {LOCK}: {LOCK_IT}"
    return f"not locked, {shown(source.url, 120)}: {why}"


def _filled(source: Source, by: Source) -> Source:
    """Return a source with another one's text, and its title and dates where it has none of its own."""
    return replace(
        source,
        text=by.text,
        title=source.title or by.title,
        published=source.published or by.published,
        retrieved=source.retrieved or by.retrieved,
    )
