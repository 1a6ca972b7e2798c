"""Selection: relevant and different passages within a hard budget, the strongest at both ends."""

from datetime import date

import pytest

from quality.composite import judge
from quality.options import Options
from quality.selection import select, tokens
from wellsourced_core.model import Source
from wellsourced_core.values import replace

DAY = date(2026, 5, 1)
QUESTION = "leaf blower ban in Hamburg"
TOPICS = ("fines", "parks", "noise", "batteries", "courts", "schools", "insects", "gardens")


def text(i):
    word = TOPICS[i % len(TOPICS)]
    return (
        f"The market opened early. The leaf blower ban in Hamburg also concerns {word} of district {i}. "
        f"Officials counted {i + 3} cases. Musicians played outside. Nobody listened for long."
    )


def judged(count, make=text):
    sources = [Source(str(i), f"https://h{i}.example.org/", "", make(i)) for i in range(count)]
    return judge(QUESTION, sources, Options(), DAY).scored


def test_passages_are_neighbouring_sentences_of_their_source():
    kept = judged(4)
    found = select(QUESTION, kept, Options())
    assert found
    for passage in found:
        assert passage.source is kept[passage.n - 1]
        assert passage.text in passage.source.source.text
        assert passage.text.count(".") <= 3


def test_an_origin_speaks_once():
    kept = judged(3, lambda _: text(0))
    assert {s.origin for s in kept} == {"0"}
    assert {p.n for p in select(QUESTION, kept, Options())} == {1}


def test_budget_and_number_are_hard():
    kept = judged(40)
    for options in (Options(passages=5), Options(passage_tokens=100), Options(passage_tokens=1000), Options()):
        found = select(QUESTION, kept, options)
        assert 0 < len(found) <= options.passages
        assert sum(tokens(p.text) for p in found) <= options.passage_tokens


def test_the_strongest_stand_at_both_ends():
    scores = [p.score for p in select(QUESTION, judged(12), Options())]
    middle = len(scores) // 2
    assert scores[0] == max(scores)
    assert scores[-1] == sorted(scores)[-2]
    assert scores[: middle + 1] == sorted(scores[: middle + 1], reverse=True)
    assert scores[middle + 1 :] == sorted(scores[middle + 1 :])


def test_a_passage_like_a_chosen_one_gives_way_to_another():
    first = "The leaf blower ban in Hamburg starts in March."
    again = "The leaf blower ban in Hamburg starts in March, officials said."
    other = "Hamburg fines gardeners for a leaf blower used on Sundays."
    kept = judged(3, lambda i: (first, again, other)[i])
    best, second = select(QUESTION, kept, Options(passages=2))
    assert "Sundays" in best.text + second.text


def test_lambda_1_is_relevance_alone():
    kept = judged(20)
    scores = sorted((p.score for p in select(QUESTION, kept, Options(mmr_lambda=1.0, passages=5))), reverse=True)
    every = sorted(
        (p.score for p in select(QUESTION, kept, Options(passages=1000, passage_tokens=10**6))), reverse=True
    )
    assert scores == every[:5]


@pytest.mark.parametrize("count", [500, 5_000, 50_000])
def test_f12_many_sources_keep_to_the_budget_and_all_of_them_have_a_chance(count):
    one = judged(1)[0]
    # Equals, so that only their place could tell them apart.
    kept = [
        replace(one, source=Source(str(i), f"https://h{i}.example.org/", "", text(i)), origin=str(i))
        for i in range(count)
    ]
    found = select(QUESTION, kept, Options())
    assert len(found) == 30
    assert sum(tokens(p.text) for p in found) <= Options().passage_tokens
    assert len({p.source.origin for p in found}) == 30
    assert min(p.n for p in found) < count / 10
    assert max(p.n for p in found) > count * 9 / 10


def test_f12_the_best_come_in_wherever_they_stand():
    kept = list(judged(500, lambda i: f"Musicians of Hamburg played in district {i}. Few listened, and none for long."))
    for place, best in zip((3, 250, 499), judged(3), strict=True):
        kept[place] = replace(best, origin=f"best {place}")
    assert {4, 251, 500} <= {p.n for p in select(QUESTION, kept, Options())}


def test_f12_copies_among_many_speak_through_the_first():
    kept = judged(500) * 10
    found = select(QUESTION, kept, Options())
    assert len({p.source.origin for p in found}) == len(found) == 30
    assert max(p.n for p in found) <= 500


def test_nothing_gives_nothing():
    assert select(QUESTION, (), Options()) == ()
    assert select("", judged(2), Options()) != ()


def test_a_sentence_without_an_end_is_cut():
    (passage, *_) = select(QUESTION, judged(1, lambda _: "leaf blower ban Hamburg " * 5000), Options())
    assert len(passage.text) <= 1200


def test_tokens_are_never_underestimated_for_common_scripts():
    assert tokens("") == 0
    assert tokens("four words stand here") >= 4
    assert tokens("东京的人口") >= 5
    assert tokens("🤷") >= 2


def test_a_sentence_that_leans_on_the_one_before_brings_it_along():
    kept = judged(1, lambda _: "Musicians played. The council met on Monday. It passed the leaf blower ban. Rain fell.")
    assert [p.text for p in select(QUESTION, kept, Options())] == [
        "The council met on Monday. It passed the leaf blower ban."
    ]


def test_sentences_about_nothing_asked_stay_out():
    assert not any("Musicians" in p.text for p in select(QUESTION, judged(5), Options()))


def test_no_budget_is_passed_by_a_token():
    kept = judged(12)
    for budget in range(100, 400, 7):
        found = select(QUESTION, kept, Options(passage_tokens=budget))
        assert 0 < sum(tokens(p.text) for p in found) <= budget
