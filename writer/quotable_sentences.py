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
from wellsourced_core.quantities import quantities
from wellsourced_core.relative_dates import written_day
from wellsourced_core.text import QUALIFIERS, content, host_of, idf, sentences, terms
from wellsourced_core.untrusted import one_line, visible, without_comments
from wellsourced_core.values import frozen, replace
from writer.antecedents import Text, brings_all, has_quotation, reach, stands_alone
from writer.asked import asked
from writer.plain_markdown import without_marks
from writer.standalone_sentences import announces, count_words, is_question, is_own_voice, is_personal, is_prose, starts_sentence
from writer.thresholds import BEGINNING_SENTENCES, BEGINNING_SHARE, FIGURES_MOST_DAYS, HEADING_MOST_WORDS, HEADING_OF_PARAGRAPHS_MOST_WORDS, MOST_NEEDED, OLD_TEXT_CHARACTERS, SAME_STATEMENT_SHARE, SOURCE_CHARACTERS_READ, TELLS_ALL_SHARE, TELLS_TOPIC_SHARE, WRAPPED_SHARE
from writer.written_dates import is_of_its_day, is_overtaken, written_out

_BULLET = compiled(r"^[•·▪‣*–-]\s+|^[0-9]{1,2}[.)]\s+(?=[A-Z])")
# "LONDON - ", "NEW YORK, March 3 (Reuters) - ": where and when a report was filed, before its first sentence.
_DATELINE = compiled(r"^[A-Z]{2}[A-Z.' ]{1,30}(?:, [A-Z][\w., ]{1,24})?(?: \([A-Z]\w{1,20}\))? ?[–—-] (?=[A-Z])")
# "**Weight.** ", "COST. ": a heading that runs into its first sentence.
_LABEL = compiled(r"(?:\*\*[^*\n]{1,80}[.:?!]?\*\*[.:]?\s+|[A-Z][A-Z ,&'-]{2,40}[.:]\s+(?=[A-Z\"“]))")
_LABEL_ALONE = compiled(r"[A-Z][A-Z ,&'-]{2,40}[.:]|\*\*[^*\n]{1,60}\*\*[.:]?")
_OLD = compiled(rf"\b(?:{either('signs of an old text', language='en', gap=' ')})\b", re.IGNORECASE)
_LINE_END = compiled(r"(?<=[^\n.!?:])\n(?=[^\n])")
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_NAME = compiled(r"(?<=[\w,;:”’)] )[A-Z]\w*")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

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
    follows: Place | None = None
    kind: str = "statement"
    offered: bool = True
    lead: str = ""
    own_voice: bool = False
    changes: tuple[Change, ...] = ()
    of_day: str = ""


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
    readings = list(_readings(assignment))
    # What no source speaks of tells nobody what a sentence is about.
    said = frozenset[str]().union(*(_known(one.text) for one in readings))
    topic = _known(assignment.question) & said
    read = [sentence for reading in readings for sentence in _of(reading, assignment, topic)]
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


def _of(reading: _Reading, assignment: Assignment, topic: frozenset[str]) -> Iterator[Sentence]:
    known = _known(assignment.question)
    title = one_line(reading.source.title)
    lines = list(_lines(reading.text, title))
    texts = [_trimmed(line.raw) for line in lines]
    made = [
        None if _begins_with_title(text, title) else _read(texts, i, reading, line, assignment, known)
        for i, (text, line) in enumerate(zip(texts, lines, strict=True))
    ]
    texts = [text if one is None else one.text for text, one in zip(texts, made, strict=True)]
    on_topic = [_tells_topic(text, topic) for text in texts]
    plain = [_tells_topic(text, topic, TELLS_ALL_SHARE) for text in texts]
    whole = Text(texts, known, [line.cut for line in lines], [line.paragraph for line in lines], plain)
    back = [reach(i, whole) if made[i] is not None else None for i in range(len(made))]
    starts = [
        j == i
        and one is not None
        and stands_alone(texts[i], first=i == 0)
        and (is_prose(texts[i]) or is_question(texts[i]))
        and (one.kind not in ("statement", "quote") or on_topic[i])
        for i, (j, one) in enumerate(zip(back, made, strict=True))
    ]
    # How a source begins need not tell what it is about at once, as long as it soon does.
    begins = " ".join(texts[:BEGINNING_SENTENCES])
    if starts and made[0] is not None and not starts[0] and _tells_topic(begins, topic, BEGINNING_SHARE):
        starts[0] = brings_all(texts[0], known) and is_prose(texts[0])
    for i, sentence in enumerate(made):
        start = _start(i, back, starts)
        if sentence is None or start is None:
            continue
        before = tuple(one.place for one in made[start:i] if one is not None)
        ahead = made[i - 1] if i else None
        follows = ahead.place if ahead is not None and _start(i - 1, back, starts) is not None else None
        yield replace(sentence, needs=before, follows=follows, offered=sentence.offered and (bool(i) or on_topic[0]) and not announces(texts[i]))


