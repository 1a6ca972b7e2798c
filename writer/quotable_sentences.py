"""Read the sentences that may be quoted from the passages and facts, each with the sources that say it.

A sentence is the source's own, word for word, but for dates that only the source's own day tells: those are written
out. What is trimmed: white space becomes single spaces, invisible characters go, and so do a bullet or heading glued
before it and the source's own citation marks. A sentence is the end of a run: it knows the one that a reader may begin
with, and all between them. Where one of these cannot be quoted, neither can it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Assignment, Change, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.prompt_injection import before_orders
from wellsourced_core.relative_dates import written_day
from wellsourced_core.text import QUALIFIERS, content, host_of, idf, terms
from wellsourced_core.untrusted import one_line, visible, without_comments
from wellsourced_core.values import frozen, replace
from writer.antecedents import Text, brings_all, has_quotation, needs, opens_section, reach, stands_alone
from writer.asked import asked
from writer.plain_markdown import without_marks
from writer.source_lines import Line, lines_of
from writer.standalone_sentences import (
    announces,
    count_words,
    has_verb,
    is_answer,
    is_heading_question,
    is_list,
    is_own_voice,
    is_personal,
    is_prose,
    is_question,
)
from writer.thresholds import (
    BEGINNING_PARAGRAPHS,
    BEGINNING_SENTENCES,
    BEGINNING_SHARE,
    MOST_NEEDED,
    OLD_TEXT_CHARACTERS,
    SAME_STATEMENT_SHARE,
    SOURCE_CHARACTERS_READ,
    TELLS_ALL_SHARE,
    TELLS_TOPIC_SHARE,
    TITLE_WORDS,
)
from writer.written_dates import is_overtaken, written_out

_BLAND = words("headings that say nothing", "en")
_NO_TITLE = compiled(r"[“”\"]|[.!?…] |\[")
_STAMP = compiled(r"(?:Updated|Published|Posted|Last)\b")
_BRIEF_ANSWERS = ("Yes.", "No.")
_OLD = compiled(rf"\b(?:{either('signs of an old text', language='en', gap=' ')})\b", re.IGNORECASE)
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_DIGIT = compiled(r"[0-9]")
_NAME = compiled(r"(?<=[\w,;:”’)] )[A-Z]\w*")

Place = tuple[int, int, int]


@frozen
class Sentence:
    """A sentence that may be quoted.

    ``place`` is (citation number, offset in its source, which reading): the order of reading; ``needs`` are the places
    of all that stand between the one that a reader may begin with and it, nothing left out; ``follows`` is that of the
    one right before it. One that is not ``offered`` only comes along: no run ends with it. Behind a ``lead`` it stands
    in quotation marks, where the source speaks of itself (``own_voice``: "We found"). ``of_day`` is its
    source's, ``under`` the title that says what it is about, where it does not, with the ``heading`` of its section.
    What is ``verbless`` - a "list", an "answer" to the question right before it, "more" of one - gets a verb before it.
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
    host: str = ""
    of_day: str = ""
    under: str = ""
    heading: str = ""
    verbless: str = ""


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
    topic = _known(assignment.question) & frozenset[str]().union(*(_known(one.text) for one in readings))
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
        # Nothing is known on the day of writing of what was written after it.
        if assignment.as_of is not None and source.published is not None and source.published > assignment.as_of:
            continue
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
    lines = list(lines_of(reading.text, title))
    texts = [line.text for line in lines]
    answers = _answers(lines)
    made = [
        None
        if _begins_with_title(text, title)
        else _read(texts, i, reading, line, assignment, known, behind=answers[i])
        for i, (text, line) in enumerate(zip(texts, lines, strict=True))
    ]
    texts = [text if one is None else one.text for text, one in zip(texts, made, strict=True)]
    on_topic = [_tells_topic(text, topic) for text in texts]
    plain = [_tells_topic(text, topic, TELLS_ALL_SHARE) for text in texts]
    cut, paragraphs = [line.cut for line in lines], [line.paragraph for line in lines]
    whole = Text(texts, known, cut, paragraphs, plain)
    back = [reach(i, whole) if one is not None else None for i, one in enumerate(made)]
    # The middle of a paragraph leans on its beginning, in ways that no word tells; a text without any has no other.
    parted = len(set(paragraphs)) > 1
    starts = [
        one is not None
        and back[i] == i
        and not (parted and i and paragraphs[i - 1] == paragraphs[i])
        and _begins(texts[i], first=i == 0)
        and (on_topic[i] or _is_fact(one))
        for i, one in enumerate(made)
    ]
    # Behind its title a page is understood from its beginning, and each of its sections from theirs.
    if under := shown_title(title):
        for i in _openings(texts, lines, made, starts, under, known):
            one = made[i]
            if one is not None:
                heading = _shown_heading(lines[i].heading, under, one.of_day)
                made[i] = replace(
                    one, under=under, heading=heading, words=one.words + count_words(f"{under} {heading}")
                )
                starts[i], back[i] = True, i
                # What its section goes on with is understood from there.
                for j in range(i + 1, next((j for j in range(i + 1, len(lines)) if lines[j].opens), len(lines))):
                    farthest = back[j]
                    back[j] = max(i, farthest) if farthest is not None else None
    # How a source begins need not tell what it is about at once, as long as it soon does.
    opens = " ".join(texts[:BEGINNING_SENTENCES])
    if made and made[0] is not None and not starts[0] and _tells_topic(opens, topic, BEGINNING_SHARE):
        starts[0] = brings_all(texts[0], known) and is_prose(texts[0])
        # Until then, its sentences only come along.
        for i in range(on_topic.index(True) if True in on_topic else 0):
            one = made[i]
            made[i] = replace(one, offered=False) if one is not None else None
    run = [_start(i, back, starts) for i in range(len(made))]
    for i, (sentence, start) in enumerate(zip(made, run, strict=True)):
        if sentence is None or start is None:
            continue
        before = tuple(one.place for one in made[start:i] if one is not None)
        ahead = made[i - 1] if i and run[i - 1] is not None else None
        follows = ahead.place if ahead is not None else None
        offered = sentence.offered and not announces(texts[i])
        yield replace(sentence, needs=before, follows=follows, offered=offered)


