"""Read the sentences that may be quoted from the passages and facts, each with the sources that say it.

A sentence is the source's own, word for word, but for dates that only the source's own day tells: those are written
out. What is trimmed: white space becomes single spaces, invisible characters go, and so do a bullet or heading glued
before it and the source's own citation marks. A sentence that needs others before it knows them; where one of them
cannot be quoted, neither can it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from wellsourced_core.lexicon import either
from wellsourced_core.model import Assignment, Change, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.prompt_injection import before_orders
from wellsourced_core.relative_dates import written_day
from wellsourced_core.text import QUALIFIERS, content, host_of, idf, sentences, terms
from wellsourced_core.untrusted import one_line, visible, without_comments
from wellsourced_core.values import frozen, replace
from writer.antecedents import Text, has_quotation, needed, needs
from writer.asked import asked
from writer.plain_markdown import without_marks
from writer.standalone_sentences import count_words, is_own_voice, is_personal, is_prose, starts_sentence
from writer.thresholds import OLD_TEXT_CHARACTERS, SAME_STATEMENT_SHARE, SOURCE_CHARACTERS_READ, TELLS_TOPIC_SHARE
from writer.written_dates import is_overtaken, written_out

_BULLET = compiled(r"^[•·▪‣*–-]\s+|^[0-9]{1,2}[.)]\s+(?=[A-Z])")
# "LONDON - ", "NEW YORK, March 3 (Reuters) - ": where and when a report was filed, before its first sentence.
_DATELINE = compiled(r"^[A-Z]{2}[A-Z.' ]{1,30}(?:, [A-Z][\w., ]{1,24})?(?: \([A-Z]\w{1,20}\))? ?[–—-] (?=[A-Z])")
# "**Weight.** ", "COST. ": a heading that runs into its first sentence.
_LABEL = compiled(r"(?:\*\*[^*\n]{1,80}[.:?!]?\*\*[.:]?\s+|[A-Z][A-Z ,&'-]{2,40}[.:]\s+(?=[A-Z\"“]))")
_OLD = compiled(rf"\b(?:{either('signs of an old text', language='en', gap=' ')})\b", re.IGNORECASE)
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_NAME = compiled(r"(?<=[\w,;:”’)] )[A-Z]\w*")

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

Place = tuple[int, int, int]


@frozen
class Sentence:
    """A sentence that may be quoted.

    ``place`` is (citation number, offset in its source, which reading): the order of reading; ``needs`` are the
    places of those it cannot stand without, which stand before it in its source, ``about`` that of one that says what
    they are about, which may stand farther up, ``follows`` that of the one right before it. One that is not ``offered``
    only comes along. Behind a ``lead`` the words stand in quotation marks, unchanged: it says whose they are where the
    source speaks of itself (``own_voice``: "We found"), and of which day where time has gone over them.
    """

    text: str
    numbers: tuple[int, ...]
    stems: tuple[str, ...]
    place: Place
    strength: float
    words: int
    needs: tuple[Place, ...] = ()
    about: Place | None = None
    follows: Place | None = None
    kind: str = "statement"
    offered: bool = True
    lead: str = ""
    own_voice: bool = False
    changes: tuple[Change, ...] = ()

    @property
    def before(self) -> tuple[Place, ...]:
        """The places of all that must have been read before it, in order."""
        return self.needs if self.about is None else (self.about, *self.needs)


@frozen
class _Reading:
    """A text of a source, and which stretches of it are offered: (start, end, strength, kind)."""

    source: Source
    n: int
    which: int
    text: str
    offers: tuple[tuple[int, int, float, str], ...]


def usable_sentences(assignment: Assignment) -> list[Sentence]:
    """Return the sentences that may be quoted, in order of reading, one for each statement.

    A statement that several sources make (near enough) word for word is one sentence with all their
    numbers. The result does not depend on the order of the passages or facts.
    """
    read = [sentence for reading in _readings(assignment) for sentence in _of(reading, assignment)]
    return sorted(_merged(sorted(read, key=lambda s: (s.place, s.text, s.kind))), key=lambda s: (s.place, s.text))


def _readings(assignment: Assignment) -> Iterator[_Reading]:
    """Yield each source's text up to its last passage, with what is offered of it, then what is not found there."""
    best = max((p.score for p in assignment.passages), default=0.0) or 1.0
    sources = {p.n: p.source.source for p in sorted(assignment.passages, key=lambda p: (p.n, p.text))}
    pieces: dict[int, list[tuple[str, float, str]]] = {}
    for p in assignment.passages:
        pieces.setdefault(p.n, []).append((_clean(p.text), min(1.0, max(0.0, p.score / best)), "statement"))
    for fact in assignment.facts:
        pieces.setdefault(fact.n, []).append((_clean(fact.text), 0.0, fact.kind))
    for n in sorted(pieces):
        source = sources.get(n) or Source("", "", "", "")
        whole = _clean(before_orders(source.text))
        offers, apart = [], []
        for text, strength, kind in sorted(pieces[n]):
            at = whole.find(text)
            if at >= 0:
                offers.append((at, at + len(text), strength, kind))
            else:
                apart.append((text, strength, kind))
        if offers:
            yield _Reading(source, n, 0, whole[:SOURCE_CHARACTERS_READ], tuple(offers))
        for which, (text, strength, kind) in enumerate(apart, 1):
            yield _Reading(source, n, which, text, ((0, len(text), strength, kind),))


