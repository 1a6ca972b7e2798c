"""The words of a sentence are, in the source, those of another number."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

CANAL = (
    "The canal company was founded in May 1821 by six mill owners. Digging of the canal was finished on 9 October "
    "1828. The locks raise boats by 31 metres in all. The company had 4,600 shareholders, and the canal carried enough "
    "coal for 27,000 households. In its first year it was the fourth canal to reach the coast. The second was the Harl."
)


def told(claim: str, source: str = CANAL) -> list[str]:
    return [v.certainty for v in judge(claim, prepare(source)) if "the source says this of" in v.why]


@pytest.mark.parametrize(
    "claim",
    [
        "Digging of the canal was finished in the spring of 1821.",
        "It was the second canal to reach the coast.",
    ],
)
def test_nearly_all_of_the_sentence_or_the_word_behind_is_anothers(claim: str) -> None:
    assert told(claim) == ["likely"]


@pytest.mark.parametrize(
    "claim",
    [
        "Digging of the canal was finished on 9 October 1828.",
        "The canal company was founded in May 1821.",
        "The canal carried enough coal for 27,000 households.",
        "The company had 4,600 shareholders.",
        "Six mill owners founded the canal company.",
        "In 1821 six mill owners founded the canal company; 4,600 held shares.",  # a date beside other numbers
    ],
)
def test_what_the_source_says_of_the_number_itself(claim: str) -> None:
    assert told(claim) == []
