"""Claims against sources: what carries a number, what does not, and what is shown for it."""

from __future__ import annotations

import pytest

from audit.statistics import (
    ACCEPTED,
    accepted,
    candidates,
    conflicts,
    direction_mismatch,
    index,
    judge,
    prepare,
    specification_score,
)
from wellsourced_core.quantities import quantities


def verdicts(claim: str, source: str, title: str = "") -> list[str]:
    return [v.verdict for v in judge(claim, prepare(source, title))]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Inflation was 2.4 % in July.", "Die Inflationsrate lag im Juli bei 2,4 Prozent."),
        ("It served 1.2 million guests.", "It served 1 200 000 guests."),
        ("It served 1.2M guests.", "It served twelve hundred thousand guests."),
        ("A third of the voters came.", "33 % of the voters came."),
        ("The rate is 10 %.", "The rate is 10.4 %."),
        ("The rate is 10 %.", "The rate is 9.96 %."),
        ("The bridge is about 2 km long.", "The bridge is 1,960 metres long."),
        ("She was born on 6 May 1920.", "She was born on May 6, 1920."),
        ("She was born in May 1920.", "She was born on May 6, 1920."),
        ("The fair drew more than 400 people.", "The fair drew 412 people."),
        ("The fair drew at least 400 people.", "The fair drew over 400 people."),
        ("The hall holds 20 choirs.", "The hall holds twenty choirs."),
        ("The fee is $5.", "The fee is 5 dollars."),
        ("The march drew 3,500 people.", "The march drew 3,482 people."),
        ("The mill burned down in May 1987.", "The 1987 season was the last: the mill burned down on 17 May."),
        ("The mill burned down in 1993.", "The mill burned down several times (1951, 1972, 1993)."),
        ("The ratio approaches one.", "The ratio approaches 1, as expected."),
        ("The mask meets norm EN 14,683.", "The mask meets norm EN 14683."),
        ("工厂有1200人。", "这家工厂约有1200人。"),
    ],
)
def test_carried(claim: str, source: str) -> None:
    assert verdicts(claim, source) == ["carried"]


@pytest.mark.parametrize(
    ("claim", "source", "verdict"),
    [
        ("The dam cost $4.2 billion.", "The dam (cost: 4.2 million dollars) was finished in 1931.", "unit"),
        ("The fee is $5.", "The fee is €5.", "unit"),
        ("The fee is US$5.", "The fee is A$5.", "unit"),
        ("Turnout rose 33 percentage points.", "Turnout rose 33 %.", "unit"),
        ("The race took 60 minutes.", "The race took 60 hours.", "unit"),
        ("The rate is 10 %.", "The rate is 10.6 %.", "absent"),
        ("The rate is 10.0 %.", "The rate is 10.4 %.", "absent"),
        ("The plant opened in 1987.", "The plant opened in 1986.", "absent"),
        ("The plant employs 12 people.", "The plant employs 2012 people.", "absent"),
        ("Exports grew 12 %.", "Imports grew 12 % last year, exports grew 7 %.", "other-fact"),
        ("Exports grew 12 %.", "In 2020 imports grew 12 %. Exports grew 7 %.", "other-fact"),
        ("Sales rose 5 % in May.", "Sales fell 5 % in May.", "direction"),
        ("The board did not sell 5 % of the shares.", "The board did sell 5 % of the shares.", "direction"),
        ("Over 50 people came to the fair.", "Fewer than 50 people came to the fair.", "direction"),
        ("She served for eleven years.", "She was prime minister from 1979 to 1990.", "derived"),
        ("Both plants made 30 cars in total.", "The old plant made 10 cars. The new plant made 20 cars.", "derived"),
        ("The COVID-31 virus spread.", "The COVID-19 virus spread.", "absent"),
        ("The march drew 3,500 people.", "The march drew 3,442 people.", "absent"),
        ("Sales of lamps were high in 2019.", "Sales of lamps were up 5 % in 2020 over the year 2019.", "other-fact"),
    ],
)
def test_not_carried(claim: str, source: str, verdict: str) -> None:
    assert verdicts(claim, source) == [verdict]
    assert accepted(judge(claim, prepare(source))) is (verdict == "derived")


def test_only_equal_values_in_compatible_units_match() -> None:
    source = "2012, 1.2, 12%, 12,000, -12, 12th, 12:00, v12 were printed."
    assert "carried" not in verdicts("The list has 12 rows.", source)


def test_two_numbers_in_each_others_place_are_both_withdrawn() -> None:
    source = "The company employs 7,000 people in Norway and 12,000 in Sweden."
    assert verdicts("The company employs 12,000 people in Norway and 7,000 in Sweden.", source) == ["other-fact"] * 2
    assert verdicts("The company employs 7,000 people in Norway and 12,000 in Sweden.", source) == ["carried"] * 2


def test_a_title_tells_of_every_number_alike() -> None:
    source = "It is 80 metres high and 300 metres long."
    assert verdicts("The Hallow dam is 80 metres high.", source, "Hallow dam") == ["carried"]


