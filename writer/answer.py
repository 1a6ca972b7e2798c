"""Choose what answers the question: the sentences that an article opens with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from wellsourced_core.text import content
from wellsourced_core.values import frozen
from writer.asked import asked
from writer.expected_answer import held, relevance
from writer.sentence_choice import told_twice
from writer.standalone_sentences import concludes
from writer.thresholds import (
    ANSWER_ADDED_SHARE,
    ANSWER_CONCLUDES,
    ANSWER_COVERS,
    ANSWER_FIGURE,
    ANSWER_LEAD_CHARACTERS,
    ANSWER_LEADS,
    ANSWER_LEAST_WORDS,
    ANSWER_MORE,
    ANSWER_MOST_ADDED,
    ANSWER_MOST_RUNS,
    ANSWER_MOST_SENTENCES,
    ANSWER_NEWEST,
    ANSWER_NEWEST_OF_LASTING,
    ANSWER_SAME_MATTER,
    ANSWER_SEASON_DAYS,
    ANSWER_SHARE,
    ANSWER_SHARED,
    ANSWER_WANTED,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.asked import Asked
    from writer.expected_answer import Worth
    from writer.quoted_sentence import Place, Sentence
    from writer.shared_subject import Shelf


def answer(found: Sequence[Sentence], question: str, words: int, shelf: Shelf, worth: Worth) -> list[Sentence]:
    """Return the sentences that answer best: a run of one source's, and what other runs add most in a few sentences.

    A run begins with a sentence that stands alone and holds whatever its others need. What answers covers the question,
    says what it wants to hear and what its sources speak of together, and stands at the head of its source. What a
    newer source says of the same matter overtakes it, and opens.
    """
    want = _Wanting(asked(question), shelf)
    room = max(ANSWER_LEAST_WORDS, ANSWER_SHARE * words)
    most = min(ANSWER_MORE * room, max(room, words))
    runs = [run for run in _runs(found) if _length(run) <= room]
    taken = want.best(runs)
    best = want.worth(taken) if taken else 0.0
    if news := want.news(runs, taken):
        taken = _overtaken(runs, taken, news, want, most)
    for _ in range(ANSWER_MOST_RUNS - 1):
        taken += want.adding_most(runs, taken, worth, best, most)
    return taken


def _overtaken(
    runs: Sequence[list[Sentence]], taken: Sequence[Sentence], news: list[Sentence], want: _Wanting, most: float
) -> list[Sentence]:
    """Return what is newer, with what it overtakes as far as there is room."""
    same = [run for run in runs if run[0].place == taken[0].place and _length([*run, *news]) <= most]
    return [*news, *want.best([run for run in same if not told_twice(run, news)])]


def _length(run: Sequence[Sentence]) -> int:
    return sum(s.words for s in run)


def _runs(found: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Yield each sentence that stands alone, behind how its page begins, with up to as many as may follow it."""
    behind, at = {s.follows: s for s in found if s.follows is not None}, {s.place: s for s in found}
    for start in found:
        if start.needs:
            continue
        run = [at[place] for place in start.begins if place in at]
        here: Sentence | None = start
        while here is not None and len(run) < ANSWER_MOST_SENTENCES:
            if not {s.place for s in run}.issuperset(here.needs) or (run and told_twice([here], run)):
                break
            run.append(here)
            if here.offered:
                yield list(run)
            here = behind.get(here.place)


