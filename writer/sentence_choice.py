"""Choose the sentences of an article: those that answer the question, those that sources agree on, nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from wellsourced_core.text import content, idf
from wellsourced_core.thresholds import ON_SUBJECT
from writer.figures import Figure, figures, told_again
from writer.quoted_sentence import Place, Sentence
from writer.thresholds import (
    FEW_WORDS_OF_OWN,
    FILLED_ENOUGH,
    FILLED_LEAST,
    LESS_BEHIND_A_LEAD,
    PARAGRAPH_MOST_REST,
    SAID_TWICE_OVERLAP,
    SOURCE_OFF_SUBJECT_WORTH,
    WORTH_AGAINST_LIKENESS,
    WORTH_LEAST,
    WORTH_LEAST_OF_FEW,
    WORTH_OF_COMMON_WORDS,
    WORTH_OF_GOING_ON,
    WORTH_OF_NEWEST,
    WORTH_OF_QUESTION,
    WORTH_OF_STRENGTH,
    WORTH_OF_VALIDATED,
)
from writer.written_dates import tells_state_or_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.shared_subject import Shelf

# What a sentence is worth: the share of the question it covers, how common its terms are among the sources,
# how strong its passage is. Diversity as in maximal marginal relevance (Carbonell and Goldstein 1998).


class Bundles:
    """Each sentence with how its page begins and those that it needs, in order of reading."""

    def __init__(self, found: Sequence[Sentence]) -> None:
        self._at = {s.place: s for s in found}

    def of(self, sentence: Sentence) -> list[Sentence]:
        """Return a sentence's bundle, itself last."""
        begins = (self._at[place] for place in sentence.begins if place in self._at)
        return [*begins, *(self._at[place] for place in sentence.needs), sentence]


def scores(found: Sequence[Sentence], question: str, shelf: Shelf) -> dict[Place, float]:
    """Return the value of each sentence for the question, in [-.15, 1.21], by its place.

    A validated statistic gets .15 more: readers look for it, and it was checked. The newest source's sentences get a
    little more, and the farther a source is from the subject, the less its sentences are worth.
    """
    asked = content(question)
    share = _shares(found)
    worth = {}
    for s in found:
        value = WORTH_OF_QUESTION * relevance(s, asked) + WORTH_OF_COMMON_WORDS * _commonness(s, share)
        value += WORTH_OF_STRENGTH * s.strength + (WORTH_OF_VALIDATED if s.kind == "statistic" else 0.0)
        value += WORTH_OF_NEWEST * max((shelf.newness.get(n, 0.0) for n in s.numbers), default=0.0)
        nearest = max((shelf.near.get(n, 1.0) for n in s.numbers), default=1.0)
        value *= SOURCE_OFF_SUBJECT_WORTH + (1 - SOURCE_OFF_SUBJECT_WORTH) * nearest
        worth[s.place] = value - (LESS_BEHIND_A_LEAD if s.own_voice else 0.0)
    return worth


def relevance(sentence: Sentence, asked: frozenset[str]) -> float:
    """Return the share of the question's stems, weighed by idf, that a sentence holds."""
    return held(frozenset(sentence.stems), asked)


def held(stems: frozenset[str], asked: frozenset[str]) -> float:
    """Return the share of the weight of some stems that others hold."""
    found = sum(idf(stem) for stem in sorted(asked & stems))
    return found / (sum(idf(stem) for stem in sorted(asked)) or 1.0)


def on_subject(found: Sequence[Sentence], near: Mapping[int, float]) -> list[Sentence]:
    """Return the sentences of sources that are about the subject: ``near`` says how far each is."""
    fits = {n for n, share in near.items() if share >= ON_SUBJECT}
    return [s for s in found if not fits.isdisjoint(s.numbers)] if fits else list(found)


