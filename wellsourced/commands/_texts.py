"""Where the texts of a draft's sources come from: the sources file, else sources.lock, else the cache, else the web.

What is tried, and what became of it, comes back as values: a page that cannot be read ends nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from wellsourced.commands._supply import Supply, make_fetcher
from wellsourced.core.errors import InputError, shown
from wellsourced.core.model import Source
from wellsourced.core.text import canonical_url, host_of
from wellsourced.core.values import field, frozen, mutable, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.case import Case, Observation
    from quality.options import Options
    from retrieval.fetch import Page, Rejected
    from retrieval.lockfile import Locked
    from wellsourced.config import Config

LOCK = "sources.lock"
_MOST_NAMED = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fetch", action="store_true", help="read cited pages that no file has the text of")
    parser.add_argument("--offline", action="store_true", help="no network, whatever else is given")
    parser.add_argument("--locked", action="store_true", help=f"texts from {LOCK} alone; nothing is fetched")


def supply(args: argparse.Namespace, config: Config) -> Supply:
    """Return where this run's texts may come from: the web only with ``--fetch``."""
    online = args.fetch and not args.offline and not args.locked
    fetcher = None if args.locked else make_fetcher(config, args.as_of, online=online)
    return Supply(fetcher, online, args.locked, config.fetch.contact)


def read_sources(path: Path) -> tuple[Source, ...]:
    """Read a file of sources: JSON Lines, or a bibliography."""
    from retrieval.sources_file import read_sources as read_lines

    if path.suffix.lower() in (".bib", ".json"):
        from retrieval.bibliography import is_bibliography, read_bibliography

        if is_bibliography(path):
            return read_bibliography(path)
    return read_lines(path)


def sources_beside(draft: Path | None) -> tuple[Source, ...]:
    """Return the sources that lie beside a draft, none where there is no such file."""
    place = sources_path(draft)
    return read_sources(place) if place is not None else ()


def sources_path(draft: Path | None) -> Path | None:
    """Return the file of sources beside a draft: ``draft.sources.jsonl``, or a run folder's ``sources.jsonl``."""
    if draft is None:
        return None
    places = [draft.with_suffix(".sources.jsonl"), draft.with_name(draft.name + ".sources.jsonl")]
    if draft.name == "article.md" and draft.with_name("provenance.json").is_file():
        places.append(draft.with_name("sources.jsonl"))
    return next((place for place in places if place.is_file() and place.stat().st_size), None)


def lock_path(draft: Path | None) -> Path | None:
    """Return the lock that holds a draft's texts: beside it, else in the working folder; None without one."""
    places = [draft.with_name(LOCK)] if draft is not None else []
    return next((place for place in (*places, Path(LOCK)) if place.is_file()), None)


@frozen
class Cited:
    """A source that a draft cites, whether it was ``given``, and every address that its entry names."""

    source: Source
    given: bool
    urls: tuple[str, ...]

    @property
    def key(self) -> str:
        return canonical_url(self.source.url)

    @property
    def has_text(self) -> bool:
        return bool(self.source.text.strip())

    @property
    def is_on_the_web(self) -> bool:
        return bool(host_of(self.source.url))


def cited(case: Case) -> tuple[Cited, ...]:
    """Return what the markers of a draft cite and has a text or an address, in order of first citation.

    An entry without a source becomes one that is named by its address; a source whose own address is none of
    the web is read from its entry's.
    """
    found: dict[str, Cited] = {}
    for marker in case.draft.markers:
        for ref in marker.refs:
            _, reference, index = case.resolve(marker, ref)
            written = case.draft.references[reference].urls if reference is not None else ()
            # A bare DOI can be read at doi.org.
            urls = tuple(canonical_url(url) if url[:4].lower() == "doi:" else url for url in written)
            if index is not None:
                source = case.sources[index]
                found.setdefault(f"given {index}", Cited(source, True, (source.url, *urls)))
            elif any(map(host_of, urls)):
                url = next(filter(host_of, urls))
                identity = canonical_url(url)
                found.setdefault(identity, Cited(Source(identity, url, "", ""), False, urls))
    return tuple(found.values())


@frozen
class Shelf:
    """The sources that a draft is held against, what was observed of them, and what to tell the user."""

    sources: tuple[Source, ...]
    observations: tuple[Observation, ...] = ()
    notes: tuple[str, ...] = ()


def gather(case: Case, path: Path | None, supply: Supply, options: Options) -> Shelf:
    """Return a draft's sources with their texts, and what is observed of them.

    ``path`` is the draft's, whose lock is read. Raises InputError for a lock that is no lock, and where
    ``--locked`` finds none for a draft that cites.
    """
    lock_file = lock_path(path)
    if supply.locked and lock_file is None and case.draft.markers:
        raise InputError(LOCK, "is neither here nor beside the draft", "make it with `wellsourced lock`")
    return shelve(case, supply.lock_at(lock_file), supply, options)


def shelve(case: Case, locked: Mapping[str, Locked], supply: Supply, options: Options) -> Shelf:
    """Return a draft's sources with their texts, of a lock that was read."""
    work = _Shelving(cited(case), locked, supply)
    work.find_texts(case)
    if supply.online:
        work.ask_the_web()
    work.judge_texts(case, options)
    return Shelf(tuple(work.shelf.values()), tuple(work.observations), tuple(work.told()))