def _clean(text: str) -> str:
    return without_marks(without_comments(visible(text))).strip()


def _of(reading: _Reading, assignment: Assignment) -> Iterator[Sentence]:
    known = content(assignment.question)
    title = one_line(reading.source.title)
    cut = [(start, _trimmed(raw), raw, headed) for start, raw, headed in _lines(reading.text, title)]
    texts = [text for _, text, _, _ in cut]
    made = [
        None
        if _begins_with_title(text, title)
        else _read(texts, i, reading, start, _offer(reading, start, raw), assignment, known)
        for i, (start, text, raw, _) in enumerate(cut)
    ]
    texts = [text if one is None else one.text for text, one in zip(texts, made, strict=True)]
    for i, one in enumerate(made[1:], 1):
        before = made[i - 1]
        if one is not None and before is not None:
            made[i] = replace(one, follows=before.place)
    # In quotation marks a pronoun hardly looks back.
    usable = [one is not None and not (one.lead and (one.own_voice or needs(one.text).pronoun)) for one in made]
    on_topic = [_tells_topic(text, known) for text in texts]
    whole = Text(texts, known, on_topic, usable, [headed for *_, headed in cut])
    wanted: dict[int, Sentence] = {}
    for i, sentence in enumerate(made):
        if sentence is None or not sentence.offered:
            continue
        lacks = needed(i, whole)
        if lacks is None or (lacks[0] and not usable[i]):
            continue
        along, about = [made[j] for j in lacks[0]], made[lacks[1]] if lacks[1] is not None else None
        tight = tuple(one.place for one in along if one is not None)
        wanted[i] = replace(sentence, needs=tight, about=about.place if about is not None else None)
        for j in (*lacks[0], *([] if lacks[1] is None else [lacks[1]])):
            companion = made[j]
            if companion is not None:
                wanted.setdefault(j, companion)
    yield from wanted.values()


def _tells_topic(text: str, known: frozenset[str]) -> bool:
    """Tell whether a sentence holds enough of the question to say what it is about; any does where nothing is asked."""
    weight = sum(idf(stem) for stem in sorted(known))
    held = sum(idf(stem) for stem in sorted(known & content(text)))
    return held >= TELLS_TOPIC_SHARE * weight


def _offer(reading: _Reading, start: int, raw: str) -> tuple[float, str] | None:
    """Return the strength and the kind with which a sentence is offered, None where it is not."""
    end = start + len(raw.rstrip())
    held = [
        (kind != "statement", strength, kind) for a, b, strength, kind in reading.offers if a <= start and end <= b + 1
    ]
    if not held:
        return None if reading.which else (0.0, "statement")
    return max(strength for _, strength, _ in held), max(held)[2]


def _begins_with_title(text: str, title: str) -> bool:
    # A page's title glued before its first words makes no sentence.
    return title.count(" ") >= 2 and text.startswith(title) and text[len(title) :][:2].strip(" ").isalnum()


