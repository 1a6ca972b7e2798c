"""Numbers that seemed carried, where the claim as a whole says otherwise."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

LONG = "Rain fell on 140 days in Ardle. Fog was rare. The pier was rebuilt. Gulls nest there. The inn is old."


def verdicts(claim: str, source: str) -> list[str]:
    return [one.verdict for one in judge(claim, prepare(source))]


def test_two_numbers_with_each_others_words() -> None:
    source = "Men made up 70% and women 30% of the choir."
    assert verdicts("Men made up 30% and women 70% of the choir.", source) == ["other-fact", "other-fact"]


def test_a_claim_about_people_whom_the_source_never_names() -> None:
    (found,) = judge("Rain fell on 140 days in Ardle, write Brunhilde and Theodora.", prepare(LONG))
    assert found.verdict == "other-fact"
    assert "Brunhilde" in found.why


@pytest.mark.parametrize(
    "claim",
    [
        "Rain fell on 140 days in Ardle.",
        "Rain fell on 140 days in Ardle (Brunhilde et al., Theodora et al.).",
        "Brunhilde says: rain fell on 140 days in Ardle.",  # one stranger is none too many
    ],
)
def test_names_that_say_nothing_against_it(claim: str) -> None:
    assert verdicts(claim, LONG) == ["carried"]


def test_a_sentence_that_the_source_reverses_takes_its_numbers_along() -> None:
    assert verdicts("In 1931 the guild did not buy the mill.", "In 1931 the guild did buy the mill.") == ["direction"]


def test_before_and_after_exchanged() -> None:
    source = "The fee fell from 90 to 60 crowns."
    assert verdicts("The fee was 90 crowns before and is 60 crowns now.", source) == ["carried", "carried"]
    assert "carried" not in verdicts("The fee rose from 60 to 90 crowns.", source)


def test_a_value_that_a_list_repeats_and_the_source_has_once() -> None:
    source = "The wards grew by 38 % and 41 %."
    (_, second) = judge("The wards grew by 38 % and 38 %.", prepare(source))
    assert second.verdict == "other-fact"
    assert "twice" in second.why
    assert verdicts("The wards grew by 38 % and 41 %.", source) == ["carried", "carried"]
    assert verdicts("The wards grew by 38 % and 38 %.", "The wards grew by 38 % and 38 %.") == [
        "carried",
        "carried",
    ]
