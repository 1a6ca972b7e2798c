"""Numbers as people write them: the value, the unit and the kind that a reader would name."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities


def only(text: str) -> Quantity:
    found = quantities(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("it cost $4.2 billion", 4.2e9, "USD", "money"),
        ("it cost 4.2 million dollars", 4.2e6, "USD", "money"),
        ("a loan of £5m", 5e6, "GBP", "money"),
        ("a stadium for $60 mil", 6e7, "USD", "money"),
        ("a loan of A$7 million", 7e6, "AUD", "money"),
        ("sold for 300 Swiss francs", 300, "CHF", "money"),
        ("a loss of €−119 million", -119e6, "EUR", "money"),
        ("1.2M guests", 1.2e6, "", "count"),
        ("٤٢ percent", 42, "%", "percent"),
        ("४२ percent", 42, "%", "percent"),
        ("๔๒ percent", 42, "%", "percent"),
        ("𝟒𝟐 percent", 42, "%", "percent"),
        ("４２％", 42, "%", "percent"),
        ("٤٫٩٪", 4.9, "%", "percent"),
        ("١٬٢٣٤٬٥٦٧ guests", 1234567, "", "count"),
        ("rose by 4·2 percent", 4.2, "%", "percent"),
        ("\u200e42\u200e per\u00adcent", 42, "%", "percent"),
        ("4\u200b2 guests", 42, "", "count"),
        ("1e6 guests", 1e6, "", "count"),
        ("2.5e-3 kg", 0.0025, "kg", "mass"),
        ("10^5 guests", 1e5, "", "count"),
        ("10⁵ guests", 1e5, "", "count"),
        ("10^5^ guests", 1e5, "", "count"),
        ("10<sup>5</sup> guests", 1e5, "", "count"),
        ("1×10⁵ guests", 1e5, "", "count"),
        ("3 × 10⁶ guests", 3e6, "", "count"),
        ("3·10⁶ guests", 3e6, "", "count"),
        ("3.05 \\times 10^{6} guests", 3.05e6, "", "count"),
        ("10¹² guests", 1e12, "", "count"),
        ("10^-3 kg", 0.001, "kg", "mass"),
        ("10⁻³ kg", 0.001, "kg", "mass"),
        ("3 × 10^{5} kg", 3e5, "kg", "mass"),
        ("$10^5$ guests", 1e5, "", "count"),
        ("$3 \\times 10^{5}$ guests", 3e5, "", "count"),
        ("$$n = 3 \\cdot 10^{5}$$ guests", 3e5, "", "count"),
        ("$42\\%$ of guests", 42, "%", "percent"),
        ("$42$ guests", 42, "", "count"),
        ("half a percent of guests", 0.5, "%", "percent"),
        ("a quarter of one per cent", 0.25, "%", "percent"),
        ("two jobs in five are gone", 0.4, "", "ratio"),
        ("three hectares in every ten were damaged", 0.3, "", "ratio"),
        ("one nursing post in nine is vacant", 1 / 9, "", "ratio"),
        ("four and three-quarter hours later", 4.75, "hour", "duration"),
        ("two and three quarters miles", 2.75, "mi", "length"),
        ("a change of (7) percent", 7, "%", "percent"),
        ("12345678901 percent", 12345678901, "%", "percent"),
        ("$12345678901", 12345678901, "USD", "money"),
        ("5 CAD a ticket", 5, "CAD", "money"),
        ("1 200 000 guests", 1.2e6, "", "count"),
        ("twelve hundred thousand guests", 1.2e6, "", "count"),
        ("a hundred and sixty guests", 160, "", "count"),
        ("twenty - five guests", 25, "", "count"),
        ("twelve point fifty euros", 12.5, "EUR", "money"),
        ("half a million guests", 5e5, "", "count"),
        ("12 %", 12, "%", "percent"),
        ("ten per cent of them", 10, "%", "percent"),
        ("3.4 percentage points", 3.4, "pp", "points"),
        ("50 basis points", 50, "bp", "points"),
        ("two-thirds of voters", 2 / 3, "", "ratio"),
        ("a third of the voters", 1 / 3, "", "ratio"),
        ("22 of 34 samples", 22 / 34, "", "ratio"),
        ("4 in 10 called the street safer", 0.4, "", "ratio"),
        ("1 in 100 years", 0.01, "", "ratio"),
        ("27 out of 100 pupils", 0.27, "", "ratio"),
        ("sales doubled", 2, "", "multiple"),
        ("a 53-fold increase", 53, "", "multiple"),
        ("lasted 2 1/2 years", 2.5, "year", "duration"),
        ("two and a half minutes", 2.5, "minute", "duration"),
        ("74 consecutive years", 74, "year", "duration"),
        ("a 12-year-old girl", 12, "year", "age"),
        ("at the age of two", 2, "year", "age"),
        ("5 feet 9 inches tall", 1.7526, "m", "length"),
        ("a 12mm shell", 12, "mm", "length"),
        ("60 km/h", 60, "km/h", "speed"),
        ("20 °C", 20, "°C", "temperature"),
        ("the 19-year-old's bicycle", 19, "year", "age"),
        ("12 dot fifty euros", 12.5, "EUR", "money"),
        ("人口约为1400万", 1.4e7, "", "count"),
        ("营收1.5万亿元", 1.5e12, "CNY", "money"),
        ("売上高は3億円でした", 3e8, "JPY", "money"),
        ("在2018年开业", 2018, "", "year"),
        ("有1200人", 1200, "", "count"),
        ("batting .328", 0.328, "", "count"),
        ("the third attempt", 3, "", "ordinal"),
        ("its 9th season", 9, "", "ordinal"),
        ("in 1987", 1987, "", "year"),
        ("at least 1200 people", 1200, "", "count"),
        ("paid 2000 dollars", 2000, "USD", "money"),
        ("around 900 BCE", -900, "", "year"),
        ("5:41 AM", 341, "clock", "time"),
        ("at 12:00", 720, "clock", "time"),
        ("the 20th century", 20, "", "century"),
    ],
)
def test_value_unit_and_kind(text: str, value: float, unit: str, kind: str) -> None:
    found = only(text)
    assert found.value == pytest.approx(value)
    assert (found.unit, found.kind) == (unit, kind)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Die Inflationsrate lag im Juli bei 2,4 Prozent", 2.4, "%"),
        ("Das Werk kostet 2,3 Mrd. Euro und ist neu", 2.3e9, "EUR"),
        ("Die Stadt hat 1.234 Einwohner und einen See", 1234, ""),
        ("La ville compte 1.234.567 habitants", 1234567, ""),
        ("Il a payé 2,5 millions d'euros pour la maison", 2.5e6, "EUR"),
        ("El paro subió al 12,5 por ciento en los pueblos", 12.5, "%"),
        ("La deuda es de 3.400 millones de euros con el banco", 3.4e9, "EUR"),
        ("The town has 1,234 people and is old", 1234, ""),
        ("The mean was 1.234 in all of them", 1.234, ""),
        ("The sum is 1,234.5", 1234.5, ""),
        ("The sum is 1.234,5", 1234.5, ""),
        ("The sum is 1 234,5", 1234.5, ""),
        ("The sum is 1\u2009234,5", 1234.5, ""),
    ],
)
def test_locales(text: str, value: float, unit: str) -> None:
    found = only(text)
    assert found.value == pytest.approx(value)
    assert found.unit == unit


def test_digits_that_two_locales_read_differently_keep_the_other_reading() -> None:
    assert only("The mean was 1.234 in all of them").alternatives == ((1234.0, "", "count"),)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("May 26, 2019", "2019-05-26"),
        ("6 January 1367", "1367-01-06"),
        ("2 Feb, 2023", "2023-02-02"),
        ("Dec. 29. 2022", "2022-12-29"),
        ("2013-04-15", "2013-04-15"),
        ("2003.06.11", "2003-06-11"),
        ("am 15.04.2013", "2013-04-15"),
        ("April 2007", "2007-04"),
        ("the 6th of May", "--05-06"),
        ("4. Juli 2019", "2019-07-04"),
        ("于2019年5月3日开业", "2019-05-03"),
        ("2019年5月", "2019-05"),
        ("5月3日关闭", "--05-03"),
    ],
)
def test_dates(text: str, iso: str) -> None:
    found = only(text)
    assert (found.kind, found.date) == ("date", iso)


@pytest.mark.parametrize(
    ("text", "low", "high", "kind"),
    [
        ("between $3.5 billion and $3.6 billion", 3.5e9, 3.6e9, "money"),
        ("10 to 20 million people", 1e7, 2e7, "count"),
        ("$5-7 billion", 5e9, 7e9, "money"),
        ("17--45%", 17, 45, "percent"),
        ("the 1990s", 1990, 1999, "decade"),
        ("the '80s", 1980, 1989, "decade"),
        ("the 2019-20 season", 2019, 2020, "year"),
        ("a 13–20 record", 13, 20, "score"),
    ],
)
def test_two_ends(text: str, low: float, high: float, kind: str) -> None:
    found = only(text)
    assert (found.value, found.high, found.kind) == (low, high, kind)


@pytest.mark.parametrize(
    "text", ["rose from 5 % to 7 %", "increased by $7.5 million to $55.6 million", "fell 0.5% to $75.98"]
)
def test_a_change_is_two_numbers_and_no_range(text: str) -> None:
    assert [q.high for q in quantities(text)] == [None, None]


@pytest.mark.parametrize(
    ("text", "bound", "approximate"),
    [
        ("more than 30 people", ">", False),
        ("over US $70 million", ">", False),
        ("at least 30 people", ">=", False),
        ("up to 50 %", "<=", False),
        ("fewer than 30 people", "<", False),
        ("nearly 30 people", "<", True),
        ("about 30 people", "", True),
        ("30 or more people", ">=", False),
        ("since 1990", ">=", False),
        ("before May 2, 1990", "<", False),
        ("30 people", "", False),
        ("超过3万人", ">", False),
        ("不到5%", "<", False),
        ("约300人", "", True),
    ],
)
def test_bounds(text: str, bound: str, approximate: bool) -> None:
    found = only(text)
    assert (found.bound, found.approximate) == (bound, approximate)


@pytest.mark.parametrize(
    "text",
    [
        "see https://example.org/12/a?b=3",
        "as shown [12] and [1, 2] and 【3】",
        "call (555) 123-4567 or +49 30 1234567",
        "release v1.2.3 of the tool",
        "the 5G network",
        "the COVID-19 pandemic",
        "Section 4.2 of the act",
        "The Equalizer 2 has many fans",
        "the 14th Dalai Lama spoke",
        "the 9/11 attacks",
        "a double-layer cloth",
        "Ghost (1990 film) is old",
        "loss of bone (Okafor et al., 2012)",
        "Okafor et al. (2013) saw no loss",
        "tested in Ad26-based vaccines",
        "F-16 jets",
        "the C3 position",
        "a map into S^2",
        "第3章",
    ],
)
def test_what_measures_nothing_is_no_statistic(text: str) -> None:
    assert quantities(text) == ()


def test_twelve_is_not_every_twelve() -> None:
    text = "12 against 2012, 1.2, 12%, 12,000, -12, 12th, 12:00, v12"
    found = [(q.value, q.kind) for q in quantities(text)]
    assert found == [
        (12.0, "count"), (2012.0, "year"), (1.2, "count"), (12.0, "percent"), (12000.0, "count"),
        (-12.0, "count"), (12.0, "ordinal"), (720.0, "time"),
    ]  # fmt: skip


def test_names_are_kept_on_request() -> None:
    assert quantities("They recalled Arrow 3, twice built.", names=True)[0].kind == "name"


@pytest.mark.parametrize(
    "text",
    [
        "1e308",
        "1e-400",
        "NaN",
        "∞",
        "½",
        "XIV",
        "9" * 5000,
        "1" * 5000 + ".5",
        "x²⁹",
        "१२ ३",
        "1,2,3,4",
        "-",
        "$",
        "1/0",
        "0/0",
    ],
)
def test_odd_input_raises_nothing_and_gives_finite_values(text: str) -> None:
    assert all(math.isfinite(q.value) for q in quantities(text))


@pytest.mark.parametrize("digits", ["9" * 310, "9" * 5000, "1e400", "1e999999999", "10^999999999", "10⁹⁹⁹⁹⁹⁹⁹⁹⁹"])
def test_a_number_beyond_the_floats_is_read_as_very_many(digits: str) -> None:
    assert only(f"{digits} percent").value == 1e100


@pytest.mark.parametrize(
    "text", ["3e5a4 is a key", "route 1e6b", "5 x 3 guests", "3 * 10 guests", "9^5 guests", "A1e6"]
)
def test_what_only_looks_like_a_power_is_none(text: str) -> None:
    assert all(q.value < 100 for q in quantities(text))


def test_a_power_is_for_both_ends_of_a_range() -> None:
    found = only("2–3 × 10⁶ guests")
    assert (found.value, found.high) == (2e6, 3e6)


def test_the_ten_before_a_raised_number_may_have_a_note() -> None:
    assert only("10² guests").alternatives == ((10.0, "", "count"),)
    assert only("10³ guests").alternatives == only("10⁻³ guests").alternatives == ()


@pytest.mark.parametrize("text", ["$5 and $6", "$5 or C$ 6", "$5 (R$ 6)", "$5, $6", "$5, then US$ 6"])
def test_dollar_signs_around_no_mathematics_are_money(text: str) -> None:
    assert [(q.value, q.kind) for q in quantities(text)] == [(5, "money"), (6, "money")]


@pytest.mark.parametrize(
    "text", ["commit 5e10 fails", "model 3E5", "room 1e6 is shut", "a 3E5 engine", "as in 12e4567"]
)
def test_names_that_look_like_powers_are_no_numbers(text: str) -> None:
    assert quantities(text) == ()


def test_a_raised_point_that_sets_apart_is_no_decimal_mark() -> None:
    assert [q.value for q in quantities("Updated May 2024·5 min read")] == [2024, 5]
    assert quantities("CuSO4·5H2O") == quantities("CaSO4·2H2O") == ()
    assert only("It weighs 4·2 kg").value == only("It weighs 4·2kg").value == 4.2


def test_a_percentage_in_brackets_may_be_negative() -> None:
    assert only("a change of (7)%").alternatives == ((-7.0, "%", "percent"),)


def test_offsets_and_texts_are_those_of_the_text_as_written() -> None:
    text = "It took \u200e4\u00ad2\u200e per\u00adcent of ４２ guests."
    share, guests = quantities(text)
    assert share.text == text[share.start : share.end] == "4\u00ad2\u200e per\u00adcent"
    assert guests.text == text[guests.start : guests.end] == "４２"


ATTACKS: list[Callable[[int], str]] = [
    lambda n: "1," * n, lambda n: "1" * n, lambda n: "1 " * n, lambda n: "100 000 " * n, lambda n: "a " * n,
    lambda n: "twenty-" * n, lambda n: "1-" * n, lambda n: "a." * n, lambda n: "a-" * n, lambda n: "[1," * n,
    lambda n: "http://" * n, lambda n: "5 to " * n, lambda n: "May 5 " * n, lambda n: "a'" * n, lambda n: " " * n,
    lambda n: "more than " * n, lambda n: "1 of " * n, lambda n: "(1" * n, lambda n: "§1." * n, lambda n: "@a" * n,
]  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_attack_strings_of_a_hundred_thousand_are_read_at_once(attack: Callable[[int], str]) -> None:
    """A quadratic step would need minutes for any of these; linear ones need a second."""
    text = attack(100_000 // len(attack(1)))
    assert all(math.isfinite(q.value) for q in quantities(text))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The hull weighs 12 t.", [(12.0, "t", "mass")]),
        ("It made 3 kilowatt-hours.", [(3.0, "kWh", "energy")]),
        ("It made 3 megawatt hours.", [(3.0, "MWh", "energy")]),
        ("A plant of 3 kilowatts ran.", [(3.0, "kW", "power")]),
        ("They are aged 18 to 65.", [(18.0, "year", "age")]),  # one mention, a range as in "18-65 years old"
        ("They are aged 18 to 65 years.", [(18.0, "year", "age")]),
    ],
)
def test_tonnes_hours_of_power_and_ranges_of_ages(text: str, read: list[tuple[float, str, str]]) -> None:
    assert [(one.value, one.unit, one.kind) for one in quantities(text)] == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("35 ct je Kilowattstunde, sagt der Versorger", (0.35, "EUR", "money")),
        ("sells for 35 cents", (0.35, "USD", "money")),
        ("35 cents, or €4 a box", (0.35, "EUR", "money")),
        ("35¢ a litre", (0.35, "USD", "money")),
        ("24 square kilometres", (24, "km2", "area")),
        ("31 kilomètres carrés", (31, "km2", "area")),
        ("37 gigatonnes", (37, "Gt", "mass")),
        ("un budget de 3,2 M€", (3.2e6, "EUR", "money")),
        ("7 hours and 20 minutes", (440, "minute", "duration")),
        ("2 hours, 4 minutes and 35 seconds", (7475, "s", "duration")),
        ("um 22.15 Uhr", (1335, "clock", "time")),
        ("en 3 h 50, contre 4 h 30", (230, "minute", "duration")),
        ("ein 34-jähriger Mann", (34, "year", "age")),
        ("ein 34 Jahre alter Mann", (34, "year", "age")),
        ("von 22 auf 14 Millionen Euro", (22e6, "EUR", "money")),
        ("a quarter of a percentage point", (0.25, "pp", "points")),
        ("half a point", (0.5, "pp", "points")),
        ("1234567890123456 pulses", (1234567890123456, "", "count")),
        ("1200 degrees Celsius", (1200, "°C", "temperature")),
        ("ein Drittel der Wälder", (1 / 3, "", "ratio")),
        ("deux tiers des élèves", (2 / 3, "", "ratio")),
        ("la mitad de los hogares", (0.5, "", "ratio")),
        ("zwei von drei der Befragten", (2 / 3, "", "ratio")),
        ("mit einundzwanzig der Schüler", (21, "", "count")),
        ("fünftausend der Menschen", (5000, "", "count")),
        ("de 30 y otros dos tercios del agua", (30, "", "count")),
    ],
)
def test_everyday_forms(text: str, read: tuple[float, str, str]) -> None:
    q = quantities(text)[0]
    assert (pytest.approx(q.value), q.unit, q.kind) == read


@pytest.mark.parametrize(
    "text", ["she came once or twice", "the elf and the dos of it", "once upon a time, it is said"]
)
def test_number_words_of_other_languages_are_none_in_english(text: str) -> None:
    assert all(q.kind == "multiple" or q.text == "twice" for q in quantities(text))


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("14–15 April 1912", ["1912-04-14", "1912-04-15"]),
        ("April 14–15, 1912", ["1912-04-14", "1912-04-15"]),
        ("June 3 to 5, 2019", ["2019-06-03", "2019-06-05"]),
        ("vom 3. bis 5. Juni 2019", ["2019-06-03", "2019-06-05"]),
        ("del 3 al 7 de agosto de 2022", ["2022-08-03", "2022-08-07"]),
        ("am 3.–5. Juni", ["--06-03", "--06-05"]),
        ("seit 03/2023", ["2023-03"]),
        ("vom 28. Mai bis 2. Juni 2024", ["--05-28", "2024-06-02"]),
    ],
)
def test_days_that_share_a_month(text: str, dates: list[str]) -> None:
    assert [q.date for q in quantities(text)] == dates


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("it doubled, from 41,000 to 83,500", [2, 41000, 83500]),
        ("die Zahl der Anträge stieg von 1900 auf 3800", [1900, 3800]),
        ("30 km/h instead of 50", [30, 50]),
        ("down to 3 % from 4", [3, 4]),
    ],
)
def test_what_a_number_moved_from_is_a_number_of_its_own(text: str, numbers: list[float]) -> None:
    found = quantities(text)
    assert [q.value for q in found] == numbers
    assert found[-1].kind == found[-2].kind
    assert all(q.high is None for q in found)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("should not take more than 4 g", "<="),
        ("did not lead to more than 2900 deaths", ">"),  # that it denies, and no bound
        ("ran over 100 metres", ">="),
        ("over 100 guests", ">"),
    ],
)
def test_what_a_bound_says_beside_other_words(text: str, bound: str) -> None:
    assert quantities(text)[0].bound == bound


def test_a_grouped_number_has_its_unit_in_either_locale() -> None:
    assert (1250.0, "EUR", "money") in quantities("costs 1.250 Euro")[0].alternatives


def test_a_german_noun_is_counted_and_no_name() -> None:
    assert [q.value for q in quantities("Aus dem Bus wurden 3 Kinder und 20 Erwachsene gerettet.")] == [3, 20]


@pytest.mark.parametrize("text", ["call 5551234567 now", "order 1234567890 was sent", "ISBN 9780306406157 books"])
def test_a_long_key_counts_nothing(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize(("text", "score"), [("gewann mit 4:2 gegen Lohe", (4, 2)), ("passed 212–187", (212, 187))])
def test_scores(text: str, score: tuple[int, int]) -> None:
    found = only(text)
    assert (found.value, found.high, found.kind, found.bound) == (*score, "score", "")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("212 µg/m3", 212, "µg/m3"),
        ("212 ug/m³", 212, "µg/m3"),
        ("212 micrograms per cubic metre", 212, "µg/m3"),
        ("212 micrograms of fine dust per cubic metre", 212, "µg/m3"),
        ("212 Mikrogramm pro Kubikmeter", 212, "µg/m3"),
        ("3 tonnes per hectare", 3, "t/ha"),
        ("340 km2", 340, "km2"),
        ("340 km^2", 340, "km2"),
        ("340 km^2^ of heath", 340, "km2"),
        ("340 km<sup>2</sup> of heath", 340, "km2"),
        ("340 km$^{2}$ of heath", 340, "km2"),
        ("12 cm² and no more", 12, "cm2"),
        ("12 ft³ and no more", 12, "ft3"),
        ("212 µg/m^3^", 212, "µg/m3"),
        ("212 µg per m<sup>3</sup>", 212, "µg/m3"),
        ("1,900 hectares² of heath", 1900, "ha"),
        ("12 percent³ of all", 12, "%"),
        ("2000 km of road", 2000, "km"),
        ("1500 m² of floor", 1500, "m2"),
        ("640 m3", 640, "m3"),
        ("35 Zentimeter", 35, "cm"),
        ("30 kg per person", 30, "kg"),
    ],
)
def test_what_a_mass_is_in(text: str, value: float, unit: str) -> None:
    found = only(text)
    assert (found.value, found.unit) == (value, unit)


@pytest.mark.parametrize("note", ["²", "<sup>2</sup>", "^2^", "[2]", "[^2]", " in", " FT"])
def test_a_year_is_one_whatever_stands_behind_it(note: str) -> None:
    found = only(f"It opened in 2019{note} and closed.")
    assert (found.value, found.kind) == (2019, "year")


def read(text: str) -> list[tuple[float, str]]:
    return [(q.value, q.unit) for q in quantities(text) if q.kind not in ("year", "date")]


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("Herring, in thousand tonnes: 1950 3,400; 1960 910. Cod had 12.", [(3.4e6, "t"), (9.1e5, "t"), (12, "")]),
        ("Rent, in euros: 2020 412; 2021 430.", [(412, "EUR"), (430, "EUR")]),
        ("Sheep, in thousands: Harris 41, Skye 96.", [(41_000, ""), (96_000, "")]),
        ("Revenue (EUR m): 2023 412", [(412e6, "EUR")]),
        ("(in million euros)\nSales 340\nPlants 14", [(340e6, "EUR"), (14, "")]),
        ("Umsatz in Mio. Euro: 412", [(412e6, "EUR")]),
        ("Rate in percent\n2021 5.4\n2022 5.1\n\nThen 7.", [(5.4, "%"), (5.1, "%"), (7, "")]),
        ("In millions of dollars. Sales: 4.1. Employees: 3,100. We made 9.", [(4.1e6, "USD"), (3100, ""), (9, "")]),
        ("In millions of dollars except per-share data. Loss: 4.1. Loss per share: 0.4.",
         [(4.1e6, "USD"), (0.4, "USD")]),
        ("| Town | Homes (thousands) | Share (%) |\n|---|---|---|\n| Ash | 212 | 41 |\n| Bel | 1990 | 7 |",
         [(212_000, ""), (41, "%"), (1.99e6, ""), (7, "%")]),
        ("| in Mio. Euro | 2022 |\n|---|---|\n| Gewinn | 17 |", [(17e6, "EUR")]),
        ("| Land (ha) | 17 |\n| Cows | 9 |", [(17, "ha"), (9, "")]),
        ("The firm works in euros and has 12 shops.", [(12, "")]),
        ("They live in thousands of huts: 5 to each.", [(5, "")]),
        ("In tonnes: 3 boats, 40.", [(3, ""), (40, "t")]),
    ],
)  # fmt: skip
def test_what_stands_below_a_heading_has_its_unit_and_scale(text: str, below: list[tuple[float, str]]) -> None:
    assert read(text) == below


def test_a_number_below_a_heading_may_also_be_meant_as_written() -> None:
    (found,) = quantities("Herring, in thousand tonnes: 3,400.")
    assert (3400.0, "", "count") in found.alternatives


@pytest.mark.parametrize("unit", ["in %: ", "(%) 1 ", "(%)|1\n", "in %:\n1 ", "12 kg, 3, "])
def test_headings_without_end_are_read_in_linear_time(unit: str) -> None:
    assert isinstance(quantities(unit * (100_000 // len(unit))), tuple)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("212 µg/m3, eight times the limit of 25.", [(212, "µg/m3"), (8, ""), (25, "µg/m3")]),
        ("It rose from 24 % in 1999 to 31 in 2001.", [(24, "%"), (31, "%")]),
        ("a single day, where it took three before", [(1, "day"), (3, "day")]),
        ("5 kg of flour and 3 eggs", [(5, "kg"), (3, "")]),
        ("It weighs 5 kg. The limit is 25.", [(5, "kg"), (25, "")]),
        ("a single room", []),
    ],
)
def test_a_bare_number_has_the_unit_of_the_one_before(text: str, numbers: list[tuple[float, str]]) -> None:
    assert read(text) == numbers


@pytest.mark.parametrize(
    "text", ["four to five million euros", "between four and five million euros", "4 to 5 million euros"]
)
def test_the_scale_of_a_range_in_words_is_for_both_ends(text: str) -> None:
    found = only(text)
    assert (found.value, found.high, found.unit) == (4e6, 5e6, "EUR")


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("It took four and three-quarter hours.", 4.75, "hour", "duration"),
        ("It took an hour and three-quarters.", 1.75, "hour", "duration"),
        ("It took two hours and three quarters.", 2.75, "hour", "duration"),
        ("Stir in half a pound of flour.", 0.5, "lb", "mass"),
        ("Sales rose thirtyfold.", 30.0, "", "multiple"),
        ("The bell rang at 6.40 on Friday evening.", 1120.0, "clock", "time"),
        ("The bell rang at 9.05 in the morning.", 545.0, "clock", "time"),
    ],
)
def test_quarters_of_an_hour_and_times_with_a_full_stop(text: str, value: float, unit: str, kind: str) -> None:
    (q,) = quantities(text)
    assert (q.value, q.unit, q.kind) == (value, unit, kind)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("No berth on the ferry costs more than £48.", "<="),
        ("None of the masts is over 40 metres high.", "<="),
        ("The game is not meant for children under ten.", ">="),
        ("None of the more than 300 sheep was lost.", ">"),
        ("Not all of it is close to 40 metres high.", "<"),
        ("There is no doubt; it costs more than £48.", ">"),
    ],
)
def test_a_denial_turns_the_bound_that_it_is_about(text: str, bound: str) -> None:
    (q,) = quantities(text)
    assert q.bound == bound


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Two growers in five were fined.", ["ratio"]),
        ("Three barges in four, he says, leak.", ["ratio"]),
        ("Two growers in five villages were fined.", ["count", "count"]),
        ("Three wins in four games were not enough.", ["count", "count"]),
    ],
)
def test_so_many_in_so_many_is_a_share_where_nothing_else_is_counted(text: str, kinds: list[str]) -> None:
    assert [q.kind for q in quantities(text)] == kinds