def _answers(lines: Sequence[Line]) -> list[int]:
    """Return for each sentence which it is of those in the paragraph behind a question that stands alone, else 0."""
    found: list[int] = []
    for i, line in enumerate(lines):
        before = found[i - 1] if i and lines[i - 1].paragraph == line.paragraph else 0
        asked_here = i > 0 and lines[i - 1].paragraph + 1 == line.paragraph and _asks(lines[i - 1])
        found.append(before + 1 if before else int(asked_here))
    return found


def _asks(line: Line) -> bool:
    return line.opens and line.text.endswith("?") and is_heading_question(line.text)


def _openings(
    texts: Sequence[str],
    lines: Sequence[Line],
    made: Sequence[Sentence | None],
    starts: Sequence[bool],
    under: str,
    known: frozenset[str],
) -> Iterator[int]:
    """Yield the sentences that a page or a section begins with, but for those that may begin a run anyhow.

    Where a page's first words cannot be quoted, its first paragraph that can stands for them.
    """
    begun, told = False, known | _known(under)
    for i, line in enumerate(lines):
        new = i == 0 or lines[i - 1].paragraph != line.paragraph
        opens = line.opens and opens_section(texts[i].partition(": ")[0] if line.items else texts[i])
        opens = opens or (
            not begun
            and new
            and line.paragraph < BEGINNING_PARAGRAPHS
            and _begins(texts[i], first=False)
            and told.issuperset(needs(texts[i]).nouns)
        )
        # A page that begins with a scene does not say what it is about: "There was no band."
        if opens and not (line.heading or line.items or texts[i].endswith("?")):
            opens = not told.isdisjoint(_known(" ".join(texts[i : i + 2])))
        if made[i] is not None:
            if opens and not starts[i]:
                yield i
            begun = begun or opens or starts[i]


