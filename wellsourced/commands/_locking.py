"""The work of `lock`: write the lock of each draft, or compare the pages with it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from retrieval.storage import is_device, is_file
from wellsourced.cited_sources import Cited, cited, listed_by_lock
from wellsourced.commands import Terminal
from wellsourced.given_sources import opened_with, read_document, read_for, with_named
from wellsourced.page_reader import PageReader, make_fetcher
from wellsourced.source_files import LOCK, lock_path, lock_to_read
from wellsourced.source_texts import shelve
from wellsourced_core.errors import InputError, shown
from wellsourced_core.text import canonical_url
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.case import Case
    from retrieval.fetch import Page
    from retrieval.lockfile import Drift, Locked, Unread
    from wellsourced.config import Config
    from wellsourced.draft_files import DraftFile
    from wellsourced_core.model import Source

_LINES = {"unchanged": 0, "drifted": 0, "evidence-gone": 1, "unreachable": 3}


def _fetched(urls: Iterable[str], args: argparse.Namespace, config: Config) -> PageReader:
    """Read pages again; if there is none to read, not even a cache is created."""
    wanted = list(urls)
    reader = PageReader(make_fetcher(config, args.as_of, online=True) if wanted else None, online=True)
    reader.read(wanted, refresh=True)
    return reader


# ---------------------------------------------------------------------------------------------- writing a lock


@frozen
class _Found:
    """What was read for a draft: the locked sources by canonical URL, and what failed, a line each.

    ``unread`` is what failed for a reason that will not pass.
    """

    locked: dict[str, Locked]
    failed: tuple[str, ...]
    unread: tuple[Unread, ...]


def lock(args: argparse.Namespace, terminal: Terminal, config: Config) -> int:
    from wellsourced.commands._options import refuse_folder
    from wellsourced.commands._output_paths import refuse_collisions
    from wellsourced.draft_files import read
    from wellsourced.formats._shared import plural

    drafts = [read(name, terminal.into) for name in _names(args, config)]
    for place in dict.fromkeys(map(_place, drafts)):
        refuse_collisions(
            [place], [*(args.sources or ()), config.path, *(draft.path for draft in drafts)], "this command"
        )
        refuse_folder(str(place))
    wanted = {draft.name: _open(args, draft) for draft in drafts}
    urls = (one.source.url for _, found in wanted.values() for one in found if _is_to_fetch(one))
    reader = _fetched(urls, args, config)
    new: dict[Path, list[Locked]] = {}
    unread: dict[Path, list[Unread]] = {}
    failed: list[str] = []
    for draft in drafts:
        case, sources = wanted[draft.name]
        found = _read(sources, reader)
        failed += found.failed
        new.setdefault(_place(draft), []).extend(_with_evidence(case, found.locked, config, sources))
        unread.setdefault(_place(draft), []).extend(found.unread)
    for place, locked in new.items():
        if locked or unread[place]:
            _write(place, locked, unread[place], terminal, quiet=args.quiet)
    idle = [draft.name for draft in drafts if not wanted[draft.name][1]]
    for name in idle:
        terminal.say(f"not locked, {shown(name)}: cites no source with a text or an address")
    for line in dict.fromkeys(failed):
        terminal.say(f"not locked, {line}")
    count = len({canonical_url(one.source.url) for locked in new.values() for one in locked})
    places = ", ".join(shown(str(place)) for place, locked in new.items() if locked) or LOCK
    terminal.out.write(f"{plural(count, 'source')} locked into {places}, {len(dict.fromkeys(failed))} not\n")
    if not failed:
        return 3 if idle or not count else 0
    return 4 if reader.cut_off and not count else 3


def _names(args: argparse.Namespace, config: Config) -> list[str]:
    from wellsourced.draft_files import find

    return find(args.files, config.audit.exclude, config.path.parent if config.path else None)


def _place(draft: DraftFile) -> Path:
    """Return where a draft's lock goes: where one is, else beside the draft."""
    beside = draft.path.with_name(LOCK) if draft.path is not None else Path(LOCK)
    return lock_path(draft.path) or beside


def _open(args: argparse.Namespace, draft: DraftFile) -> tuple[Case, tuple[Cited, ...]]:
    from audit.runner import AuditOptions, open_case

    given, _ = with_named(read_for(draft.path, args.sources, read_document), draft)
    opened = opened_with(given, open_case(draft.text, given.sources, AuditOptions(as_of=args.as_of)))
    case = listed_by_lock(opened, PageReader().lock_at(lock_path(draft.path)))
    return case, cited(case)


def _is_to_fetch(one: Cited) -> bool:
    return not one.has_text and one.is_on_the_web


def _read(wanted: Sequence[Cited], reader: PageReader) -> _Found:
    """Make what can be locked: the text that was handed in, else that of the page."""
    from retrieval.fetch import Rejected, to_source
    from retrieval.lockfile import GIVEN, Locked, Unread
    from wellsourced.source_observations import unreadable

    locked: dict[str, Locked] = {}
    failed, unread = [], []
    for one in wanted:
        page = reader.pages.get(one.key)
        if not one.key:
            failed.append(f"{shown(one.source.title or one.source.id, 120)}: has no address")
            continue
        if one.has_text:
            locked[one.key] = Locked(replace(one.source, n=None), (), GIVEN)
            continue
        if page is None or isinstance(page, Rejected):
            why = page.why if page else "is not an address on the web"
        elif kind := unreadable(source := to_source(page, identifier=one.key)):
            why = f"the text is {kind}"
        else:
            locked[one.key] = Locked(source, (), extractor(page))
            continue
        failed.append(f"{shown(one.source.url, 120)}: {why}")
        if not (isinstance(page, Rejected) and reader.may_pass(page)):
            unread.append(Unread(one.source.url, why))
    return _Found(locked, tuple(failed), tuple(unread))


