"""Days that stand in addresses and in datelines, and what only looks like one."""

from datetime import date

import pytest
from growth import Job, exponent

from retrieval.published_date import day_of_address, day_of_text, with_date
from wellsourced_core.model import Source

JUNE = date(2025, 6, 14)


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/2025/06/14/blades",
        "https://a.example/news/2025/6/14/",
        "https://a.example/2025/jun/14/blades",
        "https://a.example/posts/2025-06-14-blades",
        "https://a.example/archive/2025-06-14",
    ],
)
def test_a_day_in_the_path_is_read(url: str) -> None:
    assert day_of_address(url) == JUNE


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/2025/06/",
        "https://a.example/2025/06/141/",
        "https://a.example/p?from=/2025/06/14/",
        "https://a.example/2025/13/14/",
        "https://a.example/2025/02/30/",
        "https://a.example/1944/06/06/d-day",
        "https://a.example/12025/06/14/",
        "https://[::1/2025/06/14",
        "",
    ],
)
def test_other_digits_in_an_address_are_no_day(url: str) -> None:
    assert day_of_address(url) is None


@pytest.mark.parametrize(
    "text",
    [
        "Published 14 June 2025\n\nThe blades are worn.",
        "Blades\nPublished: June 14, 2025 by Ann Lee\nThe blades are worn.",
        "Published on Saturday, 14 June 2025. The blades are worn.",
        "**Published:** 14 June 2025\n",
        "The blades are worn.\n\nFirst published 14 June 2025",
        "Posted on 2025-06-14\nThe blades",
        "Veröffentlicht am 14. Juni 2025\n",
        "Publié le 14 juin 2025\n",
        "Publicado el 14 de junio de 2025\n",
        "PORT MARLOW, 14 June 2025 — The blades are worn.",
        "LONDON (June 14, 2025) - The blades are worn.",
        "Published 14 June 2025\nmenu\nPublished 14 June 2025\n",
        "Page last reviewed: 14 June 2025. Next review due: 14 June 2028.",
        "Blades\n14 June 2025\nThe blades are worn.",
        "Updated: Sat 14 Jun 2025 16:45\nThe blades are worn.",
        "Posted by Rosie, Saturday 14 June 2025, 5.52pm\nThe blades are worn.",
        "PRESS RELEASE, University of Ostby, 14 June 2025\nThe blades are worn.",
        "Article 1180 · 14 June 2025 · 3 min read\nThe blades are worn.",
        "ann_lee | 14 Jun 2025 09:14\nThe blades are worn.",
        "**Legal department, 14 June 2025**\nThe blades are worn.",
        "Advice desk. Last reviewed 14 June 2025.\nThe blades are worn.",
        "Ines Varga, council reporter. Published 14 June 2025\nThe blades are worn.",
        "Harbour hospital, department of wounds. 14 June 2025\nThe blades are worn.",
        "14th June 2025 by Jen\nThe blades are worn.",
        "Saturday, June 14, 2025 – Ebba Falk\nThe blades are worn.",
        "Posted by Team Blade on Jun 14, 2025 · 3 min read\nThe blades are worn.",
        "Ebba Rides to Work · 14 June 2025\nThe blades are worn.",
        "Minutes of the meeting of 14 June 2025, Gutters' Hall\nThe blades are worn.",
        "Newsletter 41, dated 14 June 2025\nThe blades are worn.",
        "Archive · Issue 9/2025 · 14 June 2025\nThe blades are worn.",
        "PUBLIC NOTICE\nDate of notice: 14 June 2025\nThe blades are worn.",
        "Article 40117 · Last changed 14 June 2025\nThe blades are worn.",
        "HARBOUR MAIL • Saturday 14 June 2025\nThe blades are worn.",
        "Orrin Post, Saturday 14 June 2025. By Dag Sorley\nThe blades are worn.",
        "Advice sheet 7, revised 14 June 2025\nThe blades are worn.",
        "Dr Lidgren answers. Text checked: 14 June 2025\nThe blades are worn.",
        "Text: Ambrose Finch. Page last changed: 14 June 2025\nThe blades are worn.",
        "This page was last changed on 14 June 2025\nThe blades are worn.",
        "As at 14 June 2025\nThe blades are worn.",
        "14 June 2025, Jory Penhallick\nThe blades are worn.",
        "Soraya Lind, 14 June 2025, 4 min\nThe blades are worn.",
        "The board of the port · 12 June, updated 14 June 2025\nThe blades are worn.",
        "Bench and Blade, issue 10/2025, online since 14 June 2025. Test team: Bea Lind\nThe blades are worn.",
        "*14 June 2025. Kasimir Bohl taught milling for 26 years. Interview: Trude Hanke*\nThe blades are worn.",
        "Extraordinary meeting of Saturday 14 June 2025, Guildhall, 6.30 pm\nThe blades are worn.",
        "**ann_lee** (14.06.2025, 20:11)\nThe blades are worn.",
        "Version of 14 June 2025\nThe blades are worn.",
        "By Tobias Lanyon | 14 June 2025, updated 16 June\nThe blades are worn.",
        "Saturday 14 June 2025, by Tobias\nThe blades are worn.",
        "Bench and Blade, 14 June 2025, by Ann Lee\nThe blades are worn.",
        "Review, 14 June 2025, by Bench Life staff\nThe blades are worn.",
        "Port Lines › Travel info\n*Notice of 14 June 2025*\nDear passengers",
        "Published 8 May 2024. Last updated 14 June 2025 — see all updates\nThe blades are worn.",
        "Published 8 May 2024, updated 14 June 2025\nThe blades are worn.",
        "**Published:** 8 May 2024 | **Updated:** 14 June 2025\nThe blades are worn.",
        "Published 14 June 2025\nLast updated: 3 May 2026\n",
        "Published 14 June 2025. Updated 16 June 2025\nThe miller resigned yesterday.",
        "Published 14 June 2025. The fair, last updated 3 May 2026, is on.",
        "Published 14 June 2025. As of 1 January 2027 the fee is £5.",
        "Published 14 June 2025\n\nUpdated 1 April 2026 fees are in the table.",
        "Published 14 June 2025, notice of 3 May 2026 meeting",
        "Published 14 June 2025. Updated 3 May 2026 fees are in the table.",
        "*Radio Bench online, 14 June 2025, 07:15. radiobench.example/news/blades*\nThe blades are worn.",
        "The blades are worn.\n" * 9 + "*This page was last edited on 14 June 2025, at 16:20. The text is free.*",
    ],
)
def test_a_dateline_is_read(text: str) -> None:
    assert day_of_text(text) == JUNE