@mutable
class _Shelving:
    """The sources of one draft while their texts are looked for; ``shelf`` has them by id, in a fixed order."""

    wanted: tuple[Cited, ...]
    locked: Mapping[str, Locked]
    supply: Supply
    shelf: dict[str, Source] = field(default_factory=dict)
    observations: list[Observation] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)

    def told(self) -> Iterator[str]:
        """Say where texts came from that no sources file has, and what was not checked: the first ten."""
        places = dict.fromkeys(self.origins)
        if places:
            yield "texts: " + ", ".join(f"{self.origins.count(place)} from {place}" for place in places)
        yield from self.notes[:_MOST_NAMED]
        if len(self.notes) > _MOST_NAMED:
            yield f"and {len(self.notes) - _MOST_NAMED} more"

    # ------------------------------------------------------------------------------------------- texts

    def find_texts(self, case: Case) -> None:
        """Give every cited source the first text that there is; those that were given keep their order."""
        self.supply.read(one.source.url for one in self.wanted if self._is_missing(one) and one.is_on_the_web)
        for source in case.sources:
            self.shelf[source.id] = replace(source, text="") if self.supply.locked else source
        for one in self.wanted:
            source = self._with_text(one)
            if one.given or source.text.strip():
                self.shelf[source.id] = source

    def _is_missing(self, one: Cited) -> bool:
        return not one.has_text and one.key not in self.locked

    def _with_text(self, one: Cited) -> Source:
        if one.has_text and not self.supply.locked:
            return one.source
        if one.key and one.key in self.locked:
            self.origins.append(LOCK)
            return _filled(one.source, self.locked[one.key].source)
        page = self.supply.pages.get(one.key)
        if self.supply.locked or page is None:
            return replace(one.source, text="")
        return self._of_page(one.source, page)

    def _of_page(self, source: Source, page: Page | Rejected) -> Source:
        """Return a source with the text of its page; a wall is no text, and an error page is reported as one."""
        from retrieval.fetch import Rejected, to_source
        from wellsourced.observations import ERROR_PAGE, junk, unreadable

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

    def ask_the_web(self) -> None:
        """Observe dead addresses (R404), pages that changed since they were locked (R406), retractions (R405)."""
        aged = [one for one in self.wanted if not one.has_text and one.is_on_the_web and one.key in self.locked]
        self.supply.read((one.source.url for one in aged), refresh=True)
        for one in self.wanted:
            page = self.supply.pages.get(one.key)
            if page is not None and not one.has_text:
                self._hold_against(one, page)
        self._ask_crossref()

    def _hold_against(self, one: Cited, page: Page | Rejected) -> None:
        from retrieval.fetch import Rejected
        from retrieval.lockfile import check_lock
        from wellsourced.observations import of_dead, of_drift

        if isinstance(page, Rejected):
            if self.supply.is_dead(page):
                self._observe(one, of_dead(one.source.id, page, self.supply.copy_of(one.source.url)))
            else:
                self.notes.append(f"not checked, {shown(page.url, 120)}: {page.why}")
        elif one.key in self.locked:
            locked = self.locked[one.key]
            (drift,) = check_lock((locked,), {one.key: page.text})
            observed = of_drift(one.source.id, drift, locked.source.retrieved)
            if observed is not None:
                self._observe(one, observed)

    def _ask_crossref(self) -> None:
        from retrieval.crossref import doi_of, retracted
        from wellsourced.observations import of_retraction

        dois = [next(filter(None, map(doi_of, one.urls)), "") for one in self.wanted]
        records = self.supply.look_up(filter(None, dois))
        notices = retracted(records)
        for one, doi in zip(self.wanted, dois, strict=True):
            if doi in notices:
                self._observe(one, of_retraction(one.source.id, notices[doi]))
        failed = [record.problem for record in records if record.problem]
        if failed:
            self.notes.append(f"{len(failed)} of {len(records)} DOIs not checked for retraction: {failed[0]}")

    def _observe(self, one: Cited, observation: Observation) -> None:
        """Keep an observation, and its source, so that it can be reported where the draft names it."""
        self.observations.append(observation)
        self.shelf.setdefault(one.source.id, one.source)

    # ------------------------------------------------------------------------------------------- judging

    def judge_texts(self, case: Case, options: Options) -> None:
        """Observe what the texts of the cited sources are worth (S501 to S504)."""
        from audit.draft import plain
        from wellsourced.observations import of_text

        headings = case.draft.headings
        topic = plain(case.draft.text[slice(*headings[0])]).lstrip("# ") if headings else ""
        for one in self.wanted:
            if one.source.id in self.shelf:
                self.observations += of_text(self.shelf[one.source.id], topic, case.as_of, options)


def _filled(source: Source, by: Source) -> Source:
    """Return a source with another one's text, and its title and dates where it has none of its own."""
    return replace(
        source,
        text=by.text,
        title=source.title or by.title,
        published=source.published or by.published,
        retrieved=source.retrieved or by.retrieved,
    )
