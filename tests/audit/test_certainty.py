"""How certain a finding is, from how its sentence is cited, and the severity that follows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.certainty import Standing, most, of_citation, of_names, of_number
from audit.checks import all_checks
from audit.runner import audit
from wellsourced_core.model import CERTAINTIES, Severity, Source
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.checks import Check
    from wellsourced_core.model import Certainty

STANDINGS = st.builds(Standing, st.booleans(), st.booleans(), st.floats(0, 1))
CITED = st.sampled_from(CERTAINTIES)


def source(text: str, n: int = 1) -> Source:
    return Source(f"s{n}", f"https://{'ab'[n - 1]}.example", "", text, n=n)


def told(draft: str, *sources: Source) -> dict[str, tuple[Severity, Certainty]]:
    return {finding.code: (finding.severity, finding.certainty) for finding in audit(draft, sources).findings}


@given(STANDINGS, st.booleans())
def test_nothing_is_sure_while_a_cited_text_could_not_be_read(standing: Standing, flag: bool) -> None:
    if not standing.complete:
        assert of_citation(standing, better=flag) == "possible"
        assert of_names(standing, 3, exchanged=flag) == "possible"
        assert of_number("proven", standing) == "possible"


@given(CITED, STANDINGS)
def test_a_standing_only_takes_from_certainty(certainty: Certainty, standing: Standing) -> None:
    assert CERTAINTIES.index(of_number(certainty, standing)) >= CERTAINTIES.index(certainty)


@given(st.lists(CITED, min_size=1))
def test_the_most_certain_of_some(certainties: list[Certainty]) -> None:
    assert most(certainties) == min(certainties, key=CERTAINTIES.index)


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.code)
def test_severity_follows_certainty_up_to_what_a_rule_may_have(check: Check) -> None:
    order = list(Severity)
    graves = [order.index(check.severity_of(one)) for one in CERTAINTIES]
    assert graves == sorted(graves)
    assert graves[0] == order.index(check.severity)
    assert check.severity_of("possible") is Severity.NOTE


DAM = source("The dam was built in 1961. It holds 40 million cubic metres and feeds two villages.")
BEES = source("Bees dance to tell one another where the clover is, and the queen lays eggs all summer.", 2)


def test_a_marker_at_the_end_of_its_sentence_is_accused_one_inside_it_is_doubted() -> None:
    ended = "The dam was built in 1961 and feeds two villages [2].\n\n1. https://a.example\n2. https://b.example\n"
    inside = (
        "The orchestra of Lorn [2] plays Mahler in a barn on Sundays.\n\n1. https://a.example\n2. https://b.example\n"
    )
    assert told(ended, DAM, BEES)["C102"] == (Severity.ERROR, "proven")
    assert told(inside, DAM, BEES).get("C102", (Severity.NOTE, "possible")) == (Severity.NOTE, "possible")


@given(STANDINGS, st.integers(0, 3), st.booleans())
def test_what_the_sources_lack_only_adds_to_certainty(standing: Standing, lacking: int, flag: bool) -> None:
    sure = of_citation(replace(standing, lacking=lacking), better=flag)
    surer = of_citation(replace(standing, lacking=lacking + 1), better=flag)
    assert CERTAINTIES.index(surer) <= CERTAINTIES.index(sure)


def test_names_that_the_sources_lack_make_an_error_of_what_may_be_other_words() -> None:
    harbour = source("The harbour of Lorn was dredged in spring. Fishing boats use it, and yachts in summer.")
    named = "The harbour was enlarged by Gudrun Haugen in the spring after a visit from Admiral Petrescu [1]."
    plain = "The harbour was enlarged by its keeper in the spring after a quarrel with an insurer [1]."
    assert told(named, harbour)["C102"] == (Severity.ERROR, "proven")
    assert told(plain, harbour)["C103"] == (Severity.WARNING, "likely")


def test_two_unknown_names_are_a_warning_and_names_of_which_a_part_is_known_a_note() -> None:
    band = source("Leah sang the second song, Noah the third, and the hall in Kells was full on all three evenings.")
    two = "Leah sang the second song in Kells, Brigitte Noll the third, and Harald Stam played on all evenings [1]."
    known = "Leah Marlow sang the second song, Noah Terence the third, and the hall was full on all evenings [1]."
    assert told(two, band)["C107"] == (Severity.WARNING, "likely")
    assert told(known, band)["C107"] == (Severity.NOTE, "possible")


def test_two_unknown_names_by_initials_are_a_note_and_beside_another_name_a_warning() -> None:
    lab = source("The team fed mice for six weeks and counted the cells of their livers under a microscope in Kells.")
    initials = "The team fed mice for six weeks and counted cells with OXB1 and KRV in their livers in Kells [1]."
    place = "The team fed mice for six weeks and counted cells with OXB1 in livers under a microscope in Zubrin [1]."
    assert told(initials, lab)["C107"] == (Severity.NOTE, "possible")
    assert told(place, lab)["C107"] == (Severity.WARNING, "likely")


def test_digits_are_an_error_in_a_supported_sentence_a_warning_and_a_small_count_in_words_a_note() -> None:
    assert told("The dam was built in 1961 and feeds 75 villages [1].", DAM)["N201"] == (Severity.WARNING, "likely")
    assert told("The tower has 41 rooms [1].", source("The tower has 57 rooms."))["N201"] == (Severity.ERROR, "proven")
    mills = source("The guild owns the oil mill, the corn mill and the saw mill.")
    assert told("The guild owns three mills [1].", mills)["N201"] == (Severity.NOTE, "possible")


def test_another_scale_is_an_error_however_well_the_sentence_is_supported() -> None:
    cost = source("The dam cost 4.2 million dollars to build. Its fish ladder opened in 1998.")
    assert told("The dam cost $4.2 billion to build [1].", cost) == {"N203": (Severity.ERROR, "proven")}


def test_a_hole_in_the_source_may_have_held_the_number() -> None:
    lake = source("The lake has a depth of . It lies in the hills above the town of Lorn.")
    assert told("The lake above Lorn has a depth of 12 m [1].", lake)["N201"] == (Severity.NOTE, "possible")


@pytest.mark.parametrize(
    ("claim", "text", "severity"),
    [
        ("The ferry never stops at Lorn [1].", "The ferry stops at Lorn.", Severity.WARNING),
        (
            "The ferry stops at Lorn, but not always on Sundays [1].",
            "The ferry stops at Lorn on Sundays.",
            Severity.NOTE,
        ),
        ("Smoking is allowed on the terrace [1].", "Smoking is not allowed on the terrace.", Severity.WARNING),
    ],
)
def test_a_negation_is_told_where_it_denies_the_very_words(claim: str, text: str, severity: Severity) -> None:
    assert told(claim, source(text)).get("M604", (Severity.NOTE,))[0] is severity


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("For a century it was run as a bakery. Its brick oven fed the poor of the parish.", Severity.WARNING),
        ("For a century it was run as a tannery. Its brick oven fed the poor of the parish.", Severity.NOTE),
        ("For a century it was run as a bakery. Its brick oven never fed the poor of the parish.", Severity.NOTE),
    ],
    ids=["all of it", "all but a word", "half of it denied"],
)
def test_a_negation_is_told_where_the_nearest_sentences_say_all_that_it_denies(text: str, severity: Severity) -> None:
    claim = "The mill of Lorn, which stands by the weir, was not a bakery with a brick oven for the poor [1]."
    mill = source(f"The mill stands by a weir at Lorn in the hills above Kells. {text}")
    assert told(claim, mill).get("M604", (Severity.NOTE,))[0] is severity


MILL = "The mill at Lorn, however old, supplied every household in the valley with flour until the war."


@pytest.mark.parametrize(
    ("claim", "text", "severity"),
    [
        # What qualifies a negation stands with it: elsewhere in the sentence it changes nothing.
        ("However, the mill at Lorn did not supply every household with flour [1].", MILL, Severity.WARNING),
        ("The mill at Lorn did not supply all households in the valley with flour [1].", MILL, Severity.WARNING),
        # In part, or for contrast, it denies what a source says in full, not what it says otherwise.
        ("Not every household in the valley was supplied with flour by the mill at Lorn [1].", MILL, Severity.WARNING),
        ("The mill at Lorn supplied not flour but bread to the households of the valley [1].", MILL, Severity.WARNING),
        ("The mill at Lorn did not always supply every household in the valley with flour [1].", MILL, Severity.NOTE),
        ("The mill at Lorn supplied not oats but flour to every household in the valley [1].", MILL, Severity.NOTE),
        ("The valley is in want if the mill at Lorn does not supply every household [1].", MILL, Severity.NOTE),
        # Nor does a negation of something else in the source's sentence.
        (
            "The ferry does not stop at Lorn on Sundays, when the school is closed [1].",
            "The ferry stops at Lorn on Sundays, when no school is open.",
            Severity.WARNING,
        ),
        (
            "The ferry does not stop at Lorn on Sundays [1].",
            "The ferry stops at Lorn on weekdays, but does not stop on Sundays.",
            Severity.NOTE,
        ),
        # The words around it stand together, though the sentence has less of the claim.
        (
            "Inspectors, who came unannounced last autumn, wrote that the tall mill does not store grain dry [1].",
            "The mill stores its grain dry. It has a tower.",
            Severity.WARNING,
        ),
        # A claim that tells two things apart.
        (
            "The Marl is the longest river in the valley, but it is not the longest river in the country [1].",
            "The Marl is the longest river in the valley.",
            Severity.NOTE,
        ),
        (
            "Forty percent of the ferries do not stop at Lorn on Sundays [1].",
            "Sixty percent of the ferries stop at Lorn on Sundays.",
            Severity.NOTE,
        ),
        (
            "Sixty percent of the ferries do not stop at Lorn on Sundays [1].",
            "Sixty percent of the ferries stop at Lorn on Sundays.",
            Severity.WARNING,
        ),
        ("It is not not known where the mill stood in the valley of Lorn [1].", MILL, Severity.WARNING),
    ],
)
def test_a_negation_is_told_where_nothing_qualifies_it(claim: str, text: str, severity: Severity) -> None:
    found = told(claim, source(text))
    negations = [grave for code in ("M604", "N204") if (grave := found.get(code))]
    assert (negations[0][0] if negations else Severity.NOTE) is severity


def test_a_name_in_place_of_another_is_told_with_it() -> None:
    text = "The first ferry was built by the Brandal yard in Ulvik and carries ninety cars across the Marl sound."
    found = told("Ninety cars cross the sound on the first ferry from the Kessim yard [1].", source(text))
    assert found["C107"] == (Severity.WARNING, "likely")


def test_a_sentence_about_what_sources_do_not_say_is_not_judged() -> None:
    assert set(told("The source does not mention how the dam was paid for [1].", DAM)) <= {"C104"}


def test_a_name_is_missed_where_the_source_has_another_in_its_place() -> None:
    text = "The plan was drawn up by Mayor Haugen, who opened the dam in 1961 and left the next year."
    draft = "The plan was drawn up by Mayor Lindqvist, who opened the dam in 1961 [1]."
    assert told(draft, source(text))["C107"] == (Severity.WARNING, "likely")