def chosen(
    found: Sequence[Sentence],
    worth: dict[Place, float],
    question: str,
    words: int,
    opening: Sequence[Sentence] = (),
    barred: Iterable[str] = (),
    shared: Iterable[str] = (),
) -> list[Sentence]:
    """Choose sentences for about ``words`` words, the opening's first, each with what it needs before it.

    A sentence is taken as long as it brings the length nearer to the target. Sentences without a term of the question
    come last, and only up to nine tenths of the target. No figure is told twice but the question's own, nor one of the
    ``barred`` texts. None ends a run that has no word of the question or of what sources share (``shared``), nor a
    figure.
    """
    asked, bundles = content(question), Bundles(found)
    stems = {s.place: frozenset(s.stems) for s in found}
    likeness = dict.fromkeys(stems, 0.0)
    taken: dict[Place, Sentence] = {}
    told = {figure for text in barred for figure in figures(text)}
    framed = figures(question)
    rest = {s.place: s for s in found if s.offered and not _repeats_itself(bundles.of(s))}
    repeating: set[Place] = set()  # those that say what one that is taken says
    length = 0

    def take(sentences: Iterable[Sentence]) -> int:
        added = 0
        for one in sentences:
            if one.place in taken:
                continue
            taken[one.place] = one
            rest.pop(one.place, None)
            told.update(figures(one.text) - framed)
            added += one.words
            for place, own in stems.items():
                likeness[place] = max(likeness[place], _overlap(own, stems[one.place]))
                if place != one.place and _repeats(own, stems[one.place]):
                    repeating.add(place)
        for place in repeating.intersection(rest):
            del rest[place]
        return added

    behind = {s.follows: s for s in found if s.follows is not None}

    def complete() -> int:
        """Take what the paragraphs go on with that runs end in, as far as it fits."""
        added = 0
        for s in list(taken.values()):
            for going_on in _rests_of_paragraph(s, behind, taken):
                fits = length + added + sum(one.words for one in going_on) <= words
                if fits and not _tells_again(going_on, told, repeating):
                    added += take(going_on)
                    break
        return added

    length += take(opening)
    length += complete()
    first = {s.place for s in opening}
    # Only the opening's last run can go on behind it.
    last = {s.place for s in opening if opening[-1].place == s.place or s.place in opening[-1].needs}
    told_of = asked | frozenset(shared)
    off_topic = {s.place for s in rest.values() if told_of.isdisjoint(s.stems) and not figures(s.text)}
    for place in off_topic:
        del rest[place]
    off_topic = {s.place for s in rest.values() if not s.needs and asked.isdisjoint(s.stems)}
    enough, some = int(FILLED_ENOUGH * words), int(FILLED_LEAST * words)
    rounds = ((off_topic, words, WORTH_LEAST), (frozenset[Place](), enough, WORTH_LEAST))
    # A short article takes what is worth less.
    for left_out, target, least in (*rounds, (frozenset[Place](), some, WORTH_LEAST_OF_FEW)):
        while True:
            free: list[tuple[float, Place, list[Sentence]]] = []
            for s in rest.values():
                bundle = [one for one in bundles.of(s) if one.place not in taken]
                more = sum(one.words for one in bundle)
                if (
                    s.place in left_out
                    or not first.intersection(s.needs) <= last
                    or (taken and abs(target - length - more) >= abs(target - length))
                ):
                    continue
                if worth[s.place] >= least and not _tells_again(bundle, told, repeating):
                    mean = sum(worth[one.place] * one.words for one in bundle) / (more or 1)
                    mean += WORTH_OF_GOING_ON if bundle[0].follows in taken else 0.0
                    free.append((_regret(mean, likeness[s.place]), s.place, bundle))
            if not free:
                break
            length += take(min(free, key=lambda one: one[:2])[2])
            length += complete()
    return list(taken.values())


def _rests_of_paragraph(
    sentence: Sentence, behind: Mapping[Place, Sentence], taken: Mapping[Place, Sentence]
) -> Iterator[list[Sentence]]:
    """Yield what its paragraph goes on with behind a run's last sentence, the most first, up to one that may end it.

    What stands there takes back or completes what was said: the other half of a comparison.
    """
    rest, known = list[Sentence](), {sentence.place, *taken}
    here = behind.get(sentence.place)
    while here is not None and not here.fresh and here.place not in taken and known.issuperset(here.needs):
        rest.append(here)
        known.add(here.place)
        here = behind.get(here.place)
    may_end = [one.offered or (one.ends and not tells_state_or_plan(one.text)) for one in rest]
    if len(rest) <= PARAGRAPH_MOST_REST:
        yield from (rest[: i + 1] for i in range(len(rest) - 1, -1, -1) if may_end[i])


def told_twice(bundle: Sequence[Sentence], taken: Iterable[Sentence]) -> bool:
    """Tell whether sentences repeat what others say, or a figure of theirs."""
    others = list(taken)
    if _has_told(bundle, {figure for s in others for figure in figures(s.text)}):
        return True
    return any(_repeats(frozenset(s.stems), frozenset(o.stems)) for s in bundle for o in others)


def _repeats_itself(bundle: Sequence[Sentence]) -> bool:
    return any(_repeats(frozenset(b.stems), frozenset(a.stems)) for a, b in combinations(bundle, 2))


def _tells_again(bundle: Sequence[Sentence], told: set[Figure], repeating: set[Place]) -> bool:
    return any(one.place in repeating for one in bundle) or _has_told(bundle, told)


def _has_told(bundle: Sequence[Sentence], told: set[Figure]) -> bool:
    known = set(told)
    for one in bundle:
        stated = figures(one.text)
        if told_again(stated, known, listed=one.verbless == "list"):
            return True
        known |= stated
    return False


def _regret(worth: float, likeness: float) -> float:
    return -(WORTH_AGAINST_LIKENESS * worth - (1 - WORTH_AGAINST_LIKENESS) * likeness)


def _shares(found: Sequence[Sentence]) -> dict[str, float]:
    """Return for each stem the share of the sources that use it."""
    pairs = {(n, stem) for s in found for n in s.numbers for stem in s.stems}
    sources = max(1, len({n for s in found for n in s.numbers}))
    return {stem: count / sources for stem, count in Counter(stem for _, stem in pairs).items()}


def _commonness(sentence: Sentence, share: dict[str, float]) -> float:
    own = sorted(frozenset(sentence.stems))
    weights = [idf(stem) for stem in own]
    common = sum(w * share[stem] for w, stem in zip(weights, own, strict=True)) / (sum(weights) or 1.0)
    # A handful of words is easily common to all and says little.
    return common * min(1.0, len(own) / FEW_WORDS_OF_OWN)


def _repeats(new: frozenset[str], old: frozenset[str]) -> bool:
    """Return whether a sentence adds hardly anything to another one; a number of its own does."""
    return _overlap(new, old) >= SAID_TWICE_OVERLAP and not any(stem[0] in "0123456789" for stem in new - old)


def _overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the share of the smaller set of stems that the other one holds too (overlap coefficient)."""
    return len(a & b) / (min(len(a), len(b)) or 1)
