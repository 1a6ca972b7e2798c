"""Tell where a reader may begin on a page, and what must be told before each of its sentences.

A run leaves nothing out. It begins at the beginning of a page or of one of its sections, behind its title and
heading, or of a paragraph that stands alone; what is farther down stands behind how its page begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest

from wellsourced_core.values import replace
from writer.antecedents import Text, introduced, reach
from writer.quoted_sentence import NOTE, Sentence
from writer.sentence_needs import brings_all, needs, opens_section, stands_alone
from writer.source_lines import Line
from writer.source_titles import is_names, known_stems, shown_heading, shown_title, tells_topic
from writer.standalone_sentences import LISTS, announces, asks_readers, count_words, is_prose, is_question, turns
from writer.thresholds import (
    BEGINNING_PARAGRAPHS,
    BEGINNING_SENTENCES,
    BEGINNING_SHARE,
    MOST_NEEDED,
    MOST_WORDS_COMPLETING,
    TELLS_ALL_SHARE,
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
    told = list(page.told(lead))
    yield from (replace(one, of_page=len(told) / len(lines)) for one in told)


@dataclass
class _Spot:
    """A line of a page and the ``sentence`` that may be quoted of it, None where none may.

    ``heading`` is that of its section as it may be shown. Its reader must go ``back`` as far as that line, None where
    nothing brings what it needs; whom it names by a surname that line ``introduced``. One that ``begins`` may be the
    first of a run.
    """

    line: Line
    sentence: Sentence | None
    text: str
    heading: str
    fresh: bool  # the first of its paragraph
    on_topic: bool
    back: int | None = None
    introduced: int = 0
    begins: bool = False

    @property
    def opens_paragraph(self) -> bool:
        """Whether it is the first of a paragraph, no item of a list."""
        return self.fresh and not self.line.in_list


class _Page:
    """A page, line by line: how far back each reaches, and which begin a run."""

    def __init__(
        self, lines: Sequence[Line], made: Sequence[Sentence | None], title: str, question: str, topic: frozenset[str]
    ) -> None:
        self._known, self._topic, self._under = known_stems(question), topic, shown_title(title)
        # Behind a title that tells what it is about, who reads from a page's beginning knows what its readers do.
        self._named = bool(self._under) and tells_topic(title, topic)
        self._spots: list[_Spot] = []
        for line, one in zip(lines, made, strict=True):
            text = line.text if one is None else one.text
            fresh = not self._spots or self._spots[-1].line.paragraph != line.paragraph
            heading = self._shown_heading(line, one, lines[0])
            self._spots.append(_Spot(line, one, text, heading, fresh, tells_topic(text, topic)))
        self._drop_notes()
        self._find_reaches()
        self._begin_paragraphs()

    def _shown_heading(self, line: Line, one: Sentence | None, first: Line) -> str:
        """Return the heading of a line's section as it may be shown; the page's ``first`` may stand below a byline."""
        if line.section == first.section and is_names(line.section):
            return ""
        noted = one is not None and one.verbless == NOTE
        return shown_heading(line.section, self._under, one.of_day if one is not None else "", noted=noted)

    def _drop_notes(self) -> None:
        """Take out what is noted below a heading that cannot be shown, and what leans on a table or list not told."""
        for spot, behind in zip_longest(self._spots, self._spots[1:]):
            alone = behind is None or behind.sentence is None or behind.line.opens
            leans = spot.line.untold or (alone and LISTS.search(spot.text) is not None)
            noted = spot.sentence is not None and spot.sentence.verbless == NOTE
            if leans or (noted and not spot.heading):
                spot.sentence = None

    def _find_reaches(self) -> None:
        """Find how far back each line reaches."""
        spots, first = self._spots, self._first()
        whole = self._as_text(spots)
        for i, spot in enumerate(spots):
            spot.back = reach(i, whole) if spot.sentence is not None else None
            spot.introduced = introduced(i, whole)
            # An answer is understood behind its question, a list without a head behind the sentence before it.
            headless = bool(spot.line.items) and not spot.line.items[0]
            if i and spot.back is not None and (spots[i - 1].line.asks or headless):
                spot.back = min(spot.back, i - 1)
            # But for a quotation: who says it no title tells.
            if self._named and spot.sentence is not None and spot.back is None:
                spot.back = first if not needs(spot.text).speaker else None

    def _as_text(self, spots: Sequence[_Spot], above: str = "") -> Text:
        """Return lines as their reader meets them, who has read what stands ``above``."""
        return Text(
            [spot.text for spot in spots],
            self._known | known_stems(above),
            [spot.line.cut for spot in spots],
            [spot.line.paragraph for spot in spots],
            [tells_topic(spot.text, self._topic, TELLS_ALL_SHARE) for spot in spots],
        )

    def _begin_paragraphs(self) -> None:
        """Begin runs at paragraphs that stand alone and tell the subject.

        The middle of a paragraph leans on its beginning, in ways that no word tells; a text without any has no other.
        """
        parted = len({spot.line.paragraph for spot in self._spots}) > 1
        for i, spot in enumerate(self._spots):
            if spot.sentence is None or spot.back != i or spot.line.in_list:
                continue
            alone = (spot.fresh or not parted) and _begins(spot.text, first=i == 0)
            spot.begins = alone and (spot.on_topic or _is_fact(spot.sentence))

    def _first(self) -> int:
        """Return the first line that may be quoted."""
        return next((i for i, spot in enumerate(self._spots) if spot.sentence is not None), 0)

    def begin_sections(self) -> None:
        """Begin runs behind the page's title, at its beginning and at that of each of its sections.

        Where no title can be shown only what is noted without a verb begins one: its heading says what it is about.
        """
        for i in list(self._openings()):
            spot = self._spots[i]
            one = spot.sentence
            if one is None or not (self._under or one.verbless == NOTE):
                continue
            above = f"{self._under} {spot.heading}"
            words_told = one.words + count_words(above)
            spot.sentence = replace(one, under=self._under, words=words_told)
            spot.begins, spot.back = True, i
            # What its section goes on with is understood from there, but for whom or what one before introduced.
            section = [spot, *takewhile(lambda spot: not spot.line.opens, self._spots[i + 1 :])]
            read = self._as_text(section, above)
            for j, behind in enumerate(section):
                if behind.back is not None and behind.introduced >= i and reach(j, read) is not None:
                    behind.back = max(i, behind.back)

    def _openings(self) -> Iterator[int]:
        """Yield the lines that the page or a section begins with, but for those that may begin a run anyhow."""
        begun, first, told = False, self._first(), self._known | known_stems(self._under)
        for i, spot in enumerate(self._spots):
            if spot.sentence is None:
                continue
            opens = _opens_section(spot) or (self._named and (i == 0 or (i == first and self._may_begin(i))))
            opens = opens or (not begun and _stands_for_beginning(spot, told))
            # A page that begins with a scene does not say what it is about: "There was no band."
            if opens and not (spot.line.heading or spot.line.items or spot.text.endswith("?")):
                opens = not told.isdisjoint(known_stems(" ".join(one.text for one in self._spots[i : i + 2])))
            if opens and not spot.begins:
                yield i
            begun = begun or opens or spot.begins

    def _may_begin(self, i: int) -> bool:
        """Tell whether a page whose first words cannot be quoted may begin with a line behind its title."""
        spot = self._spots[i]
        near = spot.line.paragraph < BEGINNING_PARAGRAPHS and not spot.line.in_list
        return near and spot.back == i and _begins(spot.text, first=False)

    def begin_softly(self) -> None:
        """Let a page begin that does not tell what it is about at once, as long as it soon does."""
        opens = " ".join(spot.text for spot in self._spots[:BEGINNING_SENTENCES])
        if not self._spots or self._spots[0].sentence is None or self._spots[0].begins:
            return
        if not tells_topic(opens, self._topic, BEGINNING_SHARE):
            return
        self._spots[0].begins = brings_all(self._spots[0].text, self._known)
        if not any(spot.on_topic for spot in self._spots):
            return
        # Until then, its sentences only come along.
        for spot in takewhile(lambda spot: not spot.on_topic, self._spots):
            spot.sentence = replace(spot.sentence, offered=False) if spot.sentence is not None else None

    def lead(self) -> range:
        """Return which lines the page begins with: its first that may be quoted, up to one that may end a run."""
        run = self._runs()
        first = next((i for i, start in enumerate(run) if start is not None), len(run))
        if first == len(run) or self._spots[first].line.paragraph >= BEGINNING_PARAGRAPHS:
            return range(0)
        offered = (i for i, spot in enumerate(self._spots) if spot.sentence is not None and spot.sentence.offered)
        end = next((i for i in offered if run[i] == first), first - 1)
        return range(first, end + 1)

    def begin_behind(self, lead: range) -> None:
        """Begin runs at paragraphs that stand alone: behind their page's beginning they need not tell its subject."""
        for i in range(lead.stop, len(self._spots) if lead else 0):
            spot = self._spots[i]
            alone = spot.sentence is not None and spot.back == i and spot.opens_paragraph
            spot.begins = spot.begins or (alone and _begins(spot.text, first=False))

    def told(self, lead: range) -> Iterator[Sentence]:
        """Yield each sentence that a run holds, with the places of what must be told before it."""
        run = self._runs()
        places = [spot.sentence.place if spot.sentence is not None else None for spot in self._spots]
        begins = tuple(filter(None, places[lead.start : lead.stop]))
        for i, (spot, start) in enumerate(zip(self._spots, run, strict=True)):
            if spot.sentence is None or start is None:
                continue
            ends = not (announces(spot.text) or spot.text.endswith("?")) and self._may_end(i, run)
            yield replace(
                spot.sentence,
                needs=tuple(filter(None, places[start:i])),
                begins=begins if start >= lead.stop else (),
                follows=places[i - 1] if i and run[i - 1] is not None else None,
                offered=spot.sentence.offered and ends,
                ends=ends,
                heading=spot.heading,
                fresh=spot.opens_paragraph,
            )

    def _may_end(self, i: int, run: Sequence[int | None]) -> bool:
        """Tell whether a run may end with a line: what takes it back or sets another against it comes along.

        So do a few words that lean on it: where these cannot be told, it lacks its end.
        """
        behind = i + 1
        if behind == len(run) or run[behind] not in (None, run[i]):
            return True
        text = self._spots[behind].text
        lacks = run[behind] is None and not self._spots[behind].fresh and _completes(text)
        return not (lacks or turns(text))

    def _runs(self) -> list[int | None]:
        """Return for each line the nearest one from which a reader may read on to it, None where there is none."""
        return [self._start(i) for i in range(len(self._spots))]

    def _start(self, at: int) -> int | None:
        farthest = at
        for i in range(at, max(-1, at - MOST_NEEDED - 1), -1):
            needed = self._spots[i].back
            if needed is None:
                return None
            if self._spots[i].begins and farthest >= i:
                return i
            farthest = min(farthest, needed)
        return None


