"""Figures in the rows of tables: each is held against what its row cites, as a claim of its own."""

from __future__ import annotations

import pytest
from growth import Job, calls

from audit.runner import audit
from wellsourced_core.model import Source

TOWNS = "Moorfurt has 84,200 inhabitants on an area of 61 km². Kelmouth has 31,750 inhabitants on an area of 47 km²."
MUSEUMS = (
    "The Ardle Maritime Museum opened on 12 May 1998 and cost £41.6 million. In 2023 it counted 412,380 visitors, "
    "a rise of 6.5 per cent on the year before. The Skerry Museum of Fishing opened in 1974, cost £2.3 million and had "
    "38,900 visitors in 2023, 4 per cent fewer than in 2022. Admission to both costs between £6 and £9."
)
FERRIES = (
    "Three ferries serve the islands. The MV Lorn, built in 2011, carries 340 passengers and 62 cars at 14.5 knots; "
    "she is 78 metres long. The MV Ardle, built in 1996, takes 512 passengers and 96 cars at 17 knots and measures "
    "102.4 metres. The smallest, the MV Skerry of 1987, carries 96 passengers and no cars at 11 knots over 24 metres."
)
BUDGET = (
    "The council spent 1.84 million euros on roads in 2022 and 2.1 million euros in 2023. Spending on schools rose "
    "from 5.25 million euros in 2022 to 5.6 million euros in 2023, and libraries received 640,000 euros in 2022 and "
    "615,000 euros in 2023."
)
TRIAL = (
    "Of 418 patients, 209 were given the new drug and 209 a placebo. Mortality at 28 days was 12.4% with the drug and "
    "18.7% with placebo (hazard ratio 0.63, 95% CI 0.41 to 0.97). Serious adverse events occurred in 31 patients with "
    "the drug and in 29 with placebo. Median stay in hospital was 9 days and 13 days."
)
CLIMATE = (
    "| Station | Altitude (m) | Mean temperature (°C) | Rain (mm) |\n"
    "| Ardle | 12 | 9.4 | 1,130 |\n| Lorn Pass | 846 | 4.1 | 2,245 |\n| Skerry | 3 | 10.2 | 890 |"
)
ENERGY = (
    "Wind turbines supplied 38.2 percent of the island's power in 2021, 41.9 percent in 2022 and 47 percent in 2023. "
    "Diesel plants supplied 29.5 percent in 2021, 22.8 percent in 2022 and 16.1 percent in 2023. Output of the wind "
    "farm was 61.4 GWh in 2023."
)

RIGHT = {
    "towns": (
        TOWNS,
        "| Town | Inhabitants | Area | Source |",
        "| Moorfurt | 84,200 | 61 km² | [1] |",
        "| Kelmouth | 31,750 | 47 km² | [1] |",
    ),
    "units in the header": (
        TOWNS,
        "| Town | Inhabitants (thousands) | Area (km²) | |",
        "| Moorfurt | 84.2 | 61 | [1] |",
        "| Kelmouth | 31.75 | 47 | [1] |",
    ),
    "other units, rounded": (
        TOWNS,
        "| | Moorfurt | Kelmouth |",
        "| People | about 84,000 [1] | 32,000 [1] |",
        "| Area, hectares | 6,100 [1] | 4,700 [1] |",
    ),
    "a total of the rows": (
        TOWNS,
        "| Town | Inhabitants | Area | |",
        "| Moorfurt | 84,200 | 61 km² | [1] |",
        "| Kelmouth | 31,750 | 47 km² | [1] |",
        "| Total | 115,950 | 108 km² | [1] |",
    ),
    "dates and money": (
        MUSEUMS,
        "| Museum | Opened | Cost, £ million | Visitors 2023 | Source |",
        "| Ardle Maritime Museum | 12 May 1998 | 41.6 | 412,380 | [1] |",
        "| Skerry Museum of Fishing | 1974 | 2.3 | 38,900 | [1] |",
    ),
    "changes, ranges, gaps": (
        MUSEUMS,
        "| Museum | Change on 2022 | Admission | Staff |",
        "| Ardle Maritime [1] | +6.5% | £6–9 | n/a |",
        "| Skerry Fishing [1] | −4% | £6–£9 | – |",
    ),
    "numbered rows": (
        FERRIES,
        "| # | Ship | Built | Passengers | Cars | Speed (knots) | Length (m) | Ref. |",
        "| 1 | MV Lorn | 2011 | 340 | 62 | 14.5 | 78 | [1] |",
        "| 2 | MV Ardle | 1996 | 512 | 96 | 17 | 102.4 | [1] |",
        "| 3 | MV Skerry | 1987 | 96 | – | 11 | 24 | [1] |",
    ),
    "turned round": (
        FERRIES,
        "| | Lorn | Ardle | Skerry | |",
        "| Passengers | 340 | 512 | 96 | [1] |",
        "| Cars | 62 | 96 | none | [1] |",
        "| Length | 78 m | 102 m | 24 m | [1] |",
    ),
    "years as columns": (
        BUDGET,
        "| Item | 2022 | 2023 | Change | Source |",
        "| Roads | €1.84m | €2.10m | +14% | [1] |",
        "| Schools | €5.25m | €5.60m | +7% | [1] |",
        "| Libraries | €0.64m | €0.615m | −4% | [1] |",
    ),
    "years as rows": (
        ENERGY,
        "| Year | Wind (%) | Diesel (%) | Source |",
        "| 2021 | 38.2 | 29.5 | [1] |",
        "| 2022 | 41.9 | 22.8 | [1] |",
        "| 2023 | 47.0 | 16.1 | [1] |",
    ),
    "a trial": (
        TRIAL,
        "| | Drug | Placebo | |",
        "| Patients | 209 | 209 | [1] |",
        "| Died within 28 days | 12.4% | 18.7% | [1] |",
        "| Serious adverse events, n (%) | 31 (14.8%) | 29 (13.9%) | [1] |",
        "| Median stay (days) | 9 | 13 | [1] |",
        "| Hazard ratio (95% CI) | 0.63 (0.41–0.97) | | [1] |",
    ),
    "from a table": (
        CLIMATE,
        "| Station | Altitude | Temperature | Rain | |",
        "| Ardle | 12 m | 9.4 °C | 1130 mm | [1] |",
        "| Lorn Pass | 846 m | 4.1 °C | 2245 mm | [1] |",
        "| Skerry | 3 m | 10.2 °C | 890 mm | [1] |",
    ),
}