def _begins(text: str, *, first: bool) -> bool:
    return stands_alone(text, first=first) and (is_prose(text) or is_question(text))


def _shown_heading(heading: str, title: str, day: str) -> str:
    """Return a section's heading as it may stand behind its page's title, "" where it says nothing beyond that."""
    shown = heading.lstrip("# ").strip()
    dated = (bool(day) and day in shown) or _STAMP.match(shown) is not None
    says = bool(_known(shown) - _known(title)) and shown.lower() not in _BLAND
    return shown if says and not dated and _NO_TITLE.search(shown) is None else ""


def shown_title(title: str) -> str:
    """Return a source's title as it may stand before its words, "" where it cannot: it has two sentences, or marks."""
    shown = title.partition(" | ")[0].strip()
    whole, _, site = re.sub(r" [–—] ", " - ", shown).rpartition(" - ")
    # "Earwax build-up - Norland Public Health": behind its title stands whose page it is.
    shown = (shown[: len(whole)] if count_words(whole) > count_words(site) / 2 > 0 and whole else shown).removesuffix(
        "."
    )
    unfit = _NO_TITLE.search(shown) or count_words(shown) not in TITLE_WORDS
    return "" if unfit else shown


def _is_fact(sentence: Sentence) -> bool:
    # What was validated answers the question, whatever its words.
    return sentence.kind not in ("statement", "quote")


def _start(at: int, back: Sequence[int | None], starts: Sequence[bool]) -> int | None:
    """Return the nearest sentence from which a reader may read on to one, None where there is none."""
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
    weight, said = sum(idf(stem) for stem in sorted(known)), _known(text)
    # "Earwax" is said of ear and wax.
    said |= {stem for one in known for other in known if one + other in said for stem in (one, other)}
    held = sum(idf(stem) for stem in sorted(known & said))
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


def _read(
    texts: Sequence[str],
    i: int,
    reading: _Reading,
    line: Line,
    assignment: Assignment,
    known: frozenset[str],
    *,
    behind: int,
) -> Sentence | None:
    """Return a sentence that may be quoted, whatever it needs; None for what may not.

    What answers a question needs no verb: the first sentence ``behind`` it, and what says more; without a figure that
    only comes along.
    """
    asks = is_question(texts[i]) or _asks(line)
    said = is_prose(texts[i], whole=False) and not line.items
    brief = behind > 0 and not said and is_answer(texts[i])
    weak = brief and behind > 1 and _DIGIT.search(texts[i]) is None
    listed = bool(line.items) and is_list(texts[i])
    if not (said or asks or brief or listed):
        return None
    verbless = ("answer" if behind == 1 else "more") if brief else "list" if listed and not has_verb(texts[i]) else ""
    published = reading.source.published if not _OLD.search(reading.text, 0, OLD_TEXT_CHARACTERS) else None
    dated = written_out(texts[i], reading.n, published, [reading.source.title, *texts[:i]])
    text, changes = dated or (texts[i], ())
    # Its own day must stand before what cannot be written out; a source without one cannot be quoted so.
    if (dated is None and published is None) or text in assignment.barred:
        return None
    outside, wanted, stems = _QUOTED.sub("", text), asked(assignment.question), terms(text).stems
    if (not asks and is_personal(outside, advised=True)) or not (stems or brief or asks):
        return None
    lead = f"In the words of {_host(reading.source)}:" if is_own_voice(outside) else ""
    offer = _offer(reading, line.start, line.raw)
    strength, kind = offer or (0.0, "statement")
    over = not wanted.lasting and is_overtaken(text, published, assignment.as_of, known)
    return Sentence(
        text,
        (reading.n,),
        stems,
        (reading.n, line.start, reading.which),
        strength,
        count_words(f"{lead} {text}"),
        kind="quote" if has_quotation(text) else kind,
        offered=offer is not None and not (asks or over or weak or texts[i] in _BRIEF_ANSWERS),
        lead=lead,
        own_voice=bool(lead),
        changes=changes,
        host=_host(reading.source),
        of_day=written_day(published) if published is not None else "",
        verbless=verbless,
    )


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