def _opens_section(spot: _Spot) -> bool:
    """Tell whether a line is the first below a heading and understood behind that."""
    noted = spot.sentence is not None and spot.sentence.verbless == NOTE
    # "So the monks are out?": asked of somebody who has spoken.
    noted = noted and not (spot.heading.endswith("?") and not opens_section(spot.heading))
    return noted or (spot.line.opens and opens_section(spot.text.partition(": ")[0] if spot.line.items else spot.text))


def _stands_for_beginning(spot: _Spot, told: frozenset[str]) -> bool:
    """Tell whether a paragraph stands for first words that cannot be quoted: it speaks of what is ``told``."""
    near = spot.fresh and spot.line.paragraph < BEGINNING_PARAGRAPHS
    return near and _begins(spot.text, first=False) and told.issuperset(needs(spot.text).nouns)


def _begins(text: str, *, first: bool) -> bool:
    return stands_alone(text, first=first) and (is_prose(text) or is_question(text))


_OPENING_MARKS = frozenset("\"'“‘«„(")


def _completes(text: str) -> bool:
    """Tell whether a sentence is few words that end what the one before it says; somebody's words begin anew."""
    few = len(text.split()) <= MOST_WORDS_COMPLETING and text[:1] not in _OPENING_MARKS
    return few and needs(text).previous and not asks_readers(text)


def _is_fact(sentence: Sentence) -> bool:
    # What was validated answers the question, whatever its words.
    return sentence.kind not in ("statement", "quote")