def test_a_date_leaves_the_direction_to_the_number_beside_it() -> None:
    source = "In 2023 imports grew 12 % as energy became dearer, while exports grew 7 %."
    assert verdicts("Exports grew 12 % in 2023.", source) == ["other-fact", "carried"]


def test_cited_authors_and_spelled_out_acronyms_are_no_strangers() -> None:
    source = "Ticks spread. The EEOC heard of it. Some stayed. In all 32 % of the deer fell ill."
    claim = "Of the deer 32 % fell ill, say Marsh et al. to the Equal Employment Opportunity Commission."
    assert verdicts(claim, source) == ["carried"]


def test_evidence_points_into_the_source() -> None:
    source = "The dam was long planned. It cost 4.2 million dollars."
    (verdict,) = judge("The dam cost $4.2 million.", prepare(source))
    assert verdict.evidence is not None
    assert source[verdict.evidence.start : verdict.evidence.end] == verdict.evidence.text == "4.2 million dollars"


def test_title_carries_a_number_but_is_no_evidence() -> None:
    (verdict,) = judge("The song was a hit in 1963.", prepare("The song was a hit.", "December, 1963"))
    assert (verdict.verdict, verdict.evidence) == ("carried", None)


def test_without_a_statistic_there_is_nothing_to_accept() -> None:
    assert accepted(judge("The dam is long.", prepare("The dam has 12 gates."))) is None


def test_all_must_be_carried() -> None:
    source = prepare("The dam has 12 gates and 30 pumps.")
    assert accepted(judge("The dam has 12 gates and 30 pumps.", source)) is True
    assert accepted(judge("The dam has 12 gates and 31 pumps.", source)) is False


def test_a_count_the_reader_may_have_made_tells_nothing_either_way() -> None:
    source = prepare("The products (lamps, desks, chairs) are sold at 15 % off.")
    assert accepted(judge("The three products are sold at 15 % off.", source)) is True
    assert accepted(judge("The three products are sold.", source)) is None


# ---------------------------------------------------------------------------------------------- the specification


def score(claim: str, source: str) -> float:
    return specification_score(claim, quantities(claim)[0], source)


def test_specification_score_on_normalised_values() -> None:
    assert score("The dam cost $4.2 million.", "The dam cost 4,200,000 dollars.") == 1.0
    assert score("The dam cost $4.2 billion.", "The dam cost 4.2 million dollars.") < ACCEPTED
    assert score("Sales rose 12 %.", "Winters are mild.") == 0.0


def test_specification_score_at_the_border_is_accepted() -> None:
    # Three of five words in the source: 15; none near the number: 0; the number: 35.
    source = f"Seven geese were seen. {'Nothing else was there. ' * 9}Later came lamps, ropes, boats."
    found = score("7 lamps ropes boats nails tents", source)
    assert found == 0.5
    assert found >= ACCEPTED


def test_a_window_stops_where_another_number_s_sentence_begins() -> None:
    near = score("Exports grew 12 %.", "Imports shrank 12 %. Exports grew 7 %.")
    alone = score("Exports grew 12 %.", "Imports shrank 12 %. Exports grew.")
    assert near < alone


# ---------------------------------------------------------------------------------------------- contradiction


@pytest.mark.parametrize(
    ("claim", "source", "kind"),
    [
        ("Smoking is allowed on the terrace.", "Smoking is not allowed on the terrace.", "denied"),
        ("Smoking is not allowed on the terrace.", "Smoking is allowed on the terrace.", "negated"),
        ("The council won the case in court.", "The council lost the case in court.", "reversed"),
        ("The strike ended without a deal.", "The strike ended with a deal.", "negated"),
    ],
)
def test_direction_mismatch_both_ways(claim: str, source: str, kind: str) -> None:
    found = direction_mismatch(claim, prepare(source))
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Smoking is allowed on the terrace.", "Smoking is allowed on the terrace."),
        ("Smoking is not allowed on the terrace.", "Smoking is never allowed on the terrace."),
        ("No fewer than 12 men came to the mine.", "12 men came to the mine."),
        ("The lamp is not too bright.", "The lamp is bright enough."),
        (
            "The guild had no apprentices.",
            "The guild was small. It had a hall. Apprentices it had none; no apprentices.",
        ),
        ("The lamp is bright.", "Nobody had seen the old ship that sank."),
    ],
)
def test_no_direction_mismatch(claim: str, source: str) -> None:
    assert direction_mismatch(claim, prepare(source)) is None


def test_a_negation_only_in_the_source_refuses_no_statistic() -> None:
    claim, source = "The 12 guests may smoke on the terrace.", "The 12 guests may not smoke on the terrace."
    assert direction_mismatch(claim, prepare(source)) is not None
    assert accepted(judge(claim, prepare(source))) is True


# ---------------------------------------------------------------------------------------------- between sources


TREES = "The city counted 4,200 trees in 2019. The mayor was glad."


