"""Plant known faults in a draft, one at a time, to see what an audit of it would catch.

Only sentences are changed that their sources support as the draft stands, so that each plant is a fault. Pure and
deterministic: the same draft and sources give the same plants in the same order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from audit import planted_overclaims, quotes
from audit.case import Case
from audit.draft import scope_at
from audit.reading.prepared_texts import read_claim
from audit.runner import AuditOptions, open_case
from audit.support import missing_names, support
from audit.thresholds import BALANCED, PLANTED_SHIFTS
from wellsourced_core.lexicon import either, rows
from wellsourced_core.model import Claim, Edit, FileReport, Label, Marker, Quantity, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.values import frozen

# The rules that may report each kind. A sentence that lost all its support is reported by C102, whatever was changed.
CODES = {
    "swap": ("C102",),
    "out-of-range": ("C101",),
    "number": ("N201", "N202", "N203", "C102"),
    "unit": ("N203", "N201", "N202", "C102"),
    "scale": ("N203", "N201", "N202", "C102"),
    "name": ("C107", "Q303", "C102"),
    "negation": ("N204", "M604", "C102"),
    "quote": ("Q302", "Q301", "C102"),
    "certainty": ("M601", "C102"),
    "quantity": ("M602", "C102"),
    "roles": ("M603", "C102"),
    "contradiction": ("M604", "N201", "N202", "N204", "C107", "C102"),
}


@frozen
class Planted:
    """A draft with one fault in it. ``text[start:end]`` is what was written instead of ``before``.

    ``codes`` are the rules that may report it, anywhere in ``text[low:high]``: the sentence and its markers.
    """

    text: str
    kind: str
    codes: tuple[str, ...]
    start: int
    end: int
    before: str
    low: int
    high: int

    @property
    def after(self) -> str:
        return self.text[self.start : self.end]


def plant(draft_text: str, sources: Sequence[Source], per_kind: int = 20) -> tuple[Planted, ...]:
    """Return up to ``per_kind`` faults of each kind, by kind, then by place."""
    case = open_case(draft_text, sources, AuditOptions())
    places = _places(case)
    return tuple(
        planted for kind, find in _FINDERS.items() for planted in islice(_plants(case, kind, find, places), per_kind)
    )


def caught(planted: Planted, before: FileReport, after: FileReport) -> tuple[str, ...]:
    """Return the codes that report a plant: more of them than the untouched draft had around that place."""
    grown = len(planted.after) - len(planted.before)
    had = _codes_within(before, planted.low, planted.high - grown)
    has = _codes_within(after, planted.low, planted.high)
    return tuple(code for code in planted.codes if has[code] > had[code])


def _codes_within(report: FileReport, low: int, high: int) -> Counter[str]:
    return Counter(f.code for f in report.findings if f.start < high and f.end > low)


# ---------------------------------------------------------------------------------------------- places


@frozen
class Place:
    """A sentence that its sources support: its prose (offset for offset), its sources, and it with its markers."""

    start: int
    prose: str
    sources: tuple[int, ...]
    low: int
    high: int


_Finder = Callable[[Case, Place], "Iterator[Edit]"]


def _places(case: Case) -> list[Place]:
    markers: dict[int, list[Marker]] = {}
    good: dict[int, bool] = {}
    for citation in case.citations:
        marker = case.draft.markers[citation.marker]
        markers.setdefault(marker.sentence, []).append(marker)
        good[marker.sentence] = good.get(marker.sentence, True) and citation.verdict == "supported"
    found = []
    for backed in case.facts.backed:
        if good.get(backed.sentence):
            start, end = case.draft.sentences[backed.sentence]
            low = min(start, *(m.start for m in markers[backed.sentence]))
            high = max(end, *(m.end for m in markers[backed.sentence]))
            found.append(Place(start, case.draft.prose[start:end], backed.sources, low, high))
    return found


def _plants(case: Case, kind: str, find: _Finder, places: Sequence[Place]) -> Iterator[Planted]:
    text = case.draft.text
    for place in places:
        for edit in find(case, place):
            changed = text[: edit.start] + edit.text + text[edit.end :]
            end = edit.start + len(edit.text)
            grown = len(edit.text) - (edit.end - edit.start)
            before = text[edit.start : edit.end]
            yield Planted(changed, kind, CODES[kind], edit.start, end, before, place.low, place.high + grown)


# ---------------------------------------------------------------------------------------------- markers


def _swaps(case: Case, place: Place) -> Iterator[Edit]:
    """Point a marker to the next source of its list that does not support the sentence."""
    for marker, at in _markers(case, place):
        own = marker.refs[at].label
        claim = case.texts.read_claim(marker.sentence)
        labels = _labels(case, marker.start)
        texts = {" ".join(case.sources[s].text.split()) for s in place.sources}
        other = [
            label
            for label, source in labels
            if source not in place.sources
            and " ".join(case.sources[source].text.split()) not in texts
            and support(claim, case.texts.source(source)).score < BALANCED
        ]
        later = [label for label in other if isinstance(label, int) and isinstance(own, int) and label > own]
        if other:
            yield Edit(marker.refs[at].start, marker.refs[at].end, str((later or other)[0]))


def _out_of_range(case: Case, place: Place) -> Iterator[Edit]:
    for marker, at in _markers(case, place):
        numbers = [label for label in scope_at(case.draft, marker.start).labels if isinstance(label, int)]
        if numbers:
            yield Edit(marker.refs[at].start, marker.refs[at].end, str(max(numbers) + 1))


def _markers(case: Case, place: Place) -> Iterator[tuple[Marker, int]]:
    """Yield the references of a place that are written as plain digits."""
    for marker in case.draft.markers:
        if place.low <= marker.start < place.high:
            for at, ref in enumerate(marker.refs):
                if isinstance(ref.label, int) and case.draft.text[ref.start : ref.end] == str(ref.label):
                    yield marker, at


def _labels(case: Case, offset: int) -> list[tuple[Label, int]]:
    """Return the labels in force at an offset with their sources, in the order of the list."""
    scope = scope_at(case.draft, offset)
    found: list[tuple[Label, int | None]]
    if case.draft.references:
        found = [(case.draft.references[i].label, case.references.source_of_reference[i]) for i in scope.references]
    else:
        found = [(one.n if one.n is not None else one.id, i) for i, one in enumerate(case.sources)]
    return [
        (label, at) for label, at in found if label is not None and at is not None and case.sources[at].text.strip()
    ]


# ---------------------------------------------------------------------------------------------- numbers

_DIGITS = compiled(r"[0-9]+(?:[.,][0-9]+)*")
_SCALES = {"million": "billion", "billion": "million", "thousand": "million", "trillion": "billion"}
_UNITS = {unit: other for unit, (other,) in rows("exchanged units")}
_UNIT = compiled("|".join(rf"(?<![^\W\d_]){re.escape(u)}(?![^\W\d_])" for u in _UNITS))
_SCALE = compiled(r"\b(?:" + "|".join(_SCALES) + r")\b")


def _carried(case: Case, place: Place) -> Iterator[Quantity]:
    """Yield the numbers of a place that its sources carry; bounds may stay true when they are changed."""
    carried = {
        verdict.quantity.text
        for backed, _, verdict in case.facts.statistics
        if case.draft.sentences[backed.sentence][0] == place.start and verdict.verdict == "carried"
    }
    for q in quantities(place.prose):
        if " ".join(q.text.split()) in carried and not q.bound and q.kind not in ("time", "score"):
            yield q


def _numbers(case: Case, place: Place) -> Iterator[Edit]:
    texts = [case.sources[s].text for s in place.sources]
    for q in _carried(case, place):
        digits = _DIGITS.search(q.text)
        if digits is None:
            continue
        for shift in PLANTED_SHIFTS:
            changed = _shifted(digits[0], shift)
            if changed and not any(changed in text for text in texts):
                at = place.start + q.start + digits.start()
                yield Edit(at, at + len(digits[0]), changed)
                break


def _shifted(digits: str, shift: int) -> str:
    if len(digits) == 4 and digits.isdigit() and digits[:2] in ("18", "19", "20"):
        return f"{digits[:2]}{(int(digits[2:]) + 10 * shift + shift) % 100:02d}"  # still a year
    first = (int(digits[0]) - 1 + shift) % 9 + 1 if digits[0] != "0" else shift
    return f"{first}{digits[1:]}"


def _units(case: Case, place: Place) -> Iterator[Edit]:
    yield from _exchanged(case, place, _UNIT, _UNITS)


def _scales(case: Case, place: Place) -> Iterator[Edit]:
    yield from _exchanged(case, place, _SCALE, _SCALES)


def _exchanged(case: Case, place: Place, pattern: re.Pattern[str], table: dict[str, str]) -> Iterator[Edit]:
    for q in _carried(case, place):
        word = pattern.search(place.prose, q.start, q.end)
        if word is not None:
            yield Edit(place.start + word.start(), place.start + word.end(), table[word[0]])


# ---------------------------------------------------------------------------------------------- words

_STRANGERS = ("Velmarsk", "Ostrunde", "Quistelby")  # names of nobody and nowhere
_HELPER = compiled(rf"\b(?:{either('auxiliary verbs')})\b(?!\s+(?:not|never|no|hardly|n't)\b)")
_NEGATION = compiled(r"\s{1,8}(?:not|never)\b")
_QUOTED = compiled('["“”„«»][^"“”„«»]{0,400}["“”„«»]')
_WORD = compiled(r"[^\W\d_]{4,40}")
_OTHER_WORDS = ("seldom", "otherwise")


def _names(case: Case, place: Place) -> Iterator[Edit]:
    """Put another name for the last word of each name that the sources have."""
    claim = read_claim(Claim(place.prose))
    missed = {span.start for s in place.sources for span in missing_names(claim, case.texts.source(s))}
    low = " ".join(case.sources[s].text for s in place.sources).lower()
    stranger = next((name for name in _STRANGERS if name.lower() not in low), "")
    for name in claim.names:
        word = name.span.text
        plain = word.istitle() and word.isalpha() and len(word) >= 4 and word.lower() not in MONTHS
        if stranger and plain and name.last == name.term and name.span.start not in missed:
            yield Edit(place.start + name.span.start, place.start + name.span.end, stranger)


def _negations(_: Case, place: Place) -> Iterator[Edit]:
    """Put a "not" behind the first verb that takes one, or take the sentence's out; quotations stay as they are."""
    open_prose = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), place.prose)
    if negation := _NEGATION.search(open_prose):
        yield Edit(place.start + negation.start(), place.start + negation.end(), "")
    elif verb := _HELPER.search(open_prose):
        yield Edit(place.start + verb.end(), place.start + verb.end(), " not")


