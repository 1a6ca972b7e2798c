"""Choose what answers the question: the sentences that an article opens with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wellsourced_core.text import content
from wellsourced_core.values import frozen
from writer.sentence_choice import held, relevance, told_twice
from writer.sentence_roles import is_aside, roles, wanted
from writer.thresholds import (
    ANSWER_ADDED_SHARE,
    ANSWER_AGREED,
    ANSWER_ASIDE,
    ANSWER_COVERS,
    ANSWER_FIGURE,
    ANSWER_LEAD_CHARACTERS,
    ANSWER_LEADS,
    ANSWER_LEAST_WORDS,
    ANSWER_LED,
    ANSWER_MORE,
    ANSWER_MOST_ADDED,
    ANSWER_MOST_SENTENCES,
    ANSWER_NEAR_POWER,
    ANSWER_NEWEST,
    ANSWER_OWN,
    ANSWER_RUN,
    ANSWER_SHARE,
    ANSWER_STRONG,
    ANSWER_TITLE,
    ANSWER_VOICE,
    ANSWER_WANTED,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.quotable_sentences import Place, Sentence
    from writer.shared_subject import Shelf


def answer(found: Sequence[Sentence], question: str, words: int, shelf: Shelf) -> list[Sentence]:
    """Return the sentences that answer best: a run of one source's, and what another adds in a sentence or two.

    A run stands together in its source and needs nothing before it. What answers covers the question, does what it asks
    for, stands at the head of its source and restates its title, is new, and is said by several.
    """
    asked = _Asked(content(question), frozenset(wanted(question)), shelf)
    runs = [run for run in _runs(found) if _length(run) <= max(ANSWER_LEAST_WORDS, ANSWER_SHARE * words)]
    first = min(runs, key=lambda run: (-asked.worth(run), run[0].place, len(run)), default=[])
    room = ANSWER_MORE * ANSWER_SHARE * words - _length(first)
    others = [
        run
        for run in runs
        if first and run[0].place[0] != first[0].place[0] and len(run) <= ANSWER_MOST_ADDED and _length(run) <= room
        if not told_twice(run, first) and asked.worth(run) >= ANSWER_ADDED_SHARE * asked.worth(first)
    ]
    return [*first, *min(others, key=lambda run: (-asked.worth(run), run[0].place, len(run)), default=[])]


def _length(run: Sequence[Sentence]) -> int:
    return sum(s.words for s in run)


def _runs(found: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Yield the stretches of up to four sentences that follow each other in a source and need none before them."""
    behind = {s.follows: s for s in found if s.follows is not None}
    for start in found:
        run: list[Sentence] = []
        places: set[Place] = set()
        here: Sentence | None = start
        while here is not None and len(run) < ANSWER_MOST_SENTENCES and places.issuperset(here.needs):
            if run and told_twice([here], run):
                break
            run.append(here)
            places.add(here.place)
            yield list(run)
            here = behind.get(here.place)


@frozen
class _Asked:
    stems: frozenset[str]
    roles: frozenset[str]
    shelf: Shelf

    def worth(self, run: Sequence[Sentence]) -> float:
        """Return what a run is worth as an answer: as a whole, and by what its sentences are."""
        value = self._of_place(run[0]) + self._of_words(run) + sum(map(self._of_kind, run)) / len(run)
        value += ANSWER_RUN * min(len(run) - 1, ANSWER_MOST_ADDED)
        return value * max(self.shelf.near.get(n, 1.0) for n in run[0].numbers) ** ANSWER_NEAR_POWER

    def _of_place(self, head: Sentence) -> float:
        value = ANSWER_LEADS if head.place[1] < ANSWER_LEAD_CHARACTERS else 0.0
        value += ANSWER_NEWEST * self.shelf.newness.get(head.place[0], 0.0)
        return value + ANSWER_AGREED * min(2, len(head.numbers) - 1)

    def _of_words(self, run: Sequence[Sentence]) -> float:
        stems = frozenset(stem for s in run for stem in s.stems)
        titled = content(self.shelf.titles.get(run[0].place[0], ""))
        does = {role for s in run for role in roles(s.text)}
        # What the head covers counts as much as what the whole run does: an answer begins with its subject.
        value = ANSWER_COVERS * (held(stems, self.stems) + relevance(run[0], self.stems)) / 2
        value += ANSWER_TITLE * held(stems, titled)
        value += ANSWER_WANTED * len(self.roles & does) / (len(self.roles) or 1)
        return value + (ANSWER_FIGURE if "figures" in does else 0.0)

    def _of_kind(self, sentence: Sentence) -> float:
        does = roles(sentence.text)
        value = ANSWER_STRONG * sentence.strength + (
            ANSWER_OWN if sentence.own_voice else ANSWER_LED if sentence.lead else 0.0
        )
        value += ANSWER_VOICE if "voice" in does else 0.0
        return value + (ANSWER_ASIDE if is_aside(does) and self.roles.isdisjoint(does) else 0.0)
