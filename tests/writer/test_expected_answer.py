"""What sentences are worth: what other sources say, too, and nothing that is told already."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.model import Assignment, Fact
from writer.expected_answer import Worth, worth_of
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Place, Sentence
from writer.shared_subject import shelf_of

QUESTION = "What does the ferry to Skerrin cost?"
FARES = "The ferry to Skerrin costs £38 for a car each way. The harbour café sells waffles on Sundays."
BUDGET = "A car on the Skerrin ferry is £38 each way, the islands' transport desk says. Members voted in the old hall."
GUIDE = "Budget £38 each way for a car on the Skerrin ferry. Gulls have learned to open rucksacks."
Make = Callable[..., Assignment]


def read(assignment: Assignment) -> tuple[list[Sentence], Worth]:
    """Return the sentences of an assignment and what they are worth."""
    found = usable_sentences(assignment)
    shelf = shelf_of(assignment.passages, assignment.question)
    return found, worth_of(found, assignment.question, shelf)


def test_what_other_sources_say_too_is_worth_more_than_what_one_says_beside(make: Make) -> None:
    found, worth = read(make(FARES, BUDGET, GUIDE, question=QUESTION))
    by_source = [[s for s in found if s.place[0] == n] for n in (1, 2, 3)]
    assert all(len(told) == 2 for told in by_source)
    assert all(worth.of(fare.place) > 2 * worth.of(side.place) for fare, side in by_source)


def test_what_is_told_already_adds_nothing(make: Make) -> None:
    found, worth = read(make(FARES, BUDGET, GUIDE, question=QUESTION))
    first, last = found[0], found[-2]
    assert worth.of(last.place, frozenset(first.stems)) < worth.of(last.place)
    assert worth.of(first.place, frozenset(first.stems)) == worth.beside[first.place]


def test_a_source_alone_has_nobody_to_agree_with(make: Make) -> None:
    found, worth = read(make(FARES, question=QUESTION))
    assert all(not any(worth.adds[s.place].values()) for s in found)
    assert worth.of(found[0].place) > worth.of(found[1].place), "the fare has the question's words and a price"


def test_a_validated_statistic_is_worth_more(make: Make) -> None:
    fact = Fact("The harbour café sells waffles on Sundays.", 1, "statistic")
    plain, checked = (read(make(FARES, question=QUESTION, facts=facts)) for facts in ((), (fact,)))
    place = plain[0][1].place
    assert checked[1].of(place) > plain[1].of(place)


def test_what_a_page_says_that_is_told_only_in_pieces_is_worth_less(make: Make) -> None:
    chat = " I love it! Bring mine, please! Was it you? Hm!"
    _, whole = read(make(FARES, BUDGET, GUIDE, question=QUESTION))
    found, pieces = read(make(FARES, BUDGET + chat, GUIDE, question=QUESTION))
    for s in found:
        assert s.of_page == (2 / 6 if s.source == 2 else 1)
        assert (pieces.of(s.place) < whole.of(s.place)) == (s.source == 2)


def test_a_bundle_is_worth_what_its_words_are_in_the_mean(make: Make) -> None:
    found, worth = read(make(FARES, BUDGET, GUIDE, question=QUESTION))
    mean = worth.of_bundle(found[:2], frozenset())
    first, last = worth.of(found[0].place), worth.of(found[1].place, frozenset(found[0].stems))
    assert min(first, last) <= mean <= max(first, last)


stems = st.frozensets(st.sampled_from("abcdefgh"))


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0, 1)), st.floats(0, 1), st.lists(stems, min_size=1))
def test_the_more_is_told_the_less_a_sentence_adds(
    adds: dict[str, float], beside: float, sets: list[frozenset[str]]
) -> None:
    place = Place(1, 0, 0)
    worth = Worth({place: adds}, {place: beside}, {1: 1.0})
    told = [frozenset[str]().union(*sets[:i]) for i in range(len(sets) + 1)]
    values = [worth.of(place, known) for known in told]
    assert all(more >= less for more, less in pairwise(values))
    assert values[-1] >= beside
