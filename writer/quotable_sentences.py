"""Read the sentences that may be quoted from the passages and facts, each with the sources that say it.

A sentence is the source's own, word for word, but for dates that only the source's own day tells: those are written
out. What is trimmed: white space becomes single spaces, invisible characters go, and so do a bullet or heading glued
before it and the source's own citation marks. A sentence is the end of a run: it knows the one that a reader may begin
with, and all between them. Where one of these cannot be quoted, neither can it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from wellsourced_core.lexicon import either, listed, words
from wellsourced_core.model import Assignment, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.prompt_injection import before_orders
from wellsourced_core.relative_dates import written_day
from wellsourced_core.source_leads import NO_HOST, SourceLead, in_the_words_of
from wellsourced_core.text import host_of, terms
from wellsourced_core.untrusted import one_line, visible, without_comments
from wellsourced_core.values import frozen, replace
from writer.asked import asked
from writer.english_verbs import has_verb
from writer.page_runs import with_runs
from writer.plain_markdown import without_marks
from writer.quoted_sentence import LIST, NOTE, Place, Sentence
from writer.sentence_needs import has_quotation
from writer.source_lines import Line, lines_of
from writer.source_titles import known_stems
from writer.standalone_sentences import (
    count_words,
    is_answer,
    is_heading_question,
    is_list,
    is_note,
    is_own_voice,
    is_personal,
    is_prose,
    is_question,
    is_verdict,
    without_label,
)
from writer.thresholds import (
    MOST_WORDS_COMPLETING,
    OLD_TEXT_CHARACTERS,
    POST_MOST_CHARACTERS,
    SOURCE_CHARACTERS_READ,
    THREAD_FEWEST_POSTS,
)
from writer.written_dates import is_overtaken, written_out

_BRIEF_ANSWERS = ("Yes.", "No.")
_OLD = compiled(rf"\b(?:{either('signs of an old text', language='en', gap=' ')})\b", re.IGNORECASE)
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_DAYS = "|".join(one[:3].capitalize() for one in listed("days of the week", "en"))
_MONTHS = "|".join(sorted({one[:3].capitalize() for one in words("month names", "en")}))
_DIGIT = compiled(r"[0-9]")
_TOTAL = compiled(r"(?:(?:The )?[Tt]otal|In all|All told|Altogether|Together)\b[^0-9]{1,40}[0-9]")
_VERBLESS = (LIST, NOTE, "answer", "more")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date
    from typing import Literal

    Verbless = Literal["answer", "more", "note", "list"]
    Reads = Verbless | Literal["prose", "question"]


@frozen
class _Reading:
    """A text of a source, and which stretches of it are offered: (start, end, kind)."""

    source: Source
    n: int
    which: int
    text: str
    offers: tuple[tuple[int, int, str], ...]
    day: date | None  # when it was published: what is old tells of its own days


def usable_sentences(assignment: Assignment) -> list[Sentence]:
    """Return the sentences that may be quoted, in order of reading, one for each statement.

    A statement that several sources make (near enough) word for word is one sentence with all their
    numbers. The result does not depend on the order of the passages or facts.
    """
    readings = list(_readings(assignment))
    # What no source speaks of tells nobody what a sentence is about.
    topic = known_stems(assignment.question) & frozenset[str]().union(*(known_stems(one.text) for one in readings))
    read = [sentence for reading in readings for sentence in _of(reading, assignment, topic)]
    return sorted(_merged(sorted(read, key=lambda s: (s.place, s.text, s.kind))), key=lambda s: (s.place, s.text))


def _readings(assignment: Assignment) -> Iterator[_Reading]:
    """Yield each source's text up to its last passage, with what is offered of it, then what is not found there."""
    sources = {p.n: p.source.source for p in sorted(assignment.passages, key=lambda p: (p.n, p.text))}
    pieces: dict[int, list[tuple[str, str]]] = {}
    for p in assignment.passages:
        pieces.setdefault(p.n, []).append((_clean(p.text), "statement"))
    for fact in assignment.facts:
        pieces.setdefault(fact.n, []).append((_clean(fact.text), fact.kind))
    for n in sorted(pieces):
        source = sources.get(n) or Source("", "", "", "")
        # Nothing is known on the day of writing of what was written after it.
        if assignment.as_of is not None and source.published is not None and source.published > assignment.as_of:
            continue
        whole = _clean(before_orders(source.text))
        offers, apart = [], []
        for text, kind in sorted(pieces[n]):
            at = whole.find(text)
            if at >= 0:
                offers.append((at, at + len(text), kind))
            else:
                apart.append((text, kind))
        if offers:
            text = _first_post(whole[:SOURCE_CHARACTERS_READ])
            yield _Reading(source, n, 0, text, tuple(offers), _day(source, text))
        for which, (text, kind) in enumerate(apart, 1):
            yield _Reading(source, n, which, text, ((0, len(text), kind),), _day(source, text))


