"""Tell where a reader may begin on a page, and what must be told before each of its sentences.

A run leaves nothing out. It begins at the beginning of a page or of one of its sections, behind its title and
heading, or of a paragraph that stands alone; what is farther down stands behind how its page begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wellsourced_core.lexicon import either, listed, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content, idf
from wellsourced_core.values import replace
from writer.antecedents import Text, reach
from writer.quoted_sentence import NOTE, Sentence
from writer.sentence_needs import brings_all, needs, opens_section, stands_alone
from writer.source_lines import Line
from writer.standalone_sentences import LISTS, announces, count_words, is_prose, is_question, turns
from writer.thresholds import (
    BEGINNING_PARAGRAPHS,
    BEGINNING_SENTENCES,
    BEGINNING_SHARE,
    HEADING_FEWEST_WORDS,
    MOST_NEEDED,
    TELLS_ALL_SHARE,
    TELLS_TOPIC_SHARE,
    TITLE_WORDS,
)

_DAYS = "|".join(one[:3].capitalize() for one in listed("days of the week", "en"))
_BLAND = words("headings that say nothing", "en")
_QUOTED_HEAD = compiled(r"\A[“\"][^“”\"]{3,120}[”\"][:,]? (?:[–—-] )?(?=[A-Z])")
_SENTENCE = compiled(r"[^“”\"\[]{12,120}?[.!?](?= [A-Z])")
_NO_TITLE = compiled(r"[“”\"]|[.!?…] ")
# "Updated 4 May", "OldStanners Mon 24 Aug 07:58": when somebody wrote.
_STAMP = compiled(rf"\A(?:Updated|Published|Posted|Last)\b|\b(?:{_DAYS})[a-z]*,? [0-9]{{1,2}} [A-Z][a-z]{{2}}")
_ISSUE = compiled(r"\b[01]?[0-9]/20[0-9]{2}\b")  # "Fair Buyer 10/2026"
_FIGURES = compiled(r"[$£€][0-9]|[0-9],[0-9]{3}")  # "$420 $489" and "Brandt, Theodor: 4,118" are no headings
_LOWER = compiled(r"\b[a-z]{2,}\b")
# Above a page's first words, who wrote them.
_NAMES = compiled(r"(?:(?:, | and )?[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][\w'’-]+){1,6}")
_BYLINE = compiled(
    rf"\A(?:{either('openings of a byline', language='en', gap=' ')}) [A-Z]"
    rf"|\b(?:{either('who signs a byline', language='en')})\b|\bwrote, [0-9]"
)


def with_runs(
    lines: Sequence[Line], made: Sequence[Sentence | None], title: str, question: str, topic: frozenset[str]
) -> Iterator[Sentence]:
    """Yield the sentences of a page that may stand in a run, each with the places of what must be told before it.

    ``made`` has a sentence for each line, None for what cannot be quoted; ``topic`` are the stems of the question that
    sources speak of.
    """
    page = _Page(lines, made, title, question, topic)
    page.begin_sections()
    page.begin_softly()
    lead = page.lead()
    page.begin_behind(lead)
    yield from page.told(lead)


class _Page:
    """A page, sentence by sentence: how far back each reaches, None where nothing brings it, and which begin a run."""

    def __init__(
        self, lines: Sequence[Line], made: Sequence[Sentence | None], title: str, question: str, topic: frozenset[str]
    ) -> None:
        self._lines, self._made, self._topic, self._known = lines, list(made), topic, known_stems(question)
        self._texts = [line.text if one is None else one.text for line, one in zip(lines, made, strict=True)]
        self._paragraphs = [line.paragraph for line in lines]
        self._under = shown_title(title)
        # Behind a title that tells what it is about, who reads from a page's beginning knows what its readers do.
        self._named = bool(self._under) and _tells_topic(title, topic)
        on_topic = [_tells_topic(text, topic) for text in self._texts]
        self._first_on_topic = on_topic.index(True) if True in on_topic else 0
        self._headings = list(self._shown_headings())
        self._drop_notes()
        self._back = self._reaches()
        # The middle of a paragraph leans on its beginning, in ways that no word tells; a text without any has no other.
        parted = len(set(self._paragraphs)) > 1
        self._starts = [
            one is not None
            and self._back[i] == i
            and not (parted and i and not self._is_fresh(i))
            and not self._lines[i].in_list
            and _begins(self._texts[i], first=i == 0)
            and (on_topic[i] or _is_fact(one))
            for i, one in enumerate(self._made)
        ]

    def _reaches(self) -> list[int | None]:
        plain = [_tells_topic(text, self._topic, TELLS_ALL_SHARE) for text in self._texts]
        whole = Text(self._texts, self._known, [line.cut for line in self._lines], self._paragraphs, plain)
        back = [reach(i, whole) if one is not None else None for i, one in enumerate(self._made)]
        # An answer is understood behind its question, a list without a head behind the sentence before it.
        for i in range(1, len(back)):
            farthest = back[i]
            if farthest is not None and (self._lines[i - 1].asks or self._goes_on_as_list(i)):
                back[i] = min(farthest, i - 1)
        if not self._named:
            return back
        first = self._first()
        # But for a quotation: who says it no title tells.
        known = [one is not None and not needs(one.text).speaker for one in self._made]
        return [first if far is None and told else far for far, told in zip(back, known, strict=True)]

    def _first(self) -> int:
        """Return the first sentence that may be quoted."""
        return next((i for i, one in enumerate(self._made) if one is not None), 0)

    def _may_begin(self, i: int) -> bool:
        """Tell whether a page whose first words cannot be quoted may begin with a sentence behind its title."""
        near = self._paragraphs[i] < BEGINNING_PARAGRAPHS and not self._lines[i].in_list
        return near and self._back[i] == i and _begins(self._texts[i], first=False)

    def _goes_on_as_list(self, i: int) -> bool:
        return bool(self._lines[i].items) and not self._lines[i].items[0]

    def _is_fresh(self, i: int) -> bool:
        return i == 0 or self._paragraphs[i - 1] != self._paragraphs[i]

    def _shown_headings(self) -> Iterator[str]:
        """Yield for each sentence the heading of its section, as it may be shown."""
        for line, one in zip(self._lines, self._made, strict=True):
            noted = one is not None and one.verbless == NOTE
            byline = line.section == self._lines[0].section and _NAMES.fullmatch(line.section)
            shown = _shown_heading(line.section, self._under, one.of_day if one else "", noted=noted)
            yield "" if byline else shown

    def _drop_notes(self) -> None:
        """Take out what is noted below a heading that cannot be shown, and what leans on a table or list not told."""
        for i, (line, one) in enumerate(zip(self._lines, self._made, strict=True)):
            alone = i + 1 == len(self._made) or self._made[i + 1] is None or self._lines[i + 1].opens
            leans = line.untold or (alone and LISTS.search(self._texts[i]) is not None)
            if leans or (one is not None and one.verbless == NOTE and not self._headings[i]):
                self._made[i] = None

    def begin_sections(self) -> None:
        """Begin runs behind the page's title, at its beginning and at that of each of its sections.

        Where no title can be shown only what is noted without a verb begins one: its heading says what it is about.
        """
        for i in list(self._openings()):
            one = self._made[i]
            if one is None or not (self._under or one.verbless == NOTE):
                continue
            words_told = one.words + count_words(f"{self._under} {self._headings[i]}")
            self._made[i] = replace(one, under=self._under, words=words_told)
            self._starts[i], self._back[i] = True, i
            # What its section goes on with is understood from there.
            ahead = (j for j in range(i + 1, len(self._lines)) if self._lines[j].opens)
            for j in range(i + 1, next(ahead, len(self._lines))):
                farthest = self._back[j]
                self._back[j] = max(i, farthest) if farthest is not None else None

    def _openings(self) -> Iterator[int]:
        """Yield the sentences that a page or a section begins with, but for those that may begin a run anyhow.

        Where a page's first words cannot be quoted, its first paragraph that can stands for them.
        """
        begun, told, first = False, self._known | known_stems(self._under), self._first()
        for i, line in enumerate(self._lines):
            text = self._texts[i]
            one = self._made[i]
            opens = line.opens and opens_section(text.partition(": ")[0] if line.items else text)
            opens = opens or (one is not None and one.verbless == NOTE)
            stands_for_it = not begun and self._is_fresh(i) and line.paragraph < BEGINNING_PARAGRAPHS
            opens = opens or (self._named and (i == 0 or (i == first and self._may_begin(i))))
            opens = opens or (stands_for_it and _begins(text, first=False) and told.issuperset(needs(text).nouns))
            # A page that begins with a scene does not say what it is about: "There was no band."
            if opens and not (line.heading or line.items or text.endswith("?")):
                opens = not told.isdisjoint(known_stems(" ".join(self._texts[i : i + 2])))
            if one is not None:
                if opens and not self._starts[i]:
                    yield i
                begun = begun or opens or self._starts[i]

    def begin_softly(self) -> None:
        """Let a page begin that does not tell what it is about at once, as long as it soon does."""
        opens = " ".join(self._texts[:BEGINNING_SENTENCES])
        if not self._made or self._made[0] is None or self._starts[0]:
            return
        if not _tells_topic(opens, self._topic, BEGINNING_SHARE):
            return
        self._starts[0] = brings_all(self._texts[0], self._known)
        # Until then, its sentences only come along.
        for i in range(self._first_on_topic):
            one = self._made[i]
            self._made[i] = replace(one, offered=False) if one is not None else None

    def lead(self) -> range:
        """Return which sentences the page begins with: its first that may be quoted, up to one that may end a run."""
        run = self._runs()
        first = next((i for i, start in enumerate(run) if start is not None), len(run))
        if first == len(run) or self._paragraphs[first] >= BEGINNING_PARAGRAPHS:
            return range(0)
        ends = (i for i, one in enumerate(self._made) if one is not None and one.offered and run[i] == first)
        return range(first, next(ends, first - 1) + 1)

    def begin_behind(self, lead: range) -> None:
        """Begin runs at paragraphs that stand alone: behind their page's beginning they need not tell its subject."""
        for i in range(lead.stop, len(self._made) if lead else 0):
            fresh = self._made[i] is not None and self._back[i] == i and self._is_fresh(i)
            fresh = fresh and not self._lines[i].in_list
            self._starts[i] = self._starts[i] or (fresh and _begins(self._texts[i], first=False))

    def told(self, lead: range) -> Iterator[Sentence]:
        """Yield each sentence that a run holds, with the places of what must be told before it."""
        made, run = self._made, self._runs()
        begins = tuple(one.place for one in made[lead.start : lead.stop] if one is not None)
        for i, (sentence, start) in enumerate(zip(made, run, strict=True)):
            if sentence is None or start is None:
                continue
            before = tuple(one.place for one in made[start:i] if one is not None)
            ahead = made[i - 1] if i and run[i - 1] is not None else None
            follows = ahead.place if ahead is not None else None
            ends = not (announces(self._texts[i]) or self._texts[i].endswith("?")) and self._may_end(i, run)
            begun = begins if start >= lead.stop else ()
            yield replace(
                sentence,
                needs=before,
                begins=begun,
                follows=follows,
                offered=sentence.offered and ends,
                ends=ends,
                heading=self._headings[i],
                fresh=self._is_fresh(i) and not self._lines[i].in_list,
            )

    def _may_end(self, i: int, run: Sequence[int | None]) -> bool:
        """Tell whether a run may end with a sentence: what takes it back or sets another against it comes along."""
        behind = i + 1
        if behind == len(run) or run[behind] not in (None, run[i]):
            return True
        return not turns(self._texts[behind])

    def _runs(self) -> list[int | None]:
        return [self._start(i) for i in range(len(self._made))]

    def _start(self, at: int) -> int | None:
        """Return the nearest sentence from which a reader may read on to one, None where there is none."""
        farthest = at
        for i in range(at, max(-1, at - MOST_NEEDED - 1), -1):
            needed = self._back[i]
            if needed is None:
                return None
            if self._starts[i] and farthest >= i:
                return i
            farthest = min(farthest, needed)
        return None