def extractor(page: Page) -> str:
    """Name what made a page's text, with its version."""
    from importlib.metadata import version

    package = {"html": "trafilatura", "pdf": "pypdfium2"}.get(page.kind, "")
    return f"{package} {version(package)}" if package else "text"


def _with_evidence(
    case: Case, locked: Mapping[str, Locked], config: Config, wanted: Sequence[Cited]
) -> Iterator[Locked]:
    """Audit a draft against what was locked, and keep with each source the passages that carry its citations."""
    from audit.runner import AuditOptions, audit
    from retrieval.lockfile import Lock
    from wellsourced.config import quality_options

    shelf = shelve(case, Lock(locked), PageReader(locked=True), quality_options(config))
    report = audit(case.draft.text, shelf.sources, AuditOptions(as_of=case.as_of))
    passages: dict[str, dict[str, None]] = {}
    for marker in report.markers:
        for ref in marker.refs:
            if ref.verdict in ("supported", "weak") and ref.evidence is not None and ref.source is not None:
                passages.setdefault(ref.source, {})[ref.evidence.text] = None
    for one in wanted:
        if one.key in locked:
            yield replace(locked[one.key], evidence=tuple(passages.get(one.source.id, ())))


def _write(place: Path, locked: Sequence[Locked], unread: Sequence[Unread], terminal: Terminal, *, quiet: bool) -> None:
    """Merge with the existing lock. Evidence that a page no longer contains is dropped and reported."""
    from retrieval.lockfile import Lock, check_lock, merge_locks, open_lock, write_lock

    old = open_lock(place) if place.is_file() else Lock()
    texts = {canonical_url(one.source.url): one.source.text for one in locked}
    known = [one for key, one in old.pages.items() if key in texts]
    for drift in check_lock(known, texts):
        if drift.status != "unchanged" and not quiet:
            terminal.say(f"{drift.status}, {shown(drift.url, 120)}: {drift.why}")
    pages = [_consistent(one) for one in merge_locks(tuple(old.pages.values()), locked)]
    write_lock(place, pages, (*old.unread.values(), *unread))


def _consistent(one: Locked) -> Locked:
    from retrieval.lockfile import stands_in

    return replace(one, evidence=tuple(passage for passage in one.evidence if stands_in(passage, one.source.text)))


# ---------------------------------------------------------------------------------------------- checking a lock


def check(args: argparse.Namespace, terminal: Terminal, config: Config) -> int:
    from retrieval.lockfile import read_lock

    locks = {place: read_lock(place) for place in _locks(args, config)}
    urls = (one.source.url for locked in locks.values() for one in locked if _is_web(one.source))
    reader = _fetched(urls, args, config)
    drifts = [(place, drift) for place, locked in locks.items() for drift in _drifts(locked, reader)]
    _show(args, terminal, drifts)
    codes = {_LINES[drift.status] for _, drift in drifts}
    if codes == {3} and reader.cut_off:
        return 4
    return 1 if 1 in codes else max(codes, default=3)


def _locks(args: argparse.Namespace, config: Config) -> list[Path]:
    """Return the locks of the drafts named, else that of this folder.

    Raises InputError for a draft that is not there or has no lock.
    """
    named = [None if name == "-" else Path(name) for name in _names(args, config)] if args.files else [None]
    found: dict[Path, None] = {}
    for draft in named:
        if draft is not None and not (is_file(draft) or is_device(draft)):
            raise InputError(draft, "there is no such file", "check the path")
        place = lock_to_read(draft)
        if place is None:
            problem = f"has no {LOCK}" if draft else "there is no such file"
            raise InputError(draft or LOCK, problem, "make one with `wellsourced lock FILE`")
        found[place] = None
    return list(found)


def _is_web(source: Source) -> bool:
    from wellsourced_core.text import host_of

    return bool(host_of(source.url))


def _drifts(locked: Sequence[Locked], reader: PageReader) -> Iterator[Drift]:
    """Compare each locked source with its page of today."""
    from retrieval.fetch import Rejected
    from retrieval.lockfile import Drift, check_lock

    for one in locked:
        key = canonical_url(one.source.url)
        page = reader.pages.get(key)
        if not _is_web(one.source):
            yield Drift(one.source.url, "unchanged", "handed in, and on no web page")
        elif page is None or isinstance(page, Rejected):
            yield Drift(one.source.url, "unreachable", page.why if page else "was not asked for")
        else:
            (drift,) = check_lock((one,), {key: page.text})
            yield _explained(drift, one, page)


def _explained(drift: Drift, one: Locked, page: Page) -> Drift:
    """Add that the text was made by another program or version, which alone may be why it differs."""
    from retrieval.lockfile import GIVEN

    now = extractor(page)
    if drift.status == "unchanged" or one.extractor in (GIVEN, now):
        return drift
    return replace(drift, why=f"{drift.why} (read by {shown(one.extractor or 'an unknown reader', 60)}, now by {now})")


def _show(args: argparse.Namespace, terminal: Terminal, drifts: Sequence[tuple[Path, Drift]]) -> None:
    if args.format == "json":
        from wellsourced.formats.records import dump

        rows = [{"lock": str(place), "url": d.url, "status": d.status, "why": d.why} for place, d in drifts]
        counts = {status: sum(d.status == status for _, d in drifts) for status in _LINES}
        terminal.out.write(dump({"schema": "wellsourced.lock-check/1", "sources": rows, "summary": counts}))
        return
    for _, drift in drifts:
        code = "R406 " if drift.status in ("drifted", "evidence-gone") else ""
        terminal.out.write(f"{drift.status:<13} {shown(drift.url)}: {code}{drift.why}\n")
