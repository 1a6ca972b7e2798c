"""Write an article without a model: the sources' own sentences, selected, ordered, grouped and cited.

Nothing is paraphrased. Every cited sentence is in its source word for word, except for white space, invisible
characters, the source's own citation marks, the place of the full stop (it comes after the marker), the marks between
the items of a list and the cells of a small table (semicolons, commas, brackets), and dates that only the source's own
day tells: those are written out, and the changes are returned. Each run stands behind its source's day and host, with
the title and heading that it needs; sentences in which a source speaks of itself are in quotation marks behind its
host. Where sources contradict each other, one sentence says so with both markers. The same assignment gives the same
bytes, whatever the order of its passages and facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wellsourced_core.errors import WriterError
from wellsourced_core.model import Assignment, Written
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen, replace
from writer.answer import answer
from writer.asked import asked, with_names
from writer.contrasts import HEADING as DIFFER
from writer.contrasts import contrasts
from writer.expected_answer import worth_of
from writer.open_questions import HEADING, limits
from writer.plain_markdown import inert, quoted, with_bare_dollar
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Place, Sentence
from writer.section_headings import Chain, has_parts, of_all_parts, sections
from writer.sentence_choice import chosen, on_subject
from writer.shared_subject import shelf_of
from writer.source_titles import shown_title
from writer.standalone_sentences import count_words
from writer.telling import Telling, by_source, runs
from writer.thresholds import (
    FEWEST_RUNS,
    HEADING_WORDS,
    OPENING_MOST_SENTENCES,
    PRESENT_MOST_DAYS,
    SMALLEST_BODY_WORDS,
    TITLE_CHARACTERS,
    WORDS_PER_HEADING,
)
from writer.written_dates import tells_state_or_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from writer.asked import Asked
    from writer.contrasts import Contrast
    from writer.expected_answer import Worth
    from writer.section_headings import Section
    from writer.shared_subject import Shelf

NOTHING_TO_QUOTE: Literal["nothing-to-quote"] = "nothing-to-quote"
OTHERWISE = "Also reported"


def write(assignment: Assignment) -> Written:
    """Write the article: title, disclaimer if any, answer, sections, contradictions, limits; no list of references.

    The length is within 25 % of ``assignment.words`` if the passages hold enough sentences; it is never padded. Raises
    WriterError where not one sentence can be quoted.
    """
    title = assignment.question
    headline, note = f"# {inert(_title(title))}", quoted(assignment.disclaimer)
    texts = [p.source.source.text for p in sorted(assignment.passages, key=lambda p: (p.n, p.text))]
    question = with_names(title, texts)
    assignment, want = replace(assignment, question=question), asked(question)
    shelf = shelf_of(assignment.passages, question)
    found = _impartial(on_subject(usable_sentences(assignment), shelf.near), shelf, want)
    if not any(s.offered for s in found):
        problem, remedy = "the passages contain no sentence that can be quoted", "add sources with prose"
        raise WriterError(title, problem, remedy, code=NOTHING_TO_QUOTE)
    differ = contrasts(assignment.conflicts, found, shelf.hosts)
    told = " ".join(one.text for one in differ)
    around = count_words(
        " ".join((headline, note, told, HEADING, limits(assignment, {n for s in found for n in s.numbers})))
    )
    around += HEADING_WORDS * (assignment.words // WORDS_PER_HEADING)
    selected = _select(found, question, shelf, differ, max(SMALLEST_BODY_WORDS, assignment.words - around))
    plan = _arrange(selected, question, {} if want.lasting else shelf.newness)
    used = plan.told()
    changes = tuple(change for s in used for change in s.changes)
    titles = {n: shown_title(one_line(of)) for n, of in shelf.titles.items()}
    parts = [headline, note, *_body(plan, Telling(shelf.ages, titles, overtaken=want.of_event))]
    parts += [f"## {DIFFER}", told] if told else []
    numbers = {n for s in used for n in s.numbers}.union(*((one.conflict.first, one.conflict.second) for one in differ))
    parts += [f"## {HEADING}", limits(assignment, numbers, changes, contrasted=bool(told))]
    return Written(
        "\n\n".join(with_bare_dollar(part) for part in parts if part) + "\n",
        quoted=tuple(s.text for s in used),
        changes=changes,
        contrasts=tuple(one.conflict for one in differ),
    )


@frozen
class _Selected:
    """The sentences of an article, those that it opens with, and what each is worth as an answer."""

    taken: Sequence[Sentence]
    opening: Sequence[Sentence]
    worth: Worth


@frozen
class _Plan:
    """The order in which chains are told: the opening's, what goes on behind it, and sections."""

    first: Sequence[Chain]
    behind: Sequence[Chain]
    sections: Sequence[Section]
    days: Mapping[int, float]
    worth: Worth

    def told(self) -> list[Sentence]:
        """Return all sentences, in their order."""
        later = (chain for section in self.sections for chain in section.chains)
        return [s for chain in (*self.first, *self.behind, *later) for s in chain]


