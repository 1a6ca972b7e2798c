"""Choose the sentences of an article: those that answer the question, those that sources agree on, nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wellsourced_core.thresholds import ON_SUBJECT
from writer.asked import asked
from writer.expected_answer import held
from writer.figures import Figure, figures, is_exact, told_again
from writer.quoted_sentence import LIST, Place, Sentence
from writer.thresholds import (
    NEW_LEAST_HELD,
    NEW_LEAST_NEAR,
    PARAGRAPH_MOST_REST,
    PARAGRAPH_ROOM,
    SAID_TWICE_FEWEST,
    SAID_TWICE_SHARE,
    WORTH_LEAST,
    WORTH_LEAST_OF_NEW,
)
from writer.written_dates import tells_state_or_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.expected_answer import Worth


class Bundles:
    """Each sentence with how its page begins and those that it needs, in order of reading."""

    def __init__(self, found: Sequence[Sentence]) -> None:
        self._at = {s.place: s for s in found}

    def of(self, sentence: Sentence) -> list[Sentence]:
        """Return a sentence's bundle, itself last."""
        begins = (self._at[place] for place in sentence.begins if place in self._at)
        return [*begins, *(self._at[place] for place in sentence.needs), sentence]


def on_subject(found: Sequence[Sentence], near: Mapping[int, float]) -> list[Sentence]:
    """Return the sentences of sources that are about the subject: ``near`` says how far each is."""
    fits = {n for n, share in near.items() if share >= ON_SUBJECT}
    return [s for s in found if not fits.isdisjoint(s.numbers)] if fits else list(found)


def chosen(
    found: Sequence[Sentence],
    worth: Worth,
    question: str,
    words: int,
    opening: Sequence[Sentence] = (),
    barred: Iterable[str] = (),
) -> list[Sentence]:
    """Choose sentences for about ``words`` words, the opening's first, each with what it needs before it.

    Of what may be taken that comes next which adds most to an answer, as long as it adds enough and brings the length
    nearer to the target; where the question lasts, less is enough of a source that is not told yet. No figure is told
    twice but the question's own, nor one of the ``barred`` texts.
    """
    told = {figure for text in barred for figure in figures(text)}
    article = _Article(found, worth, words, told, question)
    article.take(opening)
    article.complete()
    while best := article.best():
        article.take(best)
        article.complete()
    return list(article.taken.values())


class _Article:
    """What is taken for an article, and what may still be."""

    def __init__(
        self,
        found: Sequence[Sentence],
        worth: Worth,
        words: int,
        told: set[Figure],
        question: str,
    ) -> None:
        self.taken: dict[Place, Sentence] = {}
        self._worth, self._words, self._told, self._framed = worth, words, told, figures(question)
        self._want = asked(question)
        self._bundles, self._behind = Bundles(found), {s.follows: s for s in found if s.follows is not None}
        self._stems = {s.place: frozenset(s.stems) for s in found}
        self._rest = {s.place: s for s in found if s.offered}
        self._repeating = set[Place]()  # what says the same as a sentence that is taken
        self._said = set[str]()  # the stems of what is taken
        self._length = 0

    def take(self, sentences: Iterable[Sentence]) -> None:
        """Take sentences, and leave out whatever says the same."""
        for one in sentences:
            if one.place in self.taken:
                continue
            self.taken[one.place] = one
            self._told |= _stated(one) - self._framed
            self._said.update(one.stems)
            self._length += one.words
            # What stands in a list or table may be told in words as well.
            own = self._stems[one.place] if one.verbless != LIST else frozenset[str]()
            self._repeating.update(
                place for place, stems in self._stems.items() if place != one.place and _repeats(stems, own)
            )
        for place in (*self.taken, *self._repeating):
            self._rest.pop(place, None)

    def complete(self) -> None:
        """Take what the paragraphs go on with that runs end in, as far as it fits."""
        for s in list(self.taken.values()):
            for going_on in _rests_of_paragraph(s, self._behind, self.taken):
                fits = self._length + sum(one.words for one in going_on) <= PARAGRAPH_ROOM * self._words
                if fits and not self._tells_again(going_on, rest=True):
                    self.take(going_on)
                    break

    def best(self) -> list[Sentence]:
        """Return the sentence that adds most, with what must be told before it."""
        free: list[tuple[float, Place, list[Sentence]]] = []
        sources = {n for one in self.taken.values() for n in one.numbers}
        for s in self._rest.values():
            bundle = [one for one in self._bundles.of(s) if one.place not in self.taken]
            more = sum(one.words for one in bundle)
            nearer = not self.taken or abs(self._words - self._length - more) < abs(self._words - self._length)
            if not nearer:
                continue
            mean = self._worth.of_bundle(bundle, self._said)
            enough = mean >= WORTH_LEAST or (
                mean >= WORTH_LEAST_OF_NEW and sources.isdisjoint(s.numbers) and self._speaks_to_it(bundle)
            )
            if enough and not self._tells_again(bundle):
                free.append((-mean, s.place, bundle))
        return min(free, key=lambda one: one[:2])[2] if free else []

    def _speaks_to_it(self, bundle: Sequence[Sentence]) -> bool:
        """Tell whether sentences of a near source have words of a question on what lasts.

        Each such source may say something of its own; of what goes on older ones say how it stood.
        """
        stems = frozenset(stem for one in bundle for stem in one.stems)
        near = self._worth.near.get(bundle[-1].source, 1.0) >= NEW_LEAST_NEAR
        return near and self._want.lasting and held(stems, self._want.stems) >= NEW_LEAST_HELD

    def _tells_again(self, bundle: Sequence[Sentence], *, rest: bool = False) -> bool:
        """Tell whether sentences say what is told: of the ``rest`` of a paragraph only exact figures may not."""
        told = {figure for figure in self._told if not rest or is_exact(figure)}
        repeats = any(one.place in self._repeating for one in bundle) or len({one.text for one in bundle}) < len(bundle)
        return repeats or _has_told(bundle, told)


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
    """Tell whether sentences repeat a figure of others, or one of their own, or another word for word."""
    others = list(taken)
    same = {s.text for s in others}.intersection(s.text for s in bundle)
    return bool(same) or _has_told(bundle, {figure for s in others for figure in _stated(s)})


def _stated(one: Sentence) -> frozenset[Figure]:
    """Return the figures that a sentence tells: what stands in a list or table beside others may be told in words."""
    return figures(one.text) if one.verbless != LIST else frozenset()


def _has_told(bundle: Sequence[Sentence], told: set[Figure]) -> bool:
    """Tell whether sentences state figures that are told; how their page begins may state a round one again."""
    begins, own = bundle[-1].begins if bundle else (), set[Figure]()
    for one in bundle:
        barred = own | {figure for figure in told if one.place not in begins or is_exact(figure)}
        if told_again(figures(one.text), barred, listed=one.verbless == LIST):
            return True
        own |= _stated(one)
    return False


def _repeats(new: frozenset[str], old: frozenset[str]) -> bool:
    """Return whether a sentence adds hardly anything to another one; a number of its own does."""
    if len(new) < SAID_TWICE_FEWEST:
        return bool(new) and new == old
    return len(new & old) >= SAID_TWICE_SHARE * len(new) and not any(stem[0] in "0123456789" for stem in new - old)
