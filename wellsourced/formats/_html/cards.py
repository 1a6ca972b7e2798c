"""The findings of a draft, the surest first: each with its sentence, its source, and what could be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wellsourced.formats._html.changes import difference
from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._html.evidence import around_it, figure, title
from wellsourced.formats._html.layers import Marked, layers
from wellsourced.formats._html.places import Numbered, Place
from wellsourced.formats._html.reader import said
from wellsourced.formats._html.rendered import rendered
from wellsourced.formats._html.verdicts import worst
from wellsourced.formats._html.words import missing_places, words_of
from wellsourced.formats._shared import place as place_of
from wellsourced.formats._shared import plural
from wellsourced_core.model import FileReport, Finding, Review, Source
from wellsourced_core.values import frozen

_MOST_SENTENCE = 900  # code points of a sentence that are shown
_EXCERPT = 180  # ... while its card is closed, or where markers crowd
_CROWDED = 20  # markers of a sentence
_MANY = 100  # cards from which on a browser lays out only those near the window
_ABOUT_ALL = "D9"  # codes of findings on the draft as a whole


@frozen
class Cards:
    """All that the cards of a draft are made from."""

    file: FileReport
    shelf: Mapping[str, tuple[Source, str]]
    rules: Mapping[str, str]
    reviewed: Mapping[str, Review]

    def listed(self, places: Sequence[Place], *, first: int) -> Iterator[Html]:
        """Yield the list of cards; the one with the number ``first`` is open. What is only possible is folded."""
        rows = sorted(
            ((one, place) for place in places for one in place.findings if one.number >= 0),
            key=lambda row: row[0].number,
        )
        sure = [row for row in rows if row[0].finding.certainty != "possible"]
        possible = rows[len(sure) :]
        if not rows:
            yield Html("<p>None.</p>")
        if sure:
            yield from self._list(sure, first)
        if possible:
            opened = Html("<details class=more%s><summary>%s only possible</summary>")
            yield opened % (NOTHING if sure else Html(" open"), plural(len(possible), "finding") + _are(len(possible)))
            yield from self._list(possible, first)
            yield Html("</details>")

    def _list(self, rows: Sequence[tuple[Numbered, Place]], first: int) -> Iterator[Html]:
        yield Html('<ol class="findings%s">') % (Html(" long") if len(rows) > _MANY else NOTHING)
        for one, place in rows:
            yield self._card(one, place, Html(" open") if one.number == first else NOTHING)
        yield Html("</ol>")

    def _card(self, one: Numbered, place: Place, is_open: Html) -> Html:
        finding = one.finding
        source, anchor = self.shelf.get(finding.source or "", (None, ""))
        head = Html(
            '<span class="badge %s">%s</span> <span class=sure>%s</span> <b class=rule>%s %s</b> '
            '<span class=message dir="auto">%s</span>'
        ) % (finding.severity, finding.severity, finding.certainty, finding.code, finding.rule, line(finding.message))
        return Html(
            '<li class=card data-id="%s" data-c="%s" data-k="%s"%s><details%s><summary>%s%s</summary>'
            "<div class=pair id=f%s>%s%s</div></details></li>"
        ) % (
            finding.id,
            finding.code,
            finding.told or finding.certainty,
            self._judged(finding),
            is_open,
            head,
            self._excerpt(finding, place),
            one.number,
            self._said(finding, place),
            self._evidence(finding, place, source, anchor),
        )

    def _judged(self, finding: Finding) -> Html:
        review = self.reviewed.get(finding.id)
        if review is None:
            return NOTHING
        return Html(' data-j="%s" data-why="%s"') % (review.judgement, line(review.reason))

    def _excerpt(self, finding: Finding, place: Place) -> Html:
        if finding.code.startswith(_ABOUT_ALL):
            return NOTHING
        low, high = _around(place, finding, _EXCERPT)
        text = place.claim if place.markers and len(place.claim) <= _EXCERPT else self.file.text[low:high]
        return Html(' <span class=excerpt dir="auto">%s</span>') % line(text)

    def _said(self, finding: Finding, place: Place) -> Html:
        """Return the draft's side: the sentence as rendered, the rule, the fix."""
        there = line(place_of(self.file, finding))
        parts = [Html("<p class=side>The draft, <a href=#e%s>%s</a></p>") % (place.number, there), said(finding)]
        if not finding.code.startswith(_ABOUT_ALL):
            parts.append(Html('<blockquote class=claim dir="auto">%s</blockquote>') % self._sentence(finding, place))
        if rule := self.rules.get(finding.code):
            parts.append(Html("<p class=quiet>%s</p>") % line(rule))
        fix = finding.fix
        if fix is not None and all(edit.end <= len(self.file.text) for edit in fix.edits):
            change = NOTHING.join(_change(kind, text) for kind, text in difference(self.file.text, fix.edits))
            parts.append(Html('<p>Proposed fix (%s):</p><pre class=fix dir="auto">%s</pre>') % (fix.safety, change))
        return Html("<div>%s</div>") % NOTHING.join(parts)

    def _sentence(self, finding: Finding, place: Place) -> Html:
        low, high = _around(place, finding, _EXCERPT if len(place.markers) > _CROWDED else _MOST_SENTENCE)
        markers = [Marked(max(m.start, low) - low, m.end - low, m.raw, worst(m)) for m in place.within(low, high)]
        start, end = max(low, finding.start), min(high, finding.end)
        shaded = (
            [(start - low, end - low, finding.severity)] if start < end and not place.has_marker_at(finding) else []
        )
        missing = list(missing_places(self.file.text, low, high, self._there(finding))) if finding.evidence else []
        shown = layers(markers, shaded, [(a - low, b - low) for a, b in missing])
        return NOTHING.join(rendered(self.file.text[low:high], shown))

    def _there(self, finding: Finding) -> frozenset[str]:
        """Return the words that the passage shows."""
        if finding.evidence is None:
            return frozenset()
        source, _ = self.shelf.get(finding.source or "", (None, ""))
        before, after = around_it(source, finding.evidence, whole=True)
        return frozenset(words_of(f"{before}{finding.evidence.text}{after}"))

    def _evidence(self, finding: Finding, place: Place, source: Source | None, anchor: str) -> Html:
        """Return the source's side; a finding that no source is behind has none."""
        if source is None and finding.evidence is None:
            return NOTHING
        name = title(source, anchor) if source is not None else Html("Another source")
        wanted = words_of(place.claim)
        shown = Html("<p class=quiet>No passage of it comes near the sentence.</p>")
        if finding.evidence is not None:
            shown = figure(source, finding.evidence, wanted, whole=True)
        return Html("<div><p class=side>%s</p>%s</div>") % (name, shown)


def _around(place: Place, finding: Finding, most: int) -> tuple[int, int]:
    """Return which part of a sentence is shown: all of it, or that around the finding."""
    length = place.until - place.start
    if length <= most:
        return place.start, place.until
    middle = max(place.start, min(finding.start, place.until))
    low = max(place.start, min(middle - most // 2, place.until - most))
    return low, min(place.until, low + most)


def _change(kind: str, text: str) -> Html:
    if kind == "-":
        return Html("<del>%s</del>") % text
    if kind == "+":
        return Html("<ins>%s</ins>") % text
    return Html(" … ") if kind == "…" else Html.escape(text)


def _are(number: int) -> str:
    return " is" if number == 1 else " are"
