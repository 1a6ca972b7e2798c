"""Read the sentences that may be quoted from the passages and facts, each with the sources that say it.

A sentence is the source's own, word for word. What is trimmed: white space becomes single spaces, invisible
characters go, and so do a bullet or heading glued before it and the source's own citation marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wellsourced_core.model import Assignment
from wellsourced_core.patterns import compiled
from wellsourced_core.text import QUALIFIERS, sentences, terms
from wellsourced_core.untrusted import one_line, visible, without_comments
from wellsourced_core.values import frozen, replace
from writer.plain_markdown import without_marks
from writer.standalone_sentences import count_words, is_own_voice, is_personal, is_prose, leans, starts_sentence
from writer.thresholds import SAME_STATEMENT_SHARE

OWN_WORDS = "In a source's own words:"
_BULLET = compiled(r"^[•·▪‣*–-]\s+|^[0-9]{1,2}[.)]\s+(?=[A-Z])")
# "LONDON - ", "NEW YORK, March 3 (Reuters) - ": where and when a report was filed, before its first sentence.
_DATELINE = compiled(r"^[A-Z]{2}[A-Z.' ]{1,30}(?:, [A-Z][\w. ]{1,20})?(?: \([A-Z]\w{1,20}\))? ?[–—-] (?=[A-Z])")
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_NAME = compiled(r"(?<=[\w,;:”’)] )[A-Z]\w*")

Place = tuple[int, int, int]


@frozen
class Sentence:
    """A sentence that may be quoted.

    ``place`` is (citation number, offset in its source, which passage): the order of reading;
    ``after`` is the place of the sentence it leans on; ``own_voice`` says that the source speaks of itself
    ("We found"), so that the words need quotation marks; ``strength`` in [0, 1] is the passage's or fact's.
    """

    text: str
    numbers: tuple[int, ...]
    stems: tuple[str, ...]
    place: Place
    strength: float
    words: int
    after: Place | None = None
    own_voice: bool = False
    kind: str = "statement"


def usable_sentences(assignment: Assignment) -> list[Sentence]:
    """Return the sentences that may be quoted, in order of reading, one for each statement.

    A statement that several sources make (near enough) word for word is one sentence with all their
    numbers. The result does not depend on the order of the passages or facts.
    """
    read = sorted(_all(assignment), key=lambda s: (s.place, s.text, s.kind, -s.strength))
    return sorted(_merged(read), key=lambda s: (s.place, s.text))


def _all(assignment: Assignment) -> Iterator[Sentence]:
    best = max((p.score for p in assignment.passages), default=0.0) or 1.0
    titles = {p.n: one_line(p.source.source.title) for p in assignment.passages}
    pieces = [
        (p.n, max(0, p.source.source.text.find(p.text)), p.text, "statement", p.score / best)
        for p in assignment.passages
    ]
    for fact in assignment.facts:
        found = (p.source.source.text.find(fact.text) for p in assignment.passages if p.n == fact.n)
        # A fact that stands in none of the passages' sources is read after them.
        offset = max((at for at in found if at >= 0), default=1 << 30)
        pieces.append((fact.n, offset, fact.text, fact.kind, 0.0))
    for which, (n, offset, text, kind, strength) in enumerate(sorted(pieces)):
        title = titles.get(n, "")
        for sentence in _of(text, (n, offset, which), min(1.0, max(0.0, strength)), kind, title):
            if not _begins_with_title(sentence.text, title):
                yield sentence


def _of(text: str, at: Place, strength: float, kind: str, title: str) -> Iterator[Sentence]:
    before: Place | None = None
    for start, raw in _lines(without_marks(without_comments(visible(text))), title):
        place = (at[0], at[1] + start, at[2])
        sentence = _read(raw, place, strength, kind, before)
        before = None if sentence is None else place
        if sentence is not None:
            yield sentence


def _begins_with_title(text: str, title: str) -> bool:
    # A page's title glued before its first words makes no sentence.
    return title.count(" ") >= 2 and text.startswith(title) and text[len(title) :][:2].strip(" ").isalnum()


def _lines(text: str, title: str) -> Iterator[tuple[int, str]]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends."""
    for start, end in sentences(text):
        at = start
        for piece in text[start:end].splitlines(keepends=True):
            line = piece.strip()
            is_short = len(line.split()) <= 8 or title.casefold().startswith(line.casefold())
            if not is_short or line.endswith((".", ",", ";", ":", "。", "、", "-")):
                break
            following = text[at + len(piece) : end].lstrip()
            if not starts_sentence(_BULLET.sub("", following)):
                break
            at += len(piece)
        yield at, text[at:end]


def _read(raw: str, place: Place, strength: float, kind: str, before: Place | None) -> Sentence | None:
    text = _DATELINE.sub("", _BULLET.sub("", without_marks(one_line(raw)).strip()))
    leaning = leans(text)
    if (leaning and before is None) or not is_prose(text):
        return None
    outside = _QUOTED.sub("", text)
    own_voice = is_own_voice(outside)
    # Nested quotation marks would blur who says what.
    if is_personal(outside) or (own_voice and outside != text):
        return None
    stems = terms(text).stems
    if not stems:
        return None
    after = before if leaning else None
    length = count_words(text) + (count_words(OWN_WORDS) if own_voice else 0)
    return Sentence(text, (place[0],), stems, place, strength, length, after, own_voice, kind)


def _merged(read: Iterable[Sentence]) -> list[Sentence]:
    kept: list[Sentence] = []
    stems: list[frozenset[str]] = []
    became: dict[Place, int] = {}
    for sentence in read:
        own = frozenset(sentence.stems)
        twin = next((i for i, s in enumerate(kept) if _say_the_same(sentence, own, s, stems[i])), None)
        if twin is None:
            became[sentence.place] = len(kept)
            kept.append(sentence)
            stems.append(own)
        else:
            became[sentence.place] = twin
            kept[twin] = _joint(kept[twin], sentence)
            stems[twin] = frozenset(kept[twin].stems)
    return [s if s.after is None else replace(s, after=kept[became[s.after]].place) for s in kept]


def _joint(first: Sentence, second: Sentence) -> Sentence:
    # The one that says less is what both of them say.
    said = second if len(second.stems) < len(first.stems) else first
    kind = second.kind if first.kind == "statement" else first.kind
    numbers = tuple(sorted({*first.numbers, *second.numbers}))
    strength = max(first.strength, second.strength)
    return replace(said, numbers=numbers, after=first.after, strength=strength, kind=kind)


def _say_the_same(a: Sentence, a_stems: frozenset[str], b: Sentence, b_stems: frozenset[str]) -> bool:
    """Return whether two sentences make the same statement: one has all stems of the other, in the same order.

    What the longer one adds is at most a fifth, and no number, name or qualifier (not, only, before).
    """
    if a.text == b.text:
        return True
    more, less = (a_stems, b_stems) if len(a_stems) >= len(b_stems) else (b_stems, a_stems)
    if len(less) < SAME_STATEMENT_SHARE * len(more) or not less <= more:
        return False
    if a.own_voice != b.own_voice or (a.after is None) != (b.after is None):
        return False
    added = more - less
    if any(stem in QUALIFIERS or stem[0] in "0123456789" for stem in added):
        return False
    names = {stem for s in (a, b) for name in _NAME.findall(s.text) for stem in terms(name).stems}
    same_order = [s for s in a.stems if s in less] == [s for s in b.stems if s in less]
    return same_order and names.isdisjoint(added)
