"""The numbers of a source that agree with a claim's, and those that compete with them."""

from __future__ import annotations

from audit.agreement.strength import strength
from audit.numbers.candidates import competes, competitors, find_candidates, likely
from audit.numbers.numbered_text import NumberedText
from audit.statistics import prepare
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities

SMALL = "The lake holds 60 swans. Its island has 60 m of shore. In 1960 there were 25 swans. One is black."


def only(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


def words(source: NumberedText, *sentences: int) -> frozenset[str]:
    return frozenset[str]().union(*(source.sentence_stems[at] for at in sentences))


def test_candidates_are_what_agrees() -> None:
    source, q = prepare(SMALL), only("60 swans")
    found = find_candidates(q, source, words(source, 0))
    assert found.compared is None
    assert dict(found.strengths) == {i: v for i, o in enumerate(source.mentions) if (v := strength(q, o)) > 0}
    assert [source.mentions[i].start for i in found.strengths] == [SMALL.index("60")]


def test_competing_numbers_are_of_the_same_kind_and_do_not_agree() -> None:
    source, q = prepare(SMALL), only("60 swans")
    known = find_candidates(q, source, words(source, 0))
    found = [source.mentions[i].text for i in competitors(q, source, words(source, 0), known.strengths, known)]
    assert found == ["25"]


def test_a_mere_one_and_an_age_compete_with_no_count() -> None:
    swans = only("60 swans")
    assert competes(swans, only("25 swans"))
    assert not competes(swans, only("There is one there."))
    assert not competes(swans, only("She is 25 years old."))
    assert not competes(swans, only("25 km"))


def test_of_very_many_those_are_held_whose_sentences_share_the_words() -> None:
    rows = [f"Row {n} of the pasture has {n + 1000} ewes." for n in range(600)]
    rows[450] = "The Ardle pasture has 9,417 ewes."
    source = prepare(" ".join(rows))
    q, asked = only("over 900 ewes"), frozenset(prepare("The Ardle pasture has ewes.").stems)
    found = find_candidates(q, source, asked)
    assert found.compared is not None
    assert len(found.compared) < len(source.mentions)
    assert any(source.mentions[i].value == 9417 for i in found.strengths)


def test_of_few_numbers_all_are_likely() -> None:
    source = prepare(SMALL)
    everything = list(range(len(source.mentions)))
    assert likely(everything, words(source, 0), source) == everything
