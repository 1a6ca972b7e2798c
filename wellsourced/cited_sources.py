"""The sources that a draft names: those its markers cite, and the entries of its lists that none cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url, host_of
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.case import Case
    from retrieval.lockfile import Lock


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
    resolved = (case.references.resolve(marker, ref) for marker in case.draft.markers for ref in marker.refs)
    return _once(((reference, source) for _, reference, source in resolved), case)


def uncited(case: Case) -> tuple[Cited, ...]:
    """Return the entries of a draft's lists that no marker cites and that have a text or an address, in their order."""
    known = {(one.source.id, one.given) for one in cited(case)}
    listed = _once(enumerate(case.references.source_of_reference), case)
    return tuple(one for one in listed if (one.source.id, one.given) not in known)


def addressless(case: Case) -> tuple[str, ...]:
    """Return what markers cite that has neither a text nor a web address, as its entry or source names it."""
    found: dict[str, None] = {}
    for marker in case.draft.markers:
        for ref in marker.refs:
            _, reference, index = case.references.resolve(marker, ref)
            entry = case.draft.references[reference] if reference is not None else None
            source = case.sources[index] if index is not None else None
            if (source and source.text.strip()) or not (source or entry):
                continue
            addresses = ((source.url,) if source else ()) + (entry.urls if entry else ())
            if not any(host_of(url) or url[:4].lower() == "doi:" for url in addresses):
                name = (source and (source.url or source.title)) or (entry and entry.text) or str(ref.label)
                found.setdefault(" ".join(name.split()))
    return tuple(found)


def names_addresses(case: Case) -> bool:
    """Return whether a draft has a list and each of its entries an address: no other file need say what it cites."""
    listed = case.draft.references
    return bool(listed) and all(reference.urls for reference in listed)


def listed_by_lock(case: Case, lock: Lock) -> Case:
    """Return a draft with what its links cite as its sources, where nothing else says what they may cite.

    A draft none of whose links the lock names stays as it is: the lock may be another's. Once it names one, the others
    cite as well and have no text: a page that is not locked is unread, not made up.
    """
    if case.sources or case.draft.style.joined_by != "none" or not (lock.pages or lock.unread):
        return case
    unread = {key: Source(key, one.url, "", "") for key, one in lock.unread.items()}
    return listed_by(case, {key: one.source for key, one in lock.pages.items()} | unread)


def listed_by(case: Case, known: Mapping[str, Source]) -> Case:
    """Return a draft with what its links cite as its only sources, without texts, if one of them is ``known``."""
    from audit.runner import reopen

    opened = reopen(case, [Source(url, one.url, one.title, "") for url, one in known.items()])
    titles = {one.key: one.source.title for one in cited(opened) if one.given}
    if not titles:
        return case
    links = {canonical_url(ref.url): ref.url for marker in opened.draft.markers for ref in marker.refs if ref.url}
    return reopen(case, [Source(key, url, titles.get(key, ""), "") for key, url in links.items()])


def _once(places: Iterable[tuple[int | None, int | None]], case: Case) -> tuple[Cited, ...]:
    """Return the sources that (entry, source) pairs name, each once, in order."""
    found: dict[str, Cited] = {}
    for reference, index in places:
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
