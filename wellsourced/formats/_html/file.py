"""One file of a report: its findings, the draft beside its evidence, its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from wellsourced.formats._html.cards import Cards
from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._html.layers import Layers, Marked, layers
from wellsourced.formats._html.notes import Notes
from wellsourced.formats._html.places import Numbered, Place, places
from wellsourced.formats._html.rendered import rendered
from wellsourced.formats._html.sources import sources
from wellsourced.formats._html.verdicts import counted, tally, worst
from wellsourced.formats._html.words import missing_places, words_of
from wellsourced.formats._shared import by_certainty, plural
from wellsourced_core.model import CERTAINTIES, FileReport, Finding, Severity, Style
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ReferenceVerdict

_LINKED_MARKERS = 20_000  # of one draft: the markers behind them have their colour alone
_WITHOUT_EVIDENCE = ("out-of-bounds", "uncheckable")
_ABOUT_ALL = "D9"
_ENTRIES: dict[ReferenceVerdict, str] = {"keep": "cited", "orphan": "cited by nothing", "duplicate": "listed twice"}


@frozen
class Numbers:
    """What is numbered over the whole page: this file, and the first numbers free for findings and for places."""

    file: int = 1
    finding: int = 0
    place: int = 0

    def behind(self, file: FileReport) -> Numbers:
        """Return the numbers of the file that comes next."""
        places = self.place + len(file.markers) + len(file.findings)
        return Numbers(self.file + 1, self.finding + len(file.findings), places)


def section(file: FileReport, first: Numbers, room: int, rules: Mapping[str, str]) -> Iterator[Html]:
    """Yield a draft's part of the page, item by item; the first ``room`` findings get a card."""
    number, findings = first.file, by_certainty(file.findings)
    numbered = [Numbered(first.finding + at if at < room else -1, one) for at, one in enumerate(findings)]
    own = places(file, numbered, first.place)
    shelf = {source.id: (source, f"s{number}-{at}") for at, source in enumerate(file.shelf)}
    yield Html(
        '<section class="file" aria-labelledby="file-%s"><h2 id="file-%s" dir="auto">%s</h2>%s<p class=quiet>%s</p>'
    ) % (number, number, line(file.path), tally(counted(file.markers)), _style(file.style))
    yield _references(file)
    yield from (Html("<p class=told>%s</p>") % line(note) for note in file.notes)
    yield Html('<h3 id="findings-%s">Findings (%s)</h3>%s') % (number, f"{len(findings):,}", _certainties(findings))
    cards = Cards(file, shelf, rules, {one.id: one for one in file.reviewed})
    yield from cards.listed(own, first=0)
    if len(findings) > max(0, room):
        yield Html("<p>%s not shown.</p>") % plural(len(findings) - max(0, room), "more finding")
    yield Html('<h3 id="draft-%s">The draft and its evidence</h3>') % number
    yield from _draft(file, own, Notes(own, shelf))
    yield Html('<h3 id="sources-%s">Sources (%s)</h3>') % (number, f"{len(file.shelf):,}")
    yield from sources(file, number)
    yield Html("</section>")


def _draft(file: FileReport, own: Sequence[Place], notes: Notes) -> Iterator[Html]:
    yield Html('<div class="draft">')
    if file.text:
        yield from rendered(file.text, _layers(file, own), notes)
    else:
        yield Html("<p>The text of the draft was not at hand.</p>")
        for place in own:
            raw = Html(" ").join(marker.raw for marker in place.markers)
            yield Html("<div class=r><p>Line %s: %s</p>%s</div>") % (place.line, raw, notes(place.until))
    yield Html("</div>")


def _layers(file: FileReport, own: Sequence[Place]) -> Layers:
    """Return what is marked in the whole draft."""
    marked = sorted(
        (
            Marked(marker.start, marker.end, marker.raw, worst(marker), f"e{place.number}")
            for place in own
            for marker in place.markers
        ),
        key=lambda one: one.start,
    )
    plain = (Marked(one.start, one.end, one.raw, one.verdict) for one in marked[_LINKED_MARKERS:])
    missing = sorted(chain.from_iterable(_missing(file.text, place) for place in own if place.markers))
    breaks = sorted({place.until for place in own if place.markers})
    return layers([*marked[:_LINKED_MARKERS], *plain], _shaded(own), missing, breaks)


def _missing(text: str, place: Place) -> Iterator[tuple[int, int]]:
    """Yield the places of the words of a cited sentence that none of its evidence has."""
    refs = [ref for marker in place.markers for ref in marker.refs]
    if not refs or all(ref.evidence is None or ref.verdict in _WITHOUT_EVIDENCE for ref in refs):
        return
    there = frozenset().union(*(words_of(ref.evidence.text) for ref in refs if ref.evidence is not None))
    # What is no word of the claim (an address, a label) is not looked for.
    beside = words_of(text[place.start : place.until]).keys() - words_of(place.claim).keys()
    yield from missing_places(text, place.start, place.until, there | beside)


def _shaded(own: Sequence[Place]) -> Iterator[tuple[int, int, Severity]]:
    """Yield what findings point to besides markers."""
    for place in own:
        for one in place.findings:
            finding = one.finding
            all_of_it = finding.code.startswith(_ABOUT_ALL) or finding.start >= finding.end
            if not all_of_it and not place.has_marker_at(finding):
                yield finding.start, finding.end, finding.severity


def _certainties(findings: Sequence[Finding]) -> Html:
    found = Counter(one.certainty for one in findings)
    told = ", ".join(f"{found[name]:,} {name}" for name in CERTAINTIES if found[name])
    return Html("<p class=quiet>%s</p>") % told if told else NOTHING


def _references(file: FileReport) -> Html:
    """Return how many entries of the list were checked, and what was found of them."""
    found = Counter(one.verdict for one in file.references)
    if not found:
        return NOTHING
    told = ", ".join(f"{found[name]:,} {called}" for name, called in _ENTRIES.items() if found[name])
    return Html("<p class=quiet>List of references: %s checked: %s</p>") % (
        plural(found.total(), "entry", "entries"),
        told,
    )


def _style(style: Style) -> Html:
    return line(
        f"Read as: markers {style.markers or 'none'}, list {style.references or 'none'}, "
        f"joined by {style.joined_by or 'nothing'} ({style.confidence:.0%} sure)"
    )