def _start(at: int, back: Sequence[int | None], starts: Sequence[bool]) -> int | None:
    """Return the nearest sentence from which a reader may read on to one, nothing left out; None where there is none."""
    farthest = at
    for i in range(at, max(-1, at - MOST_NEEDED - 1), -1):
        needed = back[i]
        if needed is None:
            return None
        if starts[i] and farthest >= i:
            return i
        farthest = min(farthest, needed)
    return None


def _known(question: str) -> frozenset[str]:
    """Return the stems that a reader knows from the question: of "sodium-ion" its parts too."""
    return content(question) | content(question.replace("-", " "))


def _tells_topic(text: str, known: frozenset[str], share: float = TELLS_TOPIC_SHARE) -> bool:
    """Tell whether a sentence holds enough of the question to say what it is about; any does where nothing is asked."""
    weight = sum(idf(stem) for stem in sorted(known))
    held = sum(idf(stem) for stem in sorted(known & _known(text)))
    return held >= share * weight


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


@frozen
class _Line:
    """A sentence of a source's text: where it begins, whether something else stands before it, in which paragraph."""

    start: int
    raw: str
    cut: bool
    paragraph: int


def _lines(text: str, title: str) -> Iterator[_Line]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends."""
    wrapped = _is_wrapped(text)
    paragraph, end_before, in_list = 0, 0, False
    labelled = False
    for start, end in sentences(text):
        if _LABEL_ALONE.fullmatch(text, start, end):
            labelled = True
            continue
        label = _LABEL.match(text, start, end)
        at = label.end() if label else start
        for piece in text[start:end].splitlines(keepends=True):
            line = piece.strip()
            longest = HEADING_MOST_WORDS if wrapped else HEADING_OF_PARAGRAPHS_MOST_WORDS
            is_short = len(line.split()) <= longest or title.casefold().startswith(line.casefold())
            if not is_short or line.endswith((".", ",", ";", ":", "。", "、", "-")):
                break
            following = text[at + len(piece) : end].lstrip()
            if not starts_sentence(_BULLET.sub("", following)):
                break
            at += len(piece)
        between = text[end_before:at]
        paragraph += between.count("\n\n" if wrapped else "\n")
        item = _BULLET.match(text[at:end].lstrip()) is not None
        # What stands in a list goes on from the item before it.
        yield _Line(at, text[at:end], labelled or at > start or (item != in_list and bool(paragraph)), paragraph)
        labelled = False
        in_list = item or (in_list and "\n" not in between)
        end_before = end


def _is_wrapped(text: str) -> bool:
    """Tell whether the lines of a text end in the middle of its sentences."""
    ends = [text[m.start() - 1] for m in _LINE_END.finditer(text) if text[m.end()].islower()]
    return len(ends) > text.count("\n") * WRAPPED_SHARE


def _trimmed(raw: str) -> str:
    return _DATELINE.sub("", _BULLET.sub("", without_marks(one_line(raw)).strip()))


def _read(
    texts: Sequence[str], i: int, reading: _Reading, line: _Line, assignment: Assignment, known: frozenset[str]
) -> Sentence | None:
    """Return a sentence that may be quoted, whatever it needs; None for what may not."""
    asks = is_question(texts[i])
    if not is_prose(texts[i], whole=False) and not asks and not (i and texts[i] in ("Yes.", "No.") and is_question(texts[i - 1])):
        return None
    published = reading.source.published if not _OLD.search(reading.text, 0, OLD_TEXT_CHARACTERS) else None
    dated = written_out(texts[i], reading.n, published, [reading.source.title, *texts[:i]])
    text, changes = dated or (texts[i], ())
    outside = _QUOTED.sub("", text)
    # Its own day must stand before what cannot be written out; a source without one cannot be quoted so.
    if dated is None and published is None:
        return None
    own_voice = is_own_voice(outside)
    lead = f"In the words of {_host(reading.source)}:" if own_voice else ""
    wanted = asked(assignment.question)
    over = not wanted.lasting and is_overtaken(text, published, assignment.as_of, known)
    if text in assignment.barred:
        return None
    stems = terms(text).stems
    if (
        (not asks and is_personal(outside, advised=wanted.lasting))
        or not stems and len(text) > 4
    ):
        return None
    offer = _offer(reading, line.start, line.raw)
    strength, kind = offer or (0.0, "statement")
    kind = "quote" if has_quotation(text) else kind
    place = (reading.n, line.start, reading.which)
    length = count_words(f"{lead} {text}")
    return Sentence(
        text,
        (reading.n,),
        stems,
        place,
        strength,
        length,
        kind=kind,
        offered=offer is not None and not asks and len(text) > 4 and not over,
        lead=lead,
        own_voice=own_voice,
        changes=changes,
        of_day="" if wanted.lasting and dated and _lasts(text, published, assignment.as_of) else _day(text, reading.source, published),
    )


def _day(text: str, source: Source, published: date | None) -> str:
    """Return what says on which day a sentence held, "" for one that always does."""
    if published is None or not is_of_its_day(text):
        return ""
    return f"On {written_day(published)}, {_host(source)} reported:"


def _lasts(text: str, published: date | None, as_of: date | None) -> bool:
    """Tell whether a sentence that answers a lasting question needs no day: it has no price, no figure of long ago."""
    found = quantities(text)
    old = published is not None and as_of is not None and (as_of - published).days > FIGURES_MOST_DAYS
    return not any(q.kind == "money" for q in found) and not (old and found)


def _host(source: Source) -> str:
    return host_of(source.url).removeprefix("www.") or "one source"


def _merged(read: Iterable[Sentence]) -> list[Sentence]:
    """Join what says the same; a sentence that needs others, or that others need, stays as it is."""
    found = list(read)
    tied = {place for s in found for place in s.needs}
    kept: list[Sentence] = []
    stems: list[frozenset[str]] = []
    for sentence in found:
        own = frozenset(sentence.stems)
        free = not sentence.needs and sentence.place not in tied
        # A sentence that a run begins with stays in it, and tells that another says the same.
        twin = next((i for i, s in enumerate(kept) if _say_the_same(sentence, own, s, stems[i], tied)), None)
        if twin is not None:
            joint = _joint(kept[twin], sentence)
            if free or joint.text == kept[twin].text:
                kept[twin] = joint
                stems[twin] = frozenset(joint.stems)
        if twin is None or not free:
            kept.append(sentence)
            stems.append(own)
    return kept


def _joint(first: Sentence, second: Sentence) -> Sentence:
    # The one that says less is what both of them say.
    said = second if len(second.stems) < len(first.stems) else first
    kind = second.kind if first.kind == "statement" else first.kind
    numbers = tuple(sorted({*first.numbers, *second.numbers}))
    strength = max(first.strength, second.strength)
    offered = first.offered or second.offered
    return replace(said, place=first.place, numbers=numbers, strength=strength, kind=kind, offered=offered)


def _say_the_same(a: Sentence, a_stems: frozenset[str], b: Sentence, b_stems: frozenset[str], tied: set[Place]) -> bool:
    """Return whether two sentences make the same statement: one has all stems of the other, in the same order.

    What the longer one adds is at most a fifth, and no number, name or qualifier (not, only, before).
    """
    if a.needs or b.needs or a.changes or b.changes or a.place[0] == b.place[0]:
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