WRONG = {
    "99,999": ("towns", "31,750"),
    "74": ("units in the header", "61"),
    "126,950": ("a total of the rows", "115,950"),
    "14 May 1998": ("dates and money", "12 May 1998"),
    "46.1": ("dates and money", "41.6"),
    "9.5%": ("changes, ranges, gaps", "6.5%"),
    "2001": ("numbered rows", "2011"),
    "204.4": ("numbered rows", "102.4"),
    "562": ("turned round", "512"),
    "€7.25m": ("years as columns", "€5.25m"),
    "83.2": ("years as rows", "38.2"),
    "12.9%": ("a trial", "12.4%"),
    "648 m": ("from a table", "846 m"),
}


def told(source: str, *rows: str) -> list[tuple[str, str, str]]:
    """Return the findings of a draft that is one table, the notes aside: code, certainty, and the text they are on."""
    dashes = "|" + "---|" * (rows[0].count("|") - 1)
    text = "\n".join(["# A", "", rows[0], dashes, *rows[1:], "", "## Sources", "", "1. R https://a.example/1", ""])
    report = audit(text, (Source("1", "https://a.example/1", "R", source, n=1),))
    return [
        (f.code, f.certainty, text[f.start : f.end])
        for f in report.findings
        if f.certainty != "possible" and f.code != "R407"
    ]


@pytest.mark.parametrize("table", RIGHT)
def test_nothing_is_warned_of_in_a_right_table(table: str) -> None:
    assert told(*RIGHT[table]) == []


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_cell_is_told_and_no_other(wrong: str) -> None:
    table, right = WRONG[wrong]
    source, *rows = RIGHT[table]
    assert told(source, *(row.replace(right, wrong, 1) for row in rows)) == [("N201", "likely", wrong)]


def test_figures_in_each_others_rows_are_told() -> None:
    source, header, *_ = RIGHT["towns"]
    found = told(source, header, "| Moorfurt | 31,750 | 61 km² | [1] |", "| Kelmouth | 84,200 | 47 km² | [1] |")
    assert found == [("N202", "likely", "31,750"), ("N202", "likely", "84,200")]


def test_a_unit_of_the_header_belongs_to_each_figure_of_its_column() -> None:
    assert told(TOWNS, "| Town | Area (ha) | |", "| Moorfurt | 61 | [1] |") == [("N203", "likely", "61")]
    assert told(TOWNS, "| Town | Area (km²) | |", "| Moorfurt | 61 | [1] |") == []


@pytest.mark.parametrize(
    "rows",
    [
        ("| [1] | Kelmouth | 99,999 |",),
        ("| Kelmouth [1] | 99,999 | 47 km² |",),
        ("| Kelmouth | 47 km² [1] | 99,999 |",),
        ("| Kelmouth | 99,999 | 47 km² | [1] |", "| Kelmouth | 31,750 | 47 km² | [1] |"),
    ],
)
def test_a_marker_cites_for_its_row_wherever_it_stands(rows: tuple[str, ...]) -> None:
    assert ("N201", "likely", "99,999") in told(TOWNS, "| Town | A | B | C |", *rows)


def test_a_marker_in_a_header_cites_for_its_column() -> None:
    found = told(TOWNS, "| Town | Inhabitants [1] | Rank |", "| Kelmouth | 99,999 | 77 |")
    assert found == [("N201", "likely", "99,999")]


@pytest.mark.parametrize("row", ["| Kelmouth | 99,999 | |", "| 99,999 | Kelmouth | [1] |", "| Kelmouth | n/a | [1] |"])
def test_what_no_marker_cites_names_a_row_or_is_no_figure_is_not_judged(row: str) -> None:
    assert not [one for one in told(TOWNS, "| A | B | C |", row) if one[0].startswith("N")]


def test_one_digit_is_a_note() -> None:
    assert told(TOWNS, "| Town | Bridges | |", "| Kelmouth | 7 | [1] |") == []


@pytest.mark.parametrize("cell", ["9" * 5_000, f"0.{'1' * 5_000}%", "1e999", "-", "()", "5 / 6 / 7 (8)"])
def test_no_cell_is_too_long_or_too_odd(cell: str) -> None:
    told(
        TOWNS, f"| A ({cell}) | {cell} | {cell} (km²) | |", f"| {cell} | 12% | {cell} | [1] |", f"| {cell} | | | [1] |"
    )


def test_rows_of_a_table_cost_no_more_than_their_number() -> None:
    def table(n: int) -> Job:
        lines = [f"| Pier {i} | {3_000 + i} | {i % 97} km | [1] |" for i in range(n)]
        text = "\n".join(["| A | B | C | D |", "|---|---|---|---|", *lines, "", "1. R https://a.example/1", ""])
        return lambda: audit(text, (Source("1", "https://a.example/1", "R", TOWNS, n=1),))

    few, many = (calls(table(n)) for n in (100, 300))
    assert many <= 3.3 * few  # three times as many
