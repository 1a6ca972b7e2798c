"""Tell the chosen sentences as paragraphs: each source behind its day, title and headings, in its own order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from wellsourced_core.patterns import compiled
from wellsourced_core.source_leads import SourceLead, denies, in_the_words_of
from wellsourced_core.values import replace
from writer.english_verbs import tells_of_present
from writer.plain_markdown import cited, inert
from writer.quoted_sentence import LIST, NOTE, Place, Sentence
from writer.thresholds import EARLIER_LEAST_DAYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.source_leads import Since, Verb
    from writer.expected_answer import Worth
    from writer.section_headings import Chain

_NO_QUOTATION = compiled(r"[\"“”]|[.?!] [A-Z]")  # marks inside marks, two sentences: who says what would blur
_MARKS = compiled(r"[\"“”]")
_VERBS: Mapping[str, Verb] = {LIST: "listed", "more": "added", NOTE: "noted"}


class Telling:
    """What tells the chains of an article, one after another, each source behind its day.

    ``ages`` are how many days older each source is than the newest, ``titles`` what is shown of theirs. One far older
    than the one before it is told as of earlier; where news may have ``overtaken`` what it says of its present, as of
    how things stood on its day.
    """

    def __init__(self, ages: Mapping[int, int], titles: Mapping[int, str], *, overtaken: bool) -> None:
        self._ages, self._titles, self._overtaken = ages, titles, overtaken
        self._last, self._told_of = max(ages.values(), default=0), set[int]()

    def paragraphs(self, chains: Iterable[Chain], worth: Worth, days: Mapping[int, float]) -> list[str]:
        """Join the runs of each source to a paragraph, in reading order; by their ``days``, else the best first."""
        of_source = {told[0].source: told for told in by_source(chains)}
        best = {n: max(worth.of(s.place) for s in told) for n, told in of_source.items()}
        order = sorted(of_source, key=lambda n: (days.get(n, 0.0), -best[n], n))
        return [" ".join(self.told(runs(of_source[n]))) for n in order]

    def told(self, chains: Sequence[Chain]) -> list[str]:
        """Return the sentences of a paragraph's runs, each behind its source's day, and its title where it needs that.

        They are said once where runs of one source stand side by side.
        """
        lines, before = list[str](), Sentence("", (), (), Place(0, 0, 0), 0)
        for chain in chains:
            first = replace(chain[0], under=self._title(chain[0], before))
            speaking, heading, adding = False, first.heading, False
            for i, (question, sentence) in enumerate(_with_questions(chain)):
                # What a heading denies is told behind it each time.
                told_below = sentence.heading == heading and not denies(heading)
                below = (inert(sentence.heading),) if sentence.heading and not told_below else ()
                speaks, verb = sentence.own_voice and not speaking, _verb(question, sentence)
                lead = SourceLead(verb=verb, above=below, question=inert(question), in_its_own_words=speaks)
                lead = lead if i else self._begun(lead, (first, *chain[1:]), before)
                # What stands under no heading that is shown does not stand under the one before it.
                left = heading if i else before.heading
                if left and not (sentence.heading or lead.host or lead.above or speaks) and verb == "reported":
                    verb = "added"
                    lead = replace(lead, verb=verb)
                if adding and verb == "added" and not below:
                    lead = SourceLead()
                lines.append(_shown(sentence, in_the_words_of(sentence.host, lead) if speaks else str(lead)))
                speaking, heading, adding = sentence.own_voice, sentence.heading, verb == "added"
            before = replace(first, heading=heading)
        return lines

    def _title(self, first: Sentence, before: Sentence) -> str:
        """Return the title that a run stands under: what a page is about is said the first time that it is told."""
        if first.source == before.source:
            return before.under
        return "" if first.source in self._told_of else first.under or self._titles.get(first.source, "")

    def _begun(self, lead: SourceLead, run: Chain, before: Sentence) -> SourceLead:
        """Return the lead of a run, with what it needs behind the run ``before``: day and host, title and heading."""
        first = run[0]
        goes_on = first.source == before.source
        known = (before.under, before.heading) if goes_on else ("", "")
        shown = zip((first.under, first.heading), known, strict=True)
        lead = replace(lead, above=tuple(inert(one) for one, old in shown if one and one != old))
        if goes_on:
            return lead
        return replace(lead, host=first.host, day=first.of_day, since=self._since(run))

    def _since(self, run: Chain) -> Since:
        """Return how the day of a source is told: as it is, or as that of one far older than another told before."""
        n = run[0].source
        age, again = self._ages.get(n), n in self._told_of
        self._told_of.add(n)
        if age is None:
            return "On"
        before, self._last = self._last, age
        # Whether or not the newest is told: something may have changed since.
        if self._overtaken and age >= EARLIER_LEAST_DAYS and any(tells_of_present(s.text) for s in run):
            return "As things stood on"
        return "Earlier, on" if age - before >= EARLIER_LEAST_DAYS and not again else "On"


def by_source(chains: Iterable[Chain]) -> list[Chain]:
    """Join the chains of each source to one, in reading order."""
    of_source: dict[int, list[Sentence]] = {}
    for chain in chains:
        of_source.setdefault(chain[0].source, []).extend(chain)
    return [tuple(sorted(told, key=lambda s: s.place)) for told in of_source.values()]


def runs(told: Chain) -> list[Chain]:
    """Part the sentences of a source where something is left out."""
    parted = [[told[0]]]
    for before, sentence in pairwise(told):
        if before.place in (sentence.follows, *sentence.needs):
            parted[-1].append(sentence)
        else:
            parted.append([sentence])
    return [tuple(run) for run in parted]


def _with_questions(chain: Chain) -> Iterator[tuple[str, Sentence]]:
    """Yield each sentence, and of an answer the question on a line of its own before it, which stands in its lead."""
    question = ""
    for sentence in chain:
        if sentence.asks and sentence is not chain[-1] and _MARKS.search(sentence.text) is None:
            question = sentence.text
            continue
        yield question, sentence
        question = ""


def _verb(question: str, sentence: Sentence) -> Verb:
    """Return what its source did with a sentence; where it has no verb, that is its verb."""
    if question:
        return "answered"
    if sentence.verbless in _VERBS:
        return _VERBS[sentence.verbless]
    return "asked" if sentence.text.endswith("?") else "reported"


def _shown(sentence: Sentence, lead: str) -> str:
    text = inert(sentence.text)
    # What was changed is no quotation; what stands behind a day goes on behind its first sentence.
    if sentence.own_voice and not sentence.changes and not _NO_QUOTATION.search(sentence.text):
        text = f"“{text}”"
    text = f"{lead} {text}" if lead else text
    # A question says nothing that its source could bear out.
    return text if sentence.text.endswith("?") else cited(text, sentence.numbers)
