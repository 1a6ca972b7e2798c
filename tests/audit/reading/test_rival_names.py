"""The name that a source has in the place of one that it lacks, and what only looks like one."""

from __future__ import annotations

import pytest

from audit.reading.missing_names import missing_everywhere
from audit.reading.prepared_texts import prepare, read_claim_again
from audit.reading.rival_names import exchanged_name

FERRY = (
    "The county bought two ferries last winter. The first ferry was built by the Brandal yard in Ulvik and carries "
    "ninety cars across the Marl sound. It replaced the old steamer after long delays."
)


def exchanged(claim: str, *texts: str, title: str = "") -> tuple[str, str] | None:
    read, sources = read_claim_again(claim), [prepare(text, title) for text in texts]
    found = exchanged_name(missing_everywhere(read, sources), read, sources)
    return (found[0].text, found[1]) if found else None


@pytest.mark.parametrize(
    ("claim", "name", "other"),
    [
        ("The first ferry was built by the Kessim yard in Ulvik.", "Kessim", "Brandal"),
        ("The first ferry, from the Brandal yard in Lorn, carries ninety cars.", "Lorn", "Ulvik"),
        ("Ninety cars are carried across the Sorvan sound by the first ferry.", "Sorvan", "Marl"),
    ],
)
def test_another_name_among_the_same_words(claim: str, name: str, other: str) -> None:
    assert exchanged(claim, FERRY) == (name, other)


@pytest.mark.parametrize(
    "claim",
    [
        "The first ferry was built by the Brandal yard in Ulvik.",
        "In Norway, the county bought two ferries last winter.",  # the source has nothing there
        "According to Harbour Weekly, the first ferry was built by the Brandal yard in Ulvik.",
        "Rasmus Holm drives a bus.",  # another matter
        "The first ferry was built by the Brandals in Ulvik.",
    ],
)
def test_no_name_in_its_place(claim: str) -> None:
    assert exchanged(claim, FERRY) is None


def test_a_source_that_has_the_name_takes_it_back() -> None:
    claim = "The first ferry was built by the Kessim yard in Ulvik."
    assert exchanged(claim, FERRY, "The Kessim yard builds ferries.") is None
    assert exchanged(claim, FERRY, "Ferries are built in many yards.") == ("Kessim", "Brandal")
    assert exchanged(claim, FERRY, title="The Kessim yard") is None


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The treaty was signed in France by both kings.", "The treaty was signed in the French capital by both."),
        ("The lead role is played by Saurabh Vell.", "The lead role is played by Sourabh Vell since 2013."),
        ("The treaty was signed in Spain by both kings.", "The treaty was signed in a Spanish town, Lorn, by both."),
        ("The tests were run by PQT staff in the old mill.", "The tests were run by Peder Quist Tolk staff in a mill."),
        ("The old mill was sold to a bank in May 2019.", "The old mill was sold to a Lorn bank."),
        ("The old mill in Sorvan was sold twice.", "Table 4: the old mill was sold twice."),
        ("The old mill in Sorvan was sold to a bank.", "The old English mill was sold to a bank."),
        ("Vera Holm sold the old mill to a bank.", "The old mill was sold to a bank, the HBK, she said."),
    ],
)
def test_forms_of_a_name_dates_headings_and_adjectives_are_no_rivals(claim: str, text: str) -> None:
    assert exchanged(claim, text) is None


def test_an_acronym_needs_the_same_words_on_both_sides() -> None:
    text = "The levels of Brandal rose in the blood of all patients."
    assert exchanged("The levels of QRX rose in the blood of all patients.", text) == ("QRX", "Brandal")
    assert exchanged("Patients had more QRX in the blood.", text) is None


def test_of_a_name_that_is_known_in_part_the_rest_may_be_exchanged() -> None:
    text = "The steamer sank off Cape Ferro in a storm, and its crew was saved by fishermen."
    assert exchanged("The steamer sank off Cape Lunde in a storm.", text) == ("Lunde", "Ferro")
    text = "The guard sailed for the Ministry of Coastal Waters in all weathers."
    assert exchanged("The guard sailed for the Academy of Coastal Waters in all weathers.", text) == (
        "Academy",
        "Ministry",
    )
    assert exchanged("Ada Lunde spoke of the storm.", "Lunde spoke of the storm.") is None


def test_a_heading_has_no_rivals() -> None:
    claim = "The old mill in Sorvan was sold to a bank."
    assert exchanged(claim, "Old Mill Of Ulvik Sold To Bank At Last") is None
    assert exchanged(claim, "The old mill in Ulvik was sold to a bank.") == ("Sorvan", "Ulvik")
