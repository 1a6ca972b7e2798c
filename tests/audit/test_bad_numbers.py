"""Numbers that trap a reader of numbers: each row of the list of bad inputs on statistics, by its number."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import pytest

from audit.pairs import judge as judge_pair
from audit.runner import audit
from audit.statistics import ACCEPTED, accepted, candidates, index, judge, prepare, specification_score
from wellsourced_core.model import Claim, Pair, Quantity, Source
from wellsourced_core.quantities import quantities
from wellsourced_core.text import window


def verdicts(claim: str, source: str) -> list[str]:
    return [one.verdict for one in judge(claim, prepare(source))]


def carried(claim: str, source: str) -> bool:
    return accepted(judge(claim, prepare(source))) is True


def only(text: str) -> Quantity:
    [quantity] = quantities(text)
    return quantity


# ---------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize("other", ["2012", "1.2", "12%", "12,000", "-12", "12th", "12:00", "v12"])
def test_e01_twelve_is_carried_by_no_other_number_that_contains_it(other: str) -> None:
    assert not carried("The list has 12 entries.", f"The list has {other} entries.")
    assert carried("The list has 12 entries.", "The list has 12 entries.")


def test_e02_both_locales_of_a_number_are_read_as_the_same_value() -> None:
    english = "The estate is 1,234.5 hectares, and the wood is not a part of it."
    german = "Der Hof hat 1.234,5 Hektar, und der Wald ist nicht dabei."
    french = "Le domaine compte 1\u202f234,5 hectares et la forêt n’est pas comprise."
    values = [only(text).value for text in (english, german, french)]
    assert values == [1234.5] * 3


@pytest.mark.parametrize("ambiguous", ["1.234", "1,234", "1.234.567", "1,23,456", "1,2,3", "1.2.3", "1,,2", "1..2"])
def test_e02_an_ambiguous_number_is_read_somehow_and_never_an_error(ambiguous: str) -> None:
    for text in (f"It was {ambiguous} then.", ambiguous, f"Es waren {ambiguous} und der Rest ist die Summe."):
        assert all(math.isfinite(q.value) for q in quantities(text))
        judge(text, prepare(text))


@pytest.mark.parametrize("form", ["1.2 million", "1.2M", "1 200 000", "1,200,000", "1.2 mn", "one point two million"])
def test_e03_scales_are_equal_however_they_are_written(form: str) -> None:
    assert only(f"The archive holds {form} letters.").value == pytest.approx(1_200_000)
    assert carried(f"The archive holds {form} letters.", "The archive holds 1,200,000 letters.")


def test_e03_twelve_hundred_thousand_is_read_as_one_number_or_not_carried() -> None:
    found = quantities("The archive holds twelve hundred thousand letters.")
    assert [q.value for q in found] == [1_200_000.0]


@pytest.mark.parametrize(
    ("claim", "source", "equal"),
    [
        ("The share rose to 33%.", "The share rose to 33 percent.", True),
        ("The share rose by 33%.", "The share rose by 33 percentage points.", False),
        ("The share rose by 33 percentage points.", "The share rose by 33%.", False),
        ("A third of the members voted.", "Of the members, 33% voted.", True),
        ("The share is 33%.", "The ratio is 33.", False),
    ],
)
def test_e04_percent_is_never_percentage_points(claim: str, source: str, equal: bool) -> None:
    assert carried(claim, source) is equal


@pytest.mark.parametrize(
    ("claim", "source", "equal"),
    [
        ("It grew 10%.", "It grew 10.4%.", True),  # rounded to the claim's last written digit
        ("It grew 10%.", "It grew 9.96%.", True),
        ("It grew 10%.", "It grew 10.5%.", True),  # half a unit of the last digit, and within 5 %
        ("It grew 10%.", "It grew 10.51%.", False),
        ("It grew 10%.", "It grew 9.49%.", False),
        ("It grew 10.0%.", "It grew 10.4%.", False),
        ("It grew 10.4%.", "It grew 10%.", False),  # a claim more exact than its source
        ("It grew 2%.", "It grew 2.4%.", False),  # half a unit, but more than 5 %
    ],
)
def test_e05_rounding_ends_at_the_last_digit_and_at_five_percent(claim: str, source: str, equal: bool) -> None:
    assert carried(claim, source) is equal


@pytest.mark.parametrize("claim", ["$5", "€5", "£5"])
@pytest.mark.parametrize("source", ["$5", "€5", "£5"])
def test_e06_another_currency_does_not_match(claim: str, source: str) -> None:
    assert carried(f"A ticket costs {claim}.", f"A ticket costs {source}.") is (claim == source)


def test_e06_a_currency_is_the_same_as_a_sign_and_as_a_code() -> None:
    assert carried("A ticket costs $5.", "A ticket costs 5 USD.")
    assert carried("A ticket costs 5 euros.", "A ticket costs €5.")
    assert not carried("A ticket costs $5.", "A ticket has 5 parts.")


# ---------------------------------------------------------------------------------------------- no statistics


@pytest.mark.parametrize(
    "text",
    [
        "See https://a.example/2019/05/12?id=77 for more.",
        "The hall was repainted [12].",
        "Version 3.11.7 repairs it.",
        "Section 4.2 has more.",
        "Call +49 30 1234567 for tickets.",
        "The 5G network and COVID-19 were discussed on Route 66.",
    ],
)
def test_e07_addresses_citations_versions_and_labels_are_no_statistics(text: str) -> None:
    assert quantities(text) == ()
    assert accepted(judge(text, prepare("Nothing of that is written here."))) is None


def test_e07_a_date_is_read_as_a_date_not_as_counts() -> None:
    [found] = quantities("The hall was opened on 2019-05-12.")
    assert (found.kind, found.date) == ("date", "2019-05-12")


# ---------------------------------------------------------------------------------------------- extremes


@pytest.mark.parametrize(
    "strange",
    ["1e308", "1e309", "1e-400", "NaN", "∞", "-∞", "½", "XIV", "9" * 5000, "0." + "0" * 5000 + "1", "٣", "१२"],
)
def test_e08_strange_numbers_raise_nothing_and_stay_finite(strange: str) -> None:
    claim = f"The value was {strange} units, and 3 more."
    for source in (claim, "The value was 3 units.", strange, ""):
        for one in judge(claim, prepare(source)):
            assert math.isfinite(one.score)
            assert math.isfinite(one.quantity.value)
    judge_pair(Pair(Claim(claim), Source("1", "", "", claim)))


def test_e08_a_vulgar_fraction_is_its_value() -> None:
    assert only("The recipe takes ½ litre.").value == 0.5


# ---------------------------------------------------------------------------------------------- places


def test_e09_the_window_ends_where_another_numbers_sentence_begins() -> None:
    claim = "Rents in the harbour grew 4 percent."
    near = "Rents in the harbour grew 4 percent. Wages rose."
    borrowed = "Wages grew 4 percent. Rents in the harbour grew 9 percent."
    [own], [other] = judge(claim, prepare(near)), judge(claim, prepare(borrowed))
    assert own.score == 1.0
    assert other.score < own.score
    assert (own.verdict, other.verdict) == ("carried", "other-fact")


def test_e09_the_window_never_cuts_a_word() -> None:
    text = "alpha beta " * 20 + "4 percent" + " gamma delta" * 20
    at = text.index("4 percent")
    for size in range(1, 90):
        left, right = window(text, at, at + 9, size)
        assert not (text[left - 1 : left].isalnum() and text[left].isalnum())
        assert not (text[right - 1].isalnum() and text[right : right + 1].isalnum())


def test_e10_only_a_bounded_number_of_sources_is_named_however_many_there_are() -> None:
    # Every source has the common number 7; each twentieth has the rare one.
    texts = [f"Line 7 was built. It cost {i % 20 + 10} crowns." for i in range(400)]
    table = index(texts)
    assert max(map(len, table.holders.values())) <= 50
    named = candidates("Line 7 cost 23 crowns.", table, limit=5)
    assert len(named) == 5
    assert candidates("It cost 23 crowns.", table)[0] == 12  # two digits tell 22 from 24, and ties go to the first


def test_e10_work_is_linear_in_claims_and_in_sources() -> None:
    def calls(claims: int, sources: int) -> int:
        texts = [f"Bridge {i} cost {i * 37 % 997} crowns and took 7 years." for i in range(sources)]
        table, count = index(texts), 0

        def counted(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(counted)
        try:
            for i in range(claims):
                candidates(f"Bridge {i} cost {i * 37 % 997} crowns.", table)
        finally:
            sys.setprofile(None)
        return count

    few, many, wide = calls(20, 200), calls(80, 200), calls(20, 800)
    assert many <= 4.4 * few
    assert wide <= 2 * few  # the sources are read once, by the index


# ---------------------------------------------------------------------------------------------- borders


PLANTS = "oak elm ash fir yew bay gum nut pea rye oat hop ivy".split()


@pytest.mark.parametrize("shared", range(10))
def test_e11_a_score_exactly_at_the_border_is_accepted(shared: int) -> None:
    """35 for the number and 65 x 3 / 13 for its words are 50: sums of fractions that no float holds exactly."""
    claim = f"{' '.join(PLANTS)} 12"
    [found] = judge(claim, prepare(f"{' '.join(PLANTS[:shared])} 12"))
    assert found.score == (35 + 5 * shared) / 100
    assert (found.score >= ACCEPTED) is (shared >= 3)
    assert found.score == specification_score(claim, found.quantity, f"{' '.join(PLANTS[:shared])} 12")


def test_e12_a_claim_without_a_number_is_neither_accepted_nor_refused() -> None:
    assert judge("The dam is old.", prepare("The dam is old. It has 12 gates.")) == ()
    assert accepted(()) is None
    found = judge_pair(Pair(Claim("The dam is old."), Source("1", "", "", "The dam is old, and has 12 gates.")))
    assert found.statistics_accepted is None


# ---------------------------------------------------------------------------------------------- as they are written

SERVED = "The ferry terminal in Marlow served {} in the survey, according to the harbour office."


def verified(said: str, source: str) -> tuple[str, ...]:
    return judge_pair(Pair(Claim(SERVED.format(said)), Source("1", "", "", SERVED.format(source)))).findings


def audited(said: str, source: str) -> tuple[str, ...]:
    text = f"{SERVED.format(said)[:-1]} [1].\n\n## Sources\n\n1. Report. https://a.example/1\n"
    given = Source("1", "https://a.example/1", "Report", SERVED.format(source), n=1)
    return tuple(found.code for found in audit(text, (given,)).findings)


@pytest.mark.parametrize("check", [verified, audited])
@pytest.mark.parametrize("digits", ["٤{}", "۴{}", "४{}", "４{}", "๔{}", "𝟒{}", "&#x34;{}", "&#52;{}"])
def test_j106_digits_of_other_scripts_are_judged(check: Callable[[str, str], tuple[str, ...]], digits: str) -> None:
    for unit in ("percent", "boats"):
        assert check(f"{digits.format(2)} {unit}", f"42 {unit}") == ()
        assert check(f"{digits.format(3)} {unit}", f"42 {unit}") == ("N201",)
        if "&" not in digits:
            assert check(f"42 {unit}", f"{digits.format(2)} {unit}") == ()
            assert check(f"43 {unit}", f"{digits.format(2)} {unit}") == ("N201",)


@pytest.mark.parametrize("check", [verified, audited])
@pytest.mark.parametrize("form", ["4{}2 percent", "{}42{} percent", "42 per{}cent", "42{} percent", "4{}2 boats"])
@pytest.mark.parametrize("hidden", ["\u200b", "\u00ad", "\u2060", "\u200f", "\u200e"])
def test_j107_hidden_characters_in_numbers_refuse_no_right_one(
    check: Callable[[str, str], tuple[str, ...]], form: str, hidden: str
) -> None:
    odd, plain = form.replace("{}", hidden), form.replace("{}", "")
    assert check(odd, plain) == check(plain, odd) == ()
    assert check(odd.replace("2", "3"), plain) == check(plain.replace("2", "3"), odd) == ("N201",)


def test_j107_a_finding_points_to_a_number_with_what_it_hides() -> None:
    said = SERVED.format("4\u00ad3 percent")
    text = f"{said[:-1]} [1].\n\n## Sources\n\n1. Report. https://a.example/1\n"
    given = Source("1", "https://a.example/1", "Report", SERVED.format("4\u200b2 percent"), n=1)
    [finding] = audit(text, (given,)).findings
    assert text[finding.start : finding.end] == "4\u00ad3 percent"
    assert finding.evidence is not None
    assert finding.evidence.text == given.text[finding.evidence.start : finding.evidence.end] == "4\u200b2 percent"


@pytest.mark.parametrize("check", [verified, audited])
@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        (["1e5", "10^5", "10⁵", "1×10⁵", "1 x 10^5"], ["1e6", "3e5", "10⁷", "3×10⁵", "1e400", "9" * 310], "100,000"),
        (["4·2", "4٫2"], ["4·9", "٤٫٩"], "4.2"),
        (["half a percent of its"], ["half a million"], "0.5 percent of its"),
        (["$10^5$", "$1 \\times 10^{5}$"], ["$10^4$", "10⁻⁵"], "100,000"),
        (["10"], ["10⁻³", "10⁵", "10^99999999999"], "10"),
        (["10⁵"], ["10"], "10⁵"),
        (["10⁻³"], ["10"], "10⁻³"),
        (["9" * 120, "&#57;" * 120], ["8" * 120, "9" * 119, "1e400", "12e4567"], "9" * 120),
        (["10^500"], ["1e400", "10^501"], "10^500"),
    ],
)
def test_j108_powers_points_and_numbers_beyond_the_floats_are_values(
    check: Callable[[str, str], tuple[str, ...]], right: list[str], wrong: list[str], source: str
) -> None:
    for one in right:
        assert not any(code[0] == "N" for code in check(f"{one} boats", f"{source} boats")), one
    for one in wrong:
        assert any(code[0] == "N" for code in check(f"{one} boats", f"{source} boats")), one


def test_j108_nothing_is_worked_out_with_a_number_beyond_all_values() -> None:
    source = Source(
        "1", "", "", f"There were {'8' * 150} red boats, {'7' * 130} white boats and 5 blue boats in total."
    )
    claim = Claim(f"There were {'9' * 120} boats in total.")
    assert "N201" in judge_pair(Pair(claim, source)).findings


@pytest.mark.parametrize("check", [verified, audited])
@pytest.mark.parametrize("struck", ["~~{}~~ {}", "<del>{}</del> {}", "{1} <s>{0}</s>"])
def test_j109_struck_text_is_not_said(check: Callable[[str, str], tuple[str, ...]], struck: str) -> None:
    assert check(f"{struck.format('42 boats', '43 boats')}", "42 boats") == ("N201",)
    assert check(f"{struck.format('43 boats', '42 boats')}", "42 boats") == ()


@pytest.mark.parametrize("check", [verified, audited])
def test_j109_struck_text_may_be_marked_up(check: Callable[[str, str], tuple[str, ...]]) -> None:
    assert check("<del>41 <b>old</b></del> 42 boats", "42 boats") == ()


@pytest.mark.parametrize("check", [verified, audited])
@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("many in 2024", "many, updated May 12, 2024·5 min read"),
        ("5 percent", "many in May 2024·5 percent"),
        ("CuSO4·5H2O", "CuSO4 · 5H2O"),
        ("commit 5e10", "its guests"),
        ("model 3E5", "its guests"),
    ],
)
def test_j108_dots_and_names_refuse_no_right_number(
    check: Callable[[str, str], tuple[str, ...]], said: str, source: str
) -> None:
    assert not any(code[0] == "N" for code in check(said, source))