def test_conflict_shows_both_spans() -> None:
    other = "A survey of the city counted 5,100 trees in 2019."
    (found,) = conflicts(prepare(TREES), prepare(other))
    assert found.kind == "conflict"
    assert (found.first.text, found.second.text) == ("4,200", "5,100")
    assert other[found.second.start : found.second.end] == "5,100"


@pytest.mark.parametrize(
    "other",
    [
        "A survey of the city counted 5,100 trees in 2015.",
        "A survey of the city counted 4,200 trees in 2019.",
        "The city counted 5,100 lamps in 2019 for the tax office.",
    ],
)
def test_another_period_value_or_measure_is_no_conflict(other: str) -> None:
    assert conflicts(prepare(TREES), prepare(other)) == ()


def test_an_estimate_is_a_spread() -> None:
    (found,) = conflicts(prepare(TREES), prepare("The city counted about 5,100 trees in 2019."))
    assert found.kind == "spread"


def test_index_finds_the_sources_of_a_number() -> None:
    sources = index(["It has 7 gates.", "It cost 4.25 million.", "It has 7 pumps.", "It cost 9 million."])
    assert candidates("It cost 4.2 million and has 7 gates.", sources) == (1, 0, 2)


def test_index_keeps_common_values_bounded() -> None:
    sources = index(["The year was 2020."] * 400)
    assert len(candidates("It was 2020.", sources, limit=1000)) <= 50


@pytest.mark.parametrize(
    ("claim", "source", "found"),
    [
        ("From 41,000 to 83,500 guests came.", "The guests were 41,000 in 2018 and 83,500 in 2023.", "carried"),
        ("From 41,000 to 83,500 guests came.", "The guests were 31,000 in 2018 and 83,500 in 2023.", "absent"),
        ("Between 2011 and 2021 the town grew.", "The town grew from the count of 2011 to that of 2021.", "carried"),
        ("Between 2011 and 2021 the town grew.", "The town grew in 2011. It grew again in 2021.", "absent"),
        ("Its price is between 12 and 15 euros.", "Its price is 15 euros, once it was 12 euros.", "absent"),
    ],
)
def test_a_source_says_the_ends_of_a_range_apart_in_one_sentence(claim: str, source: str, found: str) -> None:
    assert verdicts(claim, source)[0] == found


def test_a_date_behind_the_same_number_is_in_its_place() -> None:
    source = "The profit of the mill was $48 million in 2022 and $24 million in 2023."
    assert verdicts("The profit of the mill was $24 million in 2023.", source) == ["carried", "carried"]
    assert verdicts("The profit of the mill was $24 million in 2022.", source) != ["carried", "carried"]


def test_the_only_sentence_of_a_source_has_no_other_context() -> None:
    claim = "The tower, completed in 1889 after long works, is 300 metres high."
    one = "The tower stands 984 feet tall and was finished in 1889."
    assert verdicts(claim, one) == ["carried", "carried"]
    assert verdicts(claim, f"{one} The cast met in a hall. Rain fell. A prop was lost.")[0] == "other-fact"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Revenue fell 25 % to $90 million.", "Revenue was $90 million, down from $120 million."),
        ("Revenue fell by 25 %.", "Revenue was $120 million in May and $90 million in June."),
        ("Born in 1971, she opened the mill at the age of 28.", "Born in 1971, she opened the mill in 1999."),
        ("The 90 voters are 75 % of the town.", "The town has 120 people; 90 of its people are voters."),
    ],
)
def test_what_follows_from_the_source_is_accepted(claim: str, source: str) -> None:
    found = judge(claim, prepare(source))
    assert [v.derivation for v in found if v.verdict == "derived"] != [""]
    assert accepted(found) is True


def test_a_share_is_no_fall() -> None:
    claim = "Output, 1.5 million tonnes, fell 60 % to 900,000 tonnes."
    assert verdicts(claim, "It was 1.5 million tonnes, then 900,000 tonnes.") == ["carried", "absent", "carried"]


def test_a_share_of_shares_does_not_follow() -> None:
    assert verdicts("Mortality rose by 103 %.", "Mortality was 32 % in one group and 65 % in another.") == ["absent"]


def test_a_change_the_other_way_does_not_follow() -> None:
    assert verdicts("Revenue fell by 33 %.", "Revenue was $90 million in May and $120 million in June.") == ["absent"]
    assert verdicts("Its profit doubled.", "Its profit was $48 million in May and $24 million in June.") == ["absent"]


def test_two_ends_are_two_dates() -> None:
    assert verdicts("Her contract runs until 2028.", "Her contract runs until 2026.") == ["absent"]
    assert verdicts("The khanate stood until the 18th century.", "The khanate stood until 1783.") == ["carried"]


def test_nearly_is_near() -> None:
    assert verdicts("The blaze took nearly 6 hours.", "The blaze took nearly four hours.") == ["absent"]
    assert verdicts("The blaze took nearly 6 hours.", "The blaze took 5.5 hours.") == ["carried"]
