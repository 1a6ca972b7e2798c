"""Claims told partly in other words than their source, each beside a twin that is in order."""

from __future__ import annotations

import pytest

from audit.statements import overclaims
from audit.statistics import prepare

PARISH = "The parish of Lorn lies between two weirs and has a ferry."


def rules(claim: str, *source: str) -> list[str]:
    return [one.rule for one in overclaims(claim, prepare(" ".join(source))) if one.certainty == "likely"]


@pytest.mark.parametrize(
    ("rule", "claim", "twin", "source"),
    [
        (  # the clause of the hedge goes on, the claim has its beginning
            "dropped-hedge",
            "The famine emptied the abbey.",
            "Perhaps the famine emptied the abbey.",
            "Perhaps it was the famine that emptied the abbey, for the harvests of both years had failed in the north.",
        ),
        (
            "dropped-hedge",
            "A cracked valve flooded the mill.",
            "A cracked valve may have flooded the mill.",
            "The inspectors cannot exclude that a cracked valve flooded the mill, where forty looms stood.",
        ),
        (  # "the risk" is what is told, not the claim's own hedge
            "dropped-hedge",
            "Dead wood increases the risk of fire.",
            "Dead wood might increase the risk of fire.",
            "Dead wood may increase the risk of fire, a question that foresters are looking into.",
        ),
        (
            "dropped-hedge",
            "The merger of the two dairies went through.",
            "The merger of the two dairies is likely.",
            "The merger of the two dairies is likely.",
        ),
        (  # the plan stands behind what is planned
            "plan-as-fact",
            "Divers from Lorn have searched the eastern basin.",
            "Divers from Lorn are to search the eastern basin.",
            "A search of the eastern basin by divers from Lorn is on the board's programme for next year.",
        ),
        (
            "plan-as-fact",
            "Free meals were introduced for every pupil.",
            "Free meals are planned for every pupil.",
            "The premier pledged that free meals would be introduced for every pupil in the course of her term.",
        ),
        (
            "dropped-speaker",
            "The drink doubles the speed of recovery.",
            "The drink doubles the speed of recovery, its makers claim.",
            "The makers claim that it doubles the speed of recovery after exercise, and a runner holds up two thumbs.",
        ),
        (  # somebody else disputes what is said
            "dropped-speaker",
            "The quarry will not lower the water table.",
            "The quarry will not lower the water table, the owner says.",
            "The owner says that the quarry will not lower the water table. The herders dispute this.",
        ),
        (
            "cause",
            "The new mine has shrunk the herds.",
            "The herds have shrunk since the new mine.",
            "Herds have become smaller since the new mine opened. The authors cannot say what lies behind it.",
        ),
        (
            "cause",
            "The pouches raised scores in mathematics.",
            "In schools with pouches scores in mathematics went up.",
            "In schools using pouches, scores in mathematics rose. The two may have nothing to do with each other.",
        ),
        (
            "contrasted-restriction",
            "The compound stopped the growth of tumours.",
            "In mice the compound stopped the growth of tumours.",
            "In mice the compound stopped the growth of tumours.",
        ),
        (
            "contrasted-restriction",
            "Sixty per cent of the guest houses lacked a second way out.",
            "In wooden buildings sixty per cent of the guest houses lacked a second way out.",
            "In wooden buildings, sixty per cent of the guest houses lacked a second way out. In newer ones it was 5.",
        ),
        (
            "quantifier",
            "Most nurses in the valley have been assaulted.",
            "A minority of the nurses in the valley have been assaulted.",
            "A sizeable minority of the nurses in the valley, 38 per cent, have been assaulted.",
        ),
        (
            "quantifier",
            "Most of the coastline is protected.",
            "Part of the coastline is protected.",
            "A good fifth of the coastline is by now protected.",
        ),
        (
            "quantifier",
            "Half the kiosks were selling tobacco to children.",
            "A few of the kiosks were selling tobacco to children.",
            "About one kiosk in ten was selling tobacco to children.",
        ),
        (
            "superlative",
            "No port handles more crates than Skell.",
            "Only one port handles more crates than Skell.",
            "Skell is the second-busiest port by the crates that it handles.",
        ),
        (
            "superlative",
            "The Ravna is dirtier than any other river.",
            "The Ravna is dirtier than most rivers.",
            "Few rivers are dirtier than the Ravna.",
        ),
        (
            "bound",
            "The repairs will be finished within two years.",
            "The repairs will take two years or more.",
            "The repairs will take at least two years, the councillor said.",
        ),
        (
            "bound",
            "Volunteers must be over the age of 65.",
            "Volunteers must be under the age of 65.",
            "Volunteers have to be between 18 and 65 years old.",
        ),
        (
            "bound",
            "Exactly 40 swimmers fell ill.",
            "At least 40 swimmers fell ill.",
            "At least 40 swimmers fell ill.",
        ),
        (
            "swapped-roles",
            "Sparrows drove the swifts out of the tower.",
            "Swifts drove the sparrows out of the tower.",
            "The swifts drove out the sparrows, and the tower was theirs.",
        ),
        (
            "swapped-roles",
            "Demand is outstripped by supply.",
            "Supply is outstripped by demand.",
            "In the north demand exceeds supply by 640 posts.",
        ),
        (
            "swapped-roles",
            "The union took the company to court.",
            "The company took the union to court.",
            "The company took the union to court over a leaflet.",
        ),
        (
            "restriction",
            "Almost every child caught a cold.",
            "Almost every child lost a glove or caught a cold.",
            "Almost every child lost a glove or caught a cold.",
        ),
        (
            "amount-part",
            "The group consists of Ann Lund.",
            "The group consists of Ann Lund and Bo Tarn.",
            "The group consists of Ann Lund and Bo Tarn.",
        ),
    ],
)
def test_what_is_told_and_what_is_in_order(rule: str, claim: str, twin: str, source: str) -> None:
    beside = () if rule in ("restriction", "amount-part") else (PARISH,)
    assert rule in rules(claim, source, *beside)
    assert rule not in rules(twin, source, *beside)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Every sample stayed within the limit.", "None of the samples exceeded the limit."),
        ("All but one of the rivers rise in the hills.", "Seven of the eight rivers rise in the hills."),
        ("Over nine in ten tenants had never turned to the line.", "Fewer than one in ten tenants had used the line."),
        ("In 29 of 38 schools telephones are locked away.", "In 29 of the 38 schools they are; the rest do not."),
        ("Every practice reached at least 90 per cent.", "No practice on the coast fell below 90 per cent of them."),
        ("The tram carried twice as many as planned.", "It carried 1.3 million, twice what had been planned."),
        ("The associations of tenants raised the fee.", "The tenants' association reported a higher fee."),
        ("The intakes increased during the winter.", "The intakes rose in winter. The cause is not known."),
    ],
)
def test_what_other_words_do_not_make_wrong(claim: str, source: str) -> None:
    assert rules(claim, source, PARISH) == []