def _lines(text: str, title: str) -> Iterator[tuple[int, str, bool]]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends.

    With each: where it begins, and whether a heading ran into it.
    """
    for start, end in sentences(text):
        label = _LABEL.match(text, start, end)
        at = first = label.end() if label else start
        for piece in text[start:end].splitlines(keepends=True):
            line = piece.strip()
            is_short = len(line.split()) <= 8 or title.casefold().startswith(line.casefold())
            if not is_short or line.endswith((".", ",", ";", ":", "。", "、", "-")):
                break
            following = text[at + len(piece) : end].lstrip()
            if not starts_sentence(_BULLET.sub("", following)):
                break
            at += len(piece)
        yield at, text[at:end], at > start and first > start


def _trimmed(raw: str) -> str:
    return _DATELINE.sub("", _BULLET.sub("", without_marks(one_line(raw)).strip()))


def _read(
    texts: Sequence[str],
    i: int,
    reading: _Reading,
    start: int,
    offer: tuple[float, str] | None,
    assignment: Assignment,
    known: frozenset[str],
) -> Sentence | None:
    """Return a sentence that may be quoted, whatever it needs; None for what may not."""
    if not is_prose(texts[i]):
        return None
    published = reading.source.published if not _OLD.search(reading.text, 0, OLD_TEXT_CHARACTERS) else None
    dated = written_out(texts[i], reading.n, published, [reading.source.title, *texts[:i]])
    text, changes = dated or (texts[i], ())
    outside = _QUOTED.sub("", text)
    lead, own_voice = "", is_own_voice(outside)
    if own_voice and dated is not None:
        lead = f"In the words of {_host(reading.source)}:"
    elif dated is None or is_overtaken(text, published, assignment.as_of, known):
        # Its own day must stand before it; a source without one cannot be quoted so.
        if published is None:
            return None
        lead, text, changes = f"On {written_day(published)}, {_host(reading.source)} reported:", texts[i], ()
    if text in assignment.barred:
        return None
    # Nested quotation marks would blur who says what.
    stems = terms(text).stems
    if (
        is_personal(outside, advised="instructions" in asked(assignment.question).kinds)
        or (lead and outside != text)
        or not stems
    ):
        return None
    strength, kind = offer or (0.0, "statement")
    kind = "quote" if has_quotation(text) else kind
    place = (reading.n, start, reading.which)
    length = count_words(f"{lead} {text}")
    return Sentence(
        text,
        (reading.n,),
        stems,
        place,
        strength,
        length,
        kind=kind,
        offered=offer is not None,
        lead=lead,
        own_voice=own_voice,
        changes=changes,
    )


def _host(source: Source) -> str:
    return host_of(source.url).removeprefix("www.") or "one source"


def _merged(read: Iterable[Sentence]) -> list[Sentence]:
    """Join what says the same; a sentence that needs others, or that others need, stays as it is."""
    found = list(read)
    tied = {place for s in found for place in s.before}
    kept: list[Sentence] = []
    stems: list[frozenset[str]] = []
    for sentence in found:
        own = frozenset(sentence.stems)
        free = not sentence.before and sentence.place not in tied
        twin = None
        if free:
            twin = next((i for i, s in enumerate(kept) if _say_the_same(sentence, own, s, stems[i], tied)), None)
        if twin is None:
            kept.append(sentence)
            stems.append(own)
        else:
            kept[twin] = _joint(kept[twin], sentence)
            stems[twin] = frozenset(kept[twin].stems)
    return kept


def _joint(first: Sentence, second: Sentence) -> Sentence:
    # The one that says less is what both of them say.
    said = second if len(second.stems) < len(first.stems) else first
    kind = second.kind if first.kind == "statement" else first.kind
    numbers = tuple(sorted({*first.numbers, *second.numbers}))
    strength = max(first.strength, second.strength)
    return replace(said, place=first.place, numbers=numbers, strength=strength, kind=kind, offered=True)


def _say_the_same(a: Sentence, a_stems: frozenset[str], b: Sentence, b_stems: frozenset[str], tied: set[Place]) -> bool:
    """Return whether two sentences make the same statement: one has all stems of the other, in the same order.

    What the longer one adds is at most a fifth, and no number, name or qualifier (not, only, before).
    """
    if b.before or a.changes or b.changes:
        return False
    if a.text == b.text:
        return True
    if b.place in tied:
        return False
    more, less = (a_stems, b_stems) if len(a_stems) >= len(b_stems) else (b_stems, a_stems)
    if len(less) < SAME_STATEMENT_SHARE * len(more) or not less <= more:
        return False
    if a.lead or b.lead:
        return False
    added = more - less
    if any(stem in QUALIFIERS or stem[0] in "0123456789" for stem in added):
        return False
    names = {stem for s in (a, b) for name in _NAME.findall(s.text) for stem in terms(name).stems}
    same_order = [s for s in a.stems if s in less] == [s for s in b.stems if s in less]
    return same_order and names.isdisjoint(added)