def _select(found: Sequence[Sentence], question: str, shelf: Shelf, differ: Sequence[Contrast], room: int) -> _Selected:
    """Choose what answers the question and what else is worth telling, for about ``room`` words."""
    want, worth = asked(question), worth_of(found, question, shelf)
    free = _without([s for s in found if any(one.tells(s) for one in differ)], found)
    opening = answer(_may_open(free, shelf, want), question, room, shelf, worth)
    free = _without(_overtaken_by(opening, free, shelf) if want.outdated else [], free)
    taken = chosen(free, worth, question, room, opening, [one.plain for one in differ])
    return _Selected(taken, opening, worth)


def _arrange(selected: _Selected, question: str, days: Mapping[int, float]) -> _Plan:
    """Put what is told in order: what happened by its ``days``, so that what came later reads as later."""
    first, later = _parted(_chains(selected.taken, selected.opening), selected.opening)
    first, later = map(_answered, _with_leaning(_in_order(first, days), later))
    later = _worth_a_place(later, first, question)
    # What the opening's sources say besides stands right behind it.
    sources = {chain[0].source for chain in first}
    behind = [chain for chain in later if chain[0].source in sources or of_all_parts(chain, question)]
    rest = [chain for chain in later if chain not in behind]
    # What a page says is told in one place, in its own order.
    grouped = sections(rest if has_parts(question) else by_source(rest), question, asked_only=True)
    # All is one paragraph with the opening where it is short.
    if sum(len(chain) for chain in (*first, *behind)) <= OPENING_MOST_SENTENCES:
        first, behind = _in_order([*first, *behind], days), []
    return _Plan(first, behind, grouped, days, selected.worth)


def _body(plan: _Plan, telling: Telling) -> Iterator[str]:
    """Yield the paragraphs and headings of a plan."""
    yield " ".join(telling.told([run for chain in plan.first for run in runs(chain)]))
    yield from telling.paragraphs(plan.behind, plan.worth, plan.days)
    for i, section in enumerate(plan.sections):
        headed = section.heading or (OTHERWISE if i else "")
        if headed and len(plan.sections) > 1:
            yield f"## {inert(headed)}"
        yield from telling.paragraphs(section.chains, plan.worth, plan.days)