def _quotations(case: Case, place: Place) -> Iterator[Edit]:
    """Exchange the longest word inside each quotation that a source has verbatim."""
    for quoted in quotes.quotes(place.prose):
        found = (quotes.judge(place.prose, case.facts.quotable(s)) for s in place.sources)
        if not any(v.verdict == "found" and v.quote.start == quoted.quote.start for vs in found for v in vs):
            continue
        words = list(_WORD.finditer(quoted.quote.text))
        if words:
            longest = max(words, key=lambda word: (len(word[0]), -word.start()))
            other = next(word for word in _OTHER_WORDS if word != longest[0].lower())
            at = place.start + quoted.quote.start + longest.start()
            yield Edit(at, at + len(longest[0]), other)


def _overclaims(find: Callable[[str, Sequence[str]], Iterator[Edit]]) -> _Finder:
    """Return what plants an overclaim in a sentence that has no quotation."""

    def plants(case: Case, place: Place) -> Iterator[Edit]:
        if not quotes.quotes(place.prose):
            for edit in find(place.prose, [case.sources[s].text for s in place.sources]):
                yield Edit(place.start + edit.start, place.start + edit.end, edit.text)

    return plants


_FINDERS: dict[str, _Finder] = {
    "swap": _swaps,
    "out-of-range": _out_of_range,
    "number": _numbers,
    "unit": _units,
    "scale": _scales,
    "name": _names,
    "negation": _negations,
    "quote": _quotations,
    "certainty": _overclaims(planted_overclaims.dropped_hedges),
    "quantity": _overclaims(planted_overclaims.raised_amounts),
    "roles": _overclaims(planted_overclaims.turned_sides),
    "contradiction": _overclaims(planted_overclaims.excluded_words),
}