def _day(source: Source, text: str) -> date | None:
    return source.published if not _OLD.search(text, 0, OLD_TEXT_CHARACTERS) else None


def _first_post(text: str) -> str:
    """Return a thread's first post: its day is the page's, and told on, several people would speak with one voice."""
    begins = [m.start() for m in _POST.finditer(text) if len(m[0]) <= POST_MOST_CHARACTERS]
    posts = [text[start:end] for start, end in pairwise([*begins, len(text)])]
    # Of a timetable none says anything.
    says = sum(post.partition("\n")[2].rstrip().endswith((".", "!", "?")) for post in posts)
    return text[: begins[1]] if says >= THREAD_FEWEST_POSTS else text


# "pj_damp | Thu 12 Nov 2026, 20:31", "[minnow, 9 June 20:31]", "> toni_b, 2 Nov 2026": who wrote, and when. Without the
# minute it is a name that only a thread has, behind a mark: "**Malling Quay**, 13 Nov 2026" is an entry of a chronicle.
_MOMENT = rf"(?:(?:{_DAYS}|{_MONTHS})[a-z]*|[0-9]{{1,4}}[a-z]{{0,2}}|[aoypY][a-z]{{1,8}}|[,.:/ –-])"
_NAME = r"[A-Za-z][\w.'-]{1,30}"
_POST = compiled(
    rf"^(?:(?:>|\[|\*\*)? ?{_NAME}(?: [\w.'-]{{1,20}}){{0,2}}\*{{0,2}} ?[|·,–(-] ?(?=.*\b[0-2]?[0-9]:[0-5][0-9])"
    rf"|(?:>|\[|\*\*) ?(?=[a-z]|[\w.'-]{{0,30}}[_0-9]){_NAME}\*{{0,2}} ?[|·,–(-] ?)"
    rf"(?=.*(?:{_MONTHS}|esterday|\b[0-9]{{1,2}}[./-][0-9]{{1,2}}[./-]))"
    rf"{_MOMENT}{{2,40}}[^.!?\n]{{0,12}}$",
    re.MULTILINE,
)


def _clean(text: str) -> str:
    return without_marks(without_comments(visible(text))).strip()


def _of(reading: _Reading, assignment: Assignment, topic: frozenset[str]) -> Iterator[Sentence]:
    title = one_line(reading.source.title)
    lines = list(lines_of(reading.text, title))
    texts = [line.text for line in lines]
    made: list[Sentence | None] = []
    for i, (line, behind) in enumerate(zip(lines, _answers(lines), strict=True)):
        goes_on = i > 0 and lines[i - 1].paragraph == line.paragraph and made[i - 1] is not None
        reads = None if _begins_with_title(texts[i], title) else _reads_as(line, texts[i], behind, goes_on=goes_on)
        made.append(_read(line, texts[: i + 1], reading, assignment, reads) if reads is not None else None)
    yield from with_runs(lines, made, title, assignment.question, topic)


def _answers(lines: Sequence[Line]) -> list[int]:
    """Return for each sentence which it is of an answer's, behind a question or a heading, or a verdict; else 0."""
    found: list[int] = []
    for i, line in enumerate(lines):
        before = found[i - 1] if i and lines[i - 1].paragraph == line.paragraph and not line.asks else 0
        asked_here = i > 0 and not line.opens and _asks(lines[i - 1])
        asked_here = asked_here or is_verdict(line.text) or bool(line.heading)
        found.append(before + 1 if before else int(asked_here))
    return found


def _asks(line: Line) -> bool:
    return line.opens and line.text.endswith("?") and is_heading_question(line.text)


