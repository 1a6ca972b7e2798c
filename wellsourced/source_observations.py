"""What judging and fetching reveal about a draft's sources, as the values that the audit reports.

S501 to S504 come from a source's text, R404 to R406 from the network's answer for its address, R410 to R412 from what
registries say of its entry, C104 from a complete lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from audit.case import Observation
from quality.axes import authority, density, recency
from quality.axis_input import Page, Query, read
from quality.junk import ORDERS, diagnose, gives_orders, injected
from quality.options import Options
from wellsourced.source_files import LOCK, LOCK_IT
from wellsourced_core.errors import shown
from wellsourced_core.model import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.references.judge import Judgement
    from retrieval.crossref import Notice
    from retrieval.fetch import Rejected
    from retrieval.lockfile import Drift, Unread
    from wellsourced_core.model import Certainty

STALE = 0.25  # the share of its recency that is left after two half-lives
ERROR_PAGE = "an error page"


def of_text(source: Source, topic: str, as_of: date | None, options: Options) -> Iterator[Observation]:
    """Judge the text of one cited source; ``topic`` is what the draft is about, and decides how fast texts age.

    A page that is no source (S502) is not judged further. S504 needs a date, a day to measure from, and a topic
    that ages.
    """
    if not source.text.strip():
        return
    page = read(source)
    kind = diagnose(page)
    if kind:
        yield junk(source.id, kind)
        return
    yield from of_orders(source)
    if as_of is not None:
        query = Query(topic, as_of)
        yield from _stale(query, page, options)
        yield from _weak(query, page, options)


def of_orders(source: Source) -> Iterator[Observation]:
    """Observe that a source gives a model orders, in its text or in its title."""
    spans = injected(source)
    if spans:
        more = f", and {len(spans) - 1} more" if len(spans) > 1 else ""
        message = f'the text addresses a machine: "{shown(spans[0].text, 120)}"{more}'
        yield Observation(ORDERS, source.id, message, spans[0])
    elif gives_orders(source):
        yield Observation(ORDERS, source.id, f'the title addresses a machine: "{shown(source.title, 120)}"')


def junk(source: str, kind: str) -> Observation:
    """Observe that a text is not the page itself, but a wall or an error page, in words."""
    return Observation("S502", source, f"the text is {kind}, not the page")


def unreadable(source: Source) -> str | None:
    """Return what a text is instead of a source, in words, or None."""
    return diagnose(read(source)) if source.text.strip() else None


def of_dead(source: str, rejected: Rejected, copy: str | None, *, asked: bool = True) -> Observation:
    """Observe that an address is dead; ``copy`` is the address of an archived one, if the archive was ``asked``.

    It is proven where the page's own server says so and nobody kept a copy: there may never have been such a page.
    """
    proposal = f"; an archived copy: {shown(copy, 500)}" if copy else ""
    proven = rejected.code == "http-status" and asked and copy is None
    certainty: Certainty = "proven" if proven else "likely"
    return Observation("R404", source, f"{shown(rejected.url, 500)}: {rejected.why}{proposal}", certainty=certainty)


def of_reference(entry: str, judgement: Judgement) -> Observation | None:
    """Observe that an entry's work does not exist as described, or is described wrongly; None where neither is so."""
    if judgement.code is None:
        return None
    source = judgement.record.id if judgement.record else ""
    return Observation(judgement.code, source, judgement.why, certainty=judgement.certainty, entry=entry)


def of_retraction(source: str, notice: Notice) -> Observation:
    """Observe that a work was retracted, by which notice and when."""
    day = f" on {notice.day}" if notice.day else ""
    by = f" ({notice.notice})" if notice.notice and notice.notice != notice.work else ""
    return Observation("R405", source, f"doi:{shown(notice.work)}: {notice.kind} published{day}{by}")


def of_drift(source: str, drift: Drift, locked: str | None) -> Observation | None:
    """Observe that a page changed after it was locked (on a day, if that is known), or None where it did not."""
    if drift.status not in ("drifted", "evidence-gone"):
        return None
    since = f" since {locked}" if locked else " after it was locked"
    return Observation("R406", source, f"the page changed{since}: {drift.why}")


def of_unlocked(source: Source, unread: Unread | None) -> Observation:
    """Observe that the lock, which is the whole list of what its draft may cite, has no text for a link.

    ``unread`` says why where the page could not be locked: to lock it again would not help.
    """
    if unread is not None:
        message = f"could not be locked: {unread.why}: correct or remove the link, or provide its text"
    else:
        message = f"not in {LOCK}: {LOCK_IT}"
    return Observation("C104", source.id, message)


def _stale(query: Query, page: Page, options: Options) -> Iterator[Observation]:
    if not recency.matters(query, options):
        return
    (axis,) = recency.score(query, (page,), options)
    if axis.known and axis.value < STALE:
        yield Observation("S504", page.source.id, f"recency {axis.value:.2f}: published {axis.why}")


def _weak(query: Query, page: Page, options: Options) -> Iterator[Observation]:
    (text,) = density.score(query, (page,), options)
    # Most texts are prose: the table of publishers is not read for them.
    if text.value >= options.least_density:
        return
    (publisher,) = authority.score(query, (page,), options)
    if publisher.known and publisher.value < options.least_authority:
        message = f"authority {publisher.value:.2f} ({publisher.why}) and density {text.value:.2f} ({text.why})"
        yield Observation("S501", page.source.id, f"{message} are below the minimum")
