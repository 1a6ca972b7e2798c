"""What stands beside the rows of a draft: for each cited sentence its sources, how far they agree, and the passages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._html.evidence import figure, title
from wellsourced.formats._html.places import Numbered, Place
from wellsourced.formats._html.reader import said
from wellsourced.formats._html.verdicts import badge
from wellsourced.formats._html.words import words_of
from wellsourced_core.model import RefVerdict, Source

_REFS = 12  # sources of one sentence whose passages are shown
_FINDINGS = 12
_MESSAGE = 90  # code points of a finding's message


class Notes:
    """The notes of a draft, handed out as its rows end; what was said of the same sentence is not said again."""

    def __init__(self, places: Sequence[Place], shelf: Mapping[str, tuple[Source, str]]) -> None:
        self._places, self._shelf = places, shelf
        self._next = 0
        self._said: dict[tuple[str, tuple[RefVerdict, ...]], Place] = {}

    def __call__(self, until: int) -> Html:
        """Return the notes on the sentences that end up to an offset and have none yet."""
        found = []
        while self._next < len(self._places) and self._places[self._next].until <= until:
            found.append(self._note(self._places[self._next]))
            self._next += 1
        return NOTHING.join(found)

    def _note(self, place: Place) -> Html:
        refs = tuple(dict.fromkeys(ref for marker in place.markers for ref in marker.refs))
        told = self._said.setdefault((place.claim, refs), place) if refs else place
        if told is place:
            body = NOTHING.join(self._refs(place, refs))
        else:
            body = Html('<p class=quiet>As <a href="#e%s">in line %s</a>.</p>') % (told.number, told.line)
        below = NOTHING.join(Html("<p class=tags>%s</p>") % _tag(one) for one in place.findings[:_FINDINGS])
        if len(place.findings) > _FINDINGS:
            below += Html("<p class=quiet>%s more findings</p>") % (len(place.findings) - _FINDINGS)
        return Html("<div class=note id=e%s>%s%s</div>") % (place.number, body, below)

    def _refs(self, place: Place, refs: Sequence[RefVerdict]) -> Iterator[Html]:
        wanted = words_of(place.claim)
        for ref in refs[:_REFS]:
            source, anchor = self._shelf.get(ref.source or "", (None, ""))
            name = title(source, anchor) if source else Html("<span class=n>[%s]</span>") % line(str(ref.label or "?"))
            score = Html(" <span class=quiet>support %.2f</span>") % ref.support if ref.support is not None else NOTHING
            yield Html("<p>%s%s %s</p>%s") % (badge(ref.verdict), score, name, said(ref))
            if ref.evidence is not None:
                yield figure(source, ref.evidence, wanted)
        if len(refs) > _REFS:
            yield Html("<p class=quiet>%s more</p>") % (len(refs) - _REFS)


def _tag(one: Numbered) -> Html:
    """Return a finding in short, its code a link to its card; a finding without a card is only named."""
    finding = one.finding
    said = line(finding.message[:_MESSAGE]) + (Html(" …") if len(finding.message) > _MESSAGE else NOTHING)
    if one.number < 0:
        return Html('<span class="tag %s">%s</span> %s') % (finding.severity.value, finding.code, said)
    tag = Html('<a class="tag %s" href="#f%s">%s</a> %s')
    return tag % (finding.severity.value, one.number, finding.code, said)