@frozen
class _Wanting:
    asked: Asked
    shelf: Shelf

    def best(self, runs: Sequence[list[Sentence]]) -> list[Sentence]:
        """Return the run that is worth most; of equal ones the first and shortest."""
        ordered = sorted(runs, key=lambda run: (-self.worth(run), run[0].place, len(run)))
        return list(ordered[0]) if ordered else []

    def adding_most(
        self, runs: Sequence[list[Sentence]], taken: Sequence[Sentence], worth: Worth, best: float, most: float
    ) -> list[Sentence]:
        """Return of the run that adds most to what is ``taken`` what is new, ``most`` words in all; [] where none fits.

        One fits that answers nearly as well as the ``best``, and that counts beside what it adds. The mean of its words
        would prefer the shortest, their sum the longest: the root of their number lies between.
        """
        here, told = {s.place for s in taken}, {stem for s in taken for stem in s.stems}
        gains: list[tuple[float, Place, int, list[Sentence]]] = []
        for run in runs:
            new = [s for s in run if s.place not in here]
            fits = 0 < len(new) <= ANSWER_MOST_ADDED and _length([*taken, *new]) <= most
            answers = self.worth(run) / (best or 1.0) if fits else 0.0
            if answers >= ANSWER_ADDED_SHARE and not told_twice(new, taken):
                gain = worth.of_bundle(new, told) * self._nearness(run)
                gains.append((-gain * sqrt(_length(new)), new[0].place, len(new), new))
        return min(gains, key=lambda one: one[:3])[3] if gains else []

    def _nearness(self, run: Sequence[Sentence]) -> float:
        return max(self.shelf.near.get(n, 1.0) for n in run[0].numbers)

    def news(self, runs: Sequence[list[Sentence]], taken: Sequence[Sentence]) -> list[Sentence]:
        """Return the run of the newest source that speaks of the same matter as the others; [] of none newer.

        That is what much of their shared words tell. What to do and what to choose no news overtakes, and what lasts
        ("does it help?") none of the same season.
        """
        if not taken or not self.asked.overtaken:
            return []
        newness, least = self.shelf.newness, 0 if self.asked.of_now or not self.asked.lasting else ANSWER_SEASON_DAYS
        newer = [run for run in runs if newness.get(run[0].source, 0.0) > newness.get(taken[0].source, 0.0)]
        newer = [run for run in newer if self.shelf.days_newer(run[0].source, than=taken[0].source) >= least]
        newer = [run for run in newer if self._shared(run) >= ANSWER_SAME_MATTER]
        latest = max((newness[run[0].source] for run in newer), default=0.0)
        return self.best([run for run in newer if newness[run[0].source] == latest])

    def _shared(self, run: Sequence[Sentence]) -> float:
        """Return the weight of the stems that a run has of those that the sources share."""
        return sum(self.shelf.shared.get(stem, 0.0) for stem in sorted({stem for s in run for stem in s.stems}))

    def worth(self, run: Sequence[Sentence]) -> float:
        """Return what a run is worth as an answer."""
        value = ANSWER_CONCLUDES if any(concludes(s.heading) for s in run) else 0.0
        value += self._of_place(run[0]) + self._of_words(run)
        value += ANSWER_WANTED * len(self.asked.said_by([s.text for s in run])) / (len(self.asked.kinds) or 1)
        return value * self._nearness(run)

    def _of_place(self, head: Sentence) -> float:
        value = ANSWER_LEADS if head.place.offset < ANSWER_LEAD_CHARACTERS else 0.0
        newest = ANSWER_NEWEST_OF_LASTING if self.asked.lasting else ANSWER_NEWEST
        return value + newest * self.shelf.newness.get(head.source, 0.0)

    def _of_words(self, run: Sequence[Sentence]) -> float:
        stems = frozenset(stem for s in run for stem in s.stems)
        # What the head covers counts as much as what the whole run does: an answer begins with its subject.
        head = relevance(run[0], self.asked.stems)
        if run[0].under:
            stems |= content(f"{run[0].under} {run[0].heading}")
            head = max(head, held(stems & content(f"{run[0].under} {run[0].heading} {run[0].text}"), self.asked.stems))
        value = ANSWER_COVERS * (held(stems, self.asked.stems) + head) / 2
        figures = sum(stem[0] in "0123456789" for stem in stems)
        return value + ANSWER_SHARED * self._shared(run) + ANSWER_FIGURE * figures
