"""What a claim asserts beyond its source, and what comparing them costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import Job, exponent

from audit.statements import overclaims, stands_beside
from audit.statistics import prepare

LINEAR = 1.5  # far below 2, and above what a busy machine makes of 1


def codes(claim: str, source: str) -> list[str]:
    return [one.code for one in overclaims(claim, prepare(source))]


def test_a_sentence_is_its_own_source() -> None:
    for sentence in ("No ferry may sail.", "Some crews could be paid.", "Lorn beat Skell by 3.", "Nicht alle fahren."):
        assert codes(sentence, sentence) == []


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("Alle Schulen im Tal schlossen.", "Einige Schulen im Tal schlossen.", ["M602"]),
        ("Die Fähre fährt am Montag.", "Die Fähre fährt am Dienstag.", ["M604"]),
        ("Les écoles de la vallée ferment.", "Les écoles de la vallée ne ferment pas.", []),
    ],
)
def test_languages(claim: str, source: str, expected: list[str]) -> None:
    assert codes(claim, source) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Frost cuts the number of eels of Lorn, a study in the north has shown.", ["M601"]),
        ("According to the nurse, frost cuts the number of eels of Lorn.", ["M601"]),
        ("Frost may cut the number of eels of Lorn, a study in the north has shown.", []),
    ],
)
def test_who_says_so_is_no_part_of_what_is_said(claim: str, expected: list[str]) -> None:
    source = "The study was made in the north. Frost was linked to a lower number of eels in Lorn, and the weir is old."
    assert codes(claim, source) == expected


def test_a_sentence_that_stands_in_the_source_is_not_held_against_another() -> None:
    assert codes("The yard closed.", "The yard is to close soon. The yard closed. No yard closed.") == []


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Orrin Tar - Varn's Oldest Trade.", []),
        ("Orrin tar is Varn's oldest trade.", ["M601"]),
        ("Orrin Tar Is Varn's Oldest Trade.", ["M601"]),
    ],
)
def test_a_title_asserts_nothing(claim: str, expected: list[str]) -> None:
    assert codes(claim, "Orrin tar may be Varn's oldest trade, as the reeve believes. It smells.") == expected


def test_a_thin_source_that_is_nearly_the_claim_stands_beside_it() -> None:
    assert stands_beside("I do not like summer weather.", prepare("I do not like summer."))
    assert not stands_beside("The ferry sails in summer.", prepare("Mill."))


COULD = "Crew {0} could lower the red sail of boat {0} in the spring of Lorn."
DOES = "Crew {0} lowers the green sail of boat {0} in the spring of Lorn."


def text(form: str, n: int) -> str:
    return " ".join(form.format(i) for i in range(n))


def of_the_source(n: int) -> Job:
    claim, source = text(DOES, 20), prepare(text(COULD, n))
    return lambda: overclaims(claim, source)


def of_the_claim(n: int) -> Job:
    claim, source = text(DOES, n), prepare(text(COULD, 20))
    return lambda: overclaims(claim, source)


def of_a_sentence(n: int) -> Job:
    source = prepare("The crew " + "of the boat that could sail to Lorn and Skell before the storm " * n)
    return lambda: overclaims("The crew of the boat sailed to Skell and Lorn after the storm.", source)


@pytest.mark.parametrize("job", [of_the_source, of_the_claim, of_a_sentence])
def test_comparing_is_linear(job: Callable[[int], Job]) -> None:
    assert exponent(job(50), job(400), 8, LINEAR) <= LINEAR