def _begins(text: str, *, first: bool) -> bool:
    return stands_alone(text, first=first) and (is_prose(text) or is_question(text))


def _shown_heading(heading: str, title: str, day: str, *, noted: bool = False) -> str:
    """Return a section's heading as it may stand behind its page's title, "" where it says nothing beyond that.

    What is ``noted`` below it without a verb is only understood with it.
    """
    shown = heading.lstrip("# ").strip() if "|" not in heading else ""
    row = _FIGURES.search(shown) is not None and len(_LOWER.findall(shown)) < HEADING_FEWEST_WORDS
    dated = (bool(day) and day in shown) or row or any(sign.search(shown) for sign in (_STAMP, _ISSUE, _BYLINE))
    says = known_stems(shown) not in (frozenset(), known_stems(title)) or shown.lower() == "may"
    says = says and shown.lower() not in _BLAND
    new = says or (noted and shown.casefold() != title.casefold())
    return shown if new and not dated and _NO_TITLE.search(shown) is None else ""


def shown_title(title: str) -> str:
    """Return a source's title as it may stand before its words, "" where it has quotation marks.

    Of two sentences it is the first, behind a quotation what follows it.
    """
    shown = _QUOTED_HEAD.sub("", title.partition(" | ")[0].strip())
    if (first := _SENTENCE.match(shown)) is not None:
        shown = first[0]
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


def known_stems(question: str) -> frozenset[str]:
    """Return the stems that a reader knows from the question: of "sodium-ion" its parts too."""
    return content(question) | content(question.replace("-", " "))


def _tells_topic(text: str, known: frozenset[str], share: float = TELLS_TOPIC_SHARE) -> bool:
    """Tell whether a sentence holds enough of the question to say what it is about; any does where nothing is asked."""
    weight, said = sum(idf(stem) for stem in sorted(known)), known_stems(text)
    # "Earwax" is said of ear and wax.
    said |= {stem for one in known for other in known if one + other in said for stem in (one, other)}
    held = sum(idf(stem) for stem in sorted(known & said))
    return held >= share * weight