def _without(gone: Sequence[Sentence], found: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences that are left, and need none of those that are not."""
    places = {s.place for s in gone}
    return [s for s in found if places.isdisjoint((s.place, *s.needs))]


def _overtaken_by(opening: Sequence[Sentence], found: Sequence[Sentence], shelf: Shelf) -> list[Sentence]:
    """Return what begins with how things stood or would be, of sources far older than the newest that answers.

    Within its paragraph such a sentence is the other half of one that is told: "now it is 0.4 percent".
    """
    dated = [shelf.ages[s.source] for s in opening if s.source in shelf.ages]
    if not dated:
        return []
    latest = min(dated)
    far = {n for n, age in shelf.ages.items() if age - latest > PRESENT_MOST_DAYS}
    # How a page begins is the news of its day: what stands behind it would mean nothing without.
    first = {s.place for s in opening}.union(*(s.begins for s in found))
    old = [s for s in found if s.fresh and s.place not in first and far.issuperset(s.numbers)]
    return [s for s in old if tells_state_or_plan(s.text)]


def _impartial(found: Sequence[Sentence], shelf: Shelf, want: Asked) -> list[Sentence]:
    """Return the sentences of sources that are no side of what is asked: a maker or shop praises its own.

    A seller is asked what something costs, not what helps or what is better.
    """
    sides = {stem for side in want.sides for stem in side}
    own = {n for n, host in shelf.hosts.items() if any(len(stem) > 3 and _names(host, stem) for stem in sides)}
    only_price = "price" in want.kinds and not want.judges
    own |= shelf.shops if want.lasting and not only_price else frozenset()
    apart = [s for s in found if not own.issuperset(s.numbers)]
    return apart if any(s.offered for s in apart) else list(found)


def _may_open(found: Sequence[Sentence], shelf: Shelf, want: Asked) -> list[Sentence]:
    """Return the sentences that an article may open with: none of a page with a subject of its own, where others do.

    Nor does a page that sells, but with its prices where one is asked.
    """
    priced = {s.source for s in found if "price" in want.said_by([s.text])}
    barred = shelf.apart | (shelf.shops - priced)
    fit = [s for s in found if not barred.issuperset(s.numbers)]
    return fit if any(s.offered for s in fit) else list(found)


def _names(host: str, stem: str) -> bool:
    # "transport.example" is no port's.
    return any(label.startswith(stem) for label in host.replace("-", ".").split("."))


def _chains(taken: Sequence[Sentence], opening: Sequence[Sentence]) -> list[Chain]:
    """Join each sentence with those that it needs or follows in its source, and with what else does, in that order.

    The opening goes on only with what belongs to it: it has to stay short.
    """
    at = {s.place: s for s in taken}
    first = {s.place for s in opening}
    chain_of: dict[Place, dict[Place, Sentence]] = {}
    for sentence in taken:
        ties = [
            *(place for place in sentence.needs if sentence.place in first or place not in first),
            *([sentence.follows] if sentence.follows in at and not {sentence.place, sentence.follows} & first else []),
        ]
        joined = {sentence.place: sentence}
        for place in (sentence.place, *ties):
            joined |= chain_of.get(place, {place: at[place]})
        chain_of.update(dict.fromkeys(joined, joined))
    chains = {id(chain): chain for chain in chain_of.values()}
    return [tuple(sorted(chain.values(), key=lambda s: s.place)) for chain in chains.values()]


def _answered(chains: Iterable[Chain]) -> list[Chain]:
    """Leave out the questions of a page whose answer is not told: nothing, or another question, stands behind them."""
    told = []
    for chain in chains:
        asks = [sentence.text.endswith("?") for sentence in chain]
        told.append(tuple(one for one, *two in zip(chain, asks, [*asks[1:], True], strict=True) if not all(two)))
    return [chain for chain in told if chain]


def _parted(chains: Sequence[Chain], opening: Sequence[Sentence]) -> tuple[list[Chain], list[Chain]]:
    """Part the chains of the opening, in its order, from all others."""
    order = {s.place: i for i, s in enumerate(opening)}
    ranks = [min((order[s.place] for s in chain if s.place in order), default=None) for chain in chains]
    first = sorted((rank, chain) for rank, chain in zip(ranks, chains, strict=True) if rank is not None)
    later = [chain for rank, chain in zip(ranks, chains, strict=True) if rank is None]
    return [chain for _, chain in first], later


def _with_leaning(first: Sequence[Chain], later: Sequence[Chain]) -> tuple[list[Chain], list[Chain]]:
    """Put what is only understood from what the opening says into it, in its source's order; return both."""
    opening, rest = list(first), list[Chain]()
    for chain in later:
        needed = set(chain[0].needs)
        at = next((i for i, one in enumerate(opening) if not needed.isdisjoint(s.place for s in one)), None)
        if at is None:
            rest.append(chain)
        else:
            opening[at] = tuple(sorted((*opening[at], *chain), key=lambda s: s.place))
    return opening, rest


def _in_order(opening: Sequence[Chain], days: Mapping[int, float]) -> list[Chain]:
    """Put the opening's sources in the order of their ``days``, else of what they add; each says it in its own order.

    What is newer speaks of "the bag" and "the study" that an older source tells of; what has no day stands last.
    """
    return sorted(by_source(opening), key=lambda chain: days.get(chain[0].source, 2.0))


def _worth_a_place(chains: Sequence[Chain], opening: Sequence[Chain], question: str) -> list[Chain]:
    """Leave out what one source says in a lone sentence, no list, that has nothing of what the question wants."""
    if sum(len(chain) > 1 for chain in (*chains, *opening)) < FEWEST_RUNS:
        return list(chains)
    want, said = asked(question), Counter(s.source for chain in chains for s in chain)
    return [
        chain
        for chain in chains
        if said[chain[0].source] > 1
        or len(chain[0].numbers) > 1
        or "; " in chain[0].text
        or want.said_by([chain[0].text])
    ]


def _title(question: str) -> str:
    line = one_line(question, TITLE_CHARACTERS)
    return line[:1].upper() + line[1:]