@pytest.mark.parametrize(
    "text",
    [
        "The report was published 14 June 2025 by the port.",
        "Published 06/07/2025\n",
        "Published June 2025\n",
        "Published 14 June\n",
        "Published in Nature, 14 June 2025\n",
        "Published 14 June 2025\nPublished 15 June 2025\n",
        "Concert at the quay, 14 June 2025\nThe blades are worn.",
        "Application received: 14 June 2025\nThe blades are worn.",
        "Season: 14 June 2025 to 3 May 2026\nThe blades are worn.",
        "The blades are worn.\n" * 8 + "14 June 2025\n",
        "On 14 June 2025 the bridge opened.",
        "The bridge was closed. It opened 14 June 2025.",
        "Offer valid until 14 June 2025\nThe blades are worn.",
        "Minutes of the meeting in the hall\nThe blades are worn.",
        "14 June 2025 was a Saturday.",
        "| 14 June 2025 | Opening of the mill |\nThe blades are worn.",
        "What changed on 14 June 2025\nThe blades are worn.",
        "The miller died in York (14 June 2025), aged 80.",
        "Opened 14 June 2025, revised menu\nThe blades are worn.",
        "Fair, 14 June 2025, updated programme\nThe blades are worn.",
        "Deadline (14 June 2025)\nThe blades are worn.",
        "Saturday 14 June 2025, 7 pm, Guildhall\nThe blades are worn.",
        "Summer Fair, Saturday 14 June 2025, Guildhall\nThe blades are worn.",
        "14 June 2025, Town Hall\nThe blades are worn.",
        "Exhibition, 14 June 2025 – 20 June 2025\nThe blades are worn.",
        "Summer fair, 14 June 2025, by the river\nThe blades are worn.",
        "Concert, 14 June 2025, by the Leeds Orchestra\nThe blades are worn.",
        "Apply\n14 June 2025, by midnight\nThe blades are worn.",
        "Webinar – online 14 June 2025\nThe blades are worn.",
        "Summer lecture\n- Date: 14 June 2025\n- Time: 7pm",
        "Act, 14 June 2005, revised 3 May 2010\nThe blades are worn.",
        "Blades · 14 June 2025 · Leeds · 16 June 2025 · York\nThe blades are worn.",
        "Regulation 2016/679, adopted 14 June 2025\nThe blades are worn.",
        "The film, released on 14 June 2025, 112 minutes\nThe blades are worn.",
        "See our leaflet, revised 14 June 2025\nThe blades are worn.",
        "Come to our meeting on 14 June 2025\nThe blades are worn.",
        "Course start, 14 June 2025, evenings\nThe blades are worn.",
        "New blades from 14 June 2025\nThe blades are worn.",
        "On show in the mill until 14 June 2025. The blades are worn.",
        "The blades are worn (see the test of 14 June 2025, page 4).",
        "Saturday 14 June 2025, 10 to 17\nThe blades are worn.",
        "Published 14 June 1940\n",
        "Publishedness 14 June 2025\n",
        "",
    ],
)
def test_what_is_no_plain_dateline_is_none(text: str) -> None:
    assert day_of_text(text) is None


def test_the_address_goes_before_the_text_and_neither_may_lie_ahead() -> None:
    source = Source("a", "https://a.example/2025/06/14/p", "", "Published 3 May 2024\n")
    assert with_date(source, date(2026, 1, 1)).dated_by == "address"
    early = with_date(source, date(2025, 1, 1))
    assert (early.published, early.dated_by) == (date(2024, 5, 3), "text")
    assert with_date(source, date(2024, 1, 1)) == source


def test_a_page_s_own_date_that_lies_ahead_is_taken_back() -> None:
    ahead = Source("a", "https://a.example/p", "", "x", date(2030, 1, 1), dated_by="page")
    taken = with_date(ahead, date(2026, 1, 1))
    assert (taken.published, taken.dated_by) == (None, "")


@pytest.mark.parametrize("unit", [".", ". ", "J. ", "a, ", "a.  ", "page ", "Ab, "])
def test_a_line_of_dots_and_initials_takes_no_longer_than_its_length(unit: str) -> None:
    def reading(characters: int) -> Job:
        text = "\n".join([unit * (characters // len(unit)) + "! 14 June 2025"] * 8)
        return lambda: [day_of_text(text) for _ in range(20)]

    assert exponent(reading(35), reading(140), 4, enough=2) <= 2