def _offer(reading: _Reading, start: int, raw: str) -> str:
    """Return the kind with which a sentence is offered: a fact's if it is one; "" where it is not."""
    end = start + len(raw.rstrip())
    held = [(kind != "statement", kind) for a, b, kind in reading.offers if a <= start and end <= b + 1]
    return max(held)[1] if held else "" if reading.which else "statement"


def _begins_with_title(text: str, title: str) -> bool:
    # A page's title glued before its first words makes no sentence.
    return title.count(" ") >= 2 and text.startswith(title) and text[len(title) :][:2].strip(" ").isalnum()


def _reads_as(line: Line, text: str, behind: int, *, goes_on: bool) -> Reads | None:
    """Tell as what a line may be quoted, None for what may not.

    What answers a question or stands below a heading needs no verb: the first sentence ``behind`` it, and what says
    more. Nor does a total that ``goes_on`` from a sentence that may be quoted: "Total: $780."
    """
    first: Reads = NOTE if line.heading else "answer"
    if line.items:
        if not is_list(text, headed=bool(line.items[0])):
            return None
        verbless = "|" in line.raw or not line.items[0] or not has_verb(text)
        return first if behind == 1 else LIST if verbless else "prose"
    total = goes_on and _TOTAL.match(text) and len(text.split()) <= MOST_WORDS_COMPLETING and is_answer(text)
    if total or is_prose(text, whole=False):
        return "prose"
    if behind and (is_note if line.heading else is_answer)(text):
        return first if behind == 1 else "more"
    return "question" if is_question(text) or _asks(line) else None


def _read(line: Line, texts: Sequence[str], reading: _Reading, assignment: Assignment, reads: Reads) -> Sentence | None:
    """Return the last of ``texts`` as a sentence that may be quoted, whatever it needs; None for what may not.

    A page's question is never the end of a run, nor what only says more, without a figure.
    """
    *before, shown = texts
    published, want = reading.day, asked(assignment.question)
    # The days of a list are mostly those of every week: "Saturday: 9 a.m. to 5 p.m."
    dated = (shown, ()) if line.items else written_out(shown, reading.n, published, [reading.source.title, *before])
    # Its own day must stand before what cannot be written out; a source without one cannot be quoted so.
    if dated is None and published is None:
        return None
    text, changes = dated or (shown, ())
    outside, stems = _QUOTED.sub("", without_label(text)), terms(text).stems
    if text in assignment.barred or (reads != "question" and is_personal(outside)):
        return None
    host, own_voice = _host(reading.source), is_own_voice(outside)
    kind = _offer(reading, line.start, line.raw)
    over = not want.lasting and is_overtaken(text, published, assignment.as_of, known_stems(assignment.question))
    aside = reads == "question" or shown in _BRIEF_ANSWERS or (reads == "more" and _DIGIT.search(shown) is None)
    return Sentence(
        text,
        (reading.n,),
        stems,
        Place(reading.n, line.start, reading.which),
        count_words(f"{in_the_words_of(host, SourceLead()) if own_voice else ''} {text}"),
        kind="quote" if has_quotation(text) else kind or "statement",
        offered=bool(kind) and bool(stems or reads in _VERBLESS) and not (aside or over),
        own_voice=own_voice,
        changes=changes,
        host=host,
        of_day=written_day(published) if published is not None else "",
        verbless=reads if reads in _VERBLESS else "",
        asks=_asks(line),
    )


def _host(source: Source) -> str:
    return host_of(source.url).removeprefix("www.") or NO_HOST


def _merged(read: Iterable[Sentence]) -> list[Sentence]:
    """Give what several sources say word for word all their numbers, where it stands alone in each."""
    found = list(read)
    tied = {place for s in found for place in s.needs}
    kept: list[Sentence] = []
    at: dict[str, int] = {}  # where the first that says it is kept
    for s in found:
        alone = not s.needs and not s.changes
        twin = at.get(s.text) if alone else None
        if twin is not None and kept[twin].source != s.source:
            kept[twin] = _joint(kept[twin], s)
            if s.place not in tied:
                continue
        elif alone:
            at.setdefault(s.text, len(kept))
        kept.append(s)
    return kept


def _joint(first: Sentence, second: Sentence) -> Sentence:
    kind = second.kind if first.kind == "statement" else first.kind
    numbers = tuple(sorted({*first.numbers, *second.numbers}))
    return replace(first, numbers=numbers, kind=kind, offered=first.offered or second.offered)
