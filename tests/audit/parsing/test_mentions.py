"""What cites without being a marker that is read: it keeps its entry, and tells that a style was not read."""

from __future__ import annotations

import pytest

from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Source

LIST = (
    "\n\n## Sources\n\n1. Barns. https://a.example/\n2. Okafor, R., & Lund, P. (2020). Mills. https://b.example/\n"
    "3. Weirs. https://c.example/\n"
)
SOURCES = tuple(Source(str(n), f"https://{c}.example/", c, "The barn is red.", n=n) for n, c in enumerate("abc", 1))


def seen(text: str, sources: tuple[Source, ...] = ()) -> list[str]:
    return [marker.raw for marker in open_case(text, sources, AuditOptions()).draft.unread]


def codes(text: str, sources: tuple[Source, ...] = ()) -> list[str]:
    return sorted(f.code for f in audit(text, sources).findings if f.code != "C104")


# ------------------------------------------------------------------------------------- entries that no marker cites


@pytest.mark.parametrize(
    ("body", "raw"),
    [
        ("The mill turns (3).", ["(3)"]),
        ("The mill (3) turns.", ["(3)"]),
        ("The mill turns (2, 3).", ["(2, 3)"]),
        ("The mill turns (1-3).", ["(1-3)"]),
        ("The mill turns (see source 2).", ["(see source 2)"]),
        ("The mill turns (see [source] no. 2 there).", ["no. 2"]),
        ("The mill turns (see 3).", ["(see 3)"]),
        ("Its wheel [sic] turns, see ref. 2.", ["ref. 2"]),
        ("Sources 2 and 3 say so.", ["Sources 2 and 3"]),
        ("Laut Quelle 2 dreht es sich (vgl. 3).", ["Quelle 2", "(vgl. 3)"]),
        ("The mill turns, as no. 3 says.", ["no. 3"]),
        ("Según la fuente 3, gira.", ["fuente 3"]),
        ("根据资料2,水车转动。", ["资料2"]),
        ("The mill turns (Okafor and Lund 2020).", ["(Okafor and Lund 2020)"]),
        ("Okafor et al. (2020) counted.", ["Okafor et al. (2020)"]),
        ("The mill turns (Hansen 2011; Okafor & Lund, 2020, p. 4).", ["(Hansen 2011; Okafor & Lund, 2020, p. 4)"]),
    ],
)
def test_what_names_an_entry_in_another_way_keeps_it(body: str, raw: list[str]) -> None:
    text = f"The barn is red [1]. {body}{LIST}"
    report = audit(text)
    assert [f for f in report.findings if f.code == "R401"]
    assert all(f.fix is None for f in report.findings)
    noted = [report.text[f.start : f.end] for f in report.findings if f.code == "C106"]
    assert noted == raw
    for unsafe in (False, True):
        assert repair(text, audit, unsafe=unsafe).text == text


@pytest.mark.parametrize(
    "body",
    [
        "The mill turns (1).",
        "It needs (1) water, (2) a wheel, and (3) a race.",
        "It obeys equation (2), Table (3) and § 5(2).",
        "Three (3) wheels turn at f(2).",
        "It took source 20 and (4) and (2,300) days, (3.5) or (3 %).",
        "It turned in spring (May 2020) [March 2020] [Table 2019].",
        "It has a [wheel](https://c.example/).",
    ],
)
def test_what_only_looks_like_it_keeps_nothing(body: str) -> None:
    text = f"The barn is red [1]. {body}{LIST}"
    assert seen(text) == []
    assert [f.fix.safety for f in audit(text).findings if f.fix] == ["safe", "safe"]


def test_a_section_has_its_own_orphans() -> None:
    part = "## Part {0}\n\nRed [1]. {1}\n\n### Sources\n\n1. https://{0}1.example\n2. https://{0}2.example\n\n"
    text = "# All\n\n" + part.format("x", "Blue [2].") + part.format("y", "Green (2).")
    assert seen(text) == ["(2)"]
    assert seen(text.replace("Green (2).", "Green.").replace("Blue [2].", "Blue [2] (2).")) == []


def test_a_mention_says_what_was_seen() -> None:
    notes = [f.message for f in audit(f"Red [1]. Blue (3). Green (Okafor 2020).{LIST}").findings if f.code == "C106"]
    assert notes == [
        'not judged: "(3)" may cite entry 3, which no marker cites',
        'not judged: "(Okafor 2020)" cites by author and year',
    ]


@pytest.mark.parametrize(
    ("body", "raw"),
    [
        ("Green (Ghost, 2021).", ["(Ghost, 2021)"]),
        ("Green [Ghost 2021]. Blue [Ghost, 2021, p. 4].", ["[Ghost 2021]", "[Ghost, 2021, p. 4]"]),
        ("Ghost et al. (2021) say so.", ["Ghost et al. (2021)"]),
        ("Green (Ghost, 2021) [2].", []),
        ("Ghost (2021) was green.", []),
        ("Green (Okafor & Lund, 2020). Blue [2].", []),
        ("Green [Ghost 2021](https://else.example/) [Figure 2021] [May 2021].", []),
    ],
)
def test_a_work_that_no_entry_is_is_told_and_withholds_nothing(body: str, raw: list[str]) -> None:
    text = f"Red [1]. Blue [2]. {body}{LIST}"
    assert seen(text) == raw
    assert [f.fix.safety for f in audit(text).findings if f.fix] == ["safe"]


def test_authors_in_brackets_keep_their_entry() -> None:
    text = f"Red [1]. Blue [Okafor & Lund 2020].{LIST}"
    assert seen(text) == ["[Okafor & Lund 2020]"]
    assert all(f.fix is None for f in audit(text).findings)


def test_a_claim_keeps_the_words_of_a_mention() -> None:
    case = open_case(f"As source 2 says, it is red [1].{LIST}", (), AuditOptions())
    assert [case.texts.claim(marker.sentence) for marker in case.draft.markers] == ["As source 2 says, it is red ."]


# ------------------------------------------------------------------------------------- styles that are not read


@pytest.mark.parametrize(
    ("body", "entries", "sources"),
    [
        ("The mill turns (Okafor & Lund, 2020).", LIST, ()),
        ("The mill turns (Okafor 2020).", LIST, ()),
        ("The mill turns (Hansen et al., 2011).", LIST, ()),
        ("The mill turns (Hansen 2011).", "", SOURCES),
        ("The mill turns (Hansen, 2011). It stands (Hansen, 2011).", "", ()),
        ("The mill turns [Hansen, 2011].", "", SOURCES),
        ("The mill turns [Okafor 2020].", LIST, ()),
        ("The mill turns (source 2).", "", SOURCES),
        ("The mill turns (2). It stands (3).", LIST, ()),
        ("The mill turns (https://else.example/).", "", SOURCES),
        ("The mill turns <https://else.example/>.", "", SOURCES),
        ("The mill turns ([Mills](https://else.example/)).", "", SOURCES),
        ("It turns ([Mills](https://else.example/)). It stands ([Weirs](https://else.example/w)).", LIST, ()),
    ],
)
def test_a_draft_that_cites_in_no_readable_style_was_not_audited(
    body: str, entries: str, sources: tuple[Source, ...]
) -> None:
    text = body + entries
    found = codes(text, sources)
    assert {"D903", "C106"} <= set(found)
    assert "D901" not in found
    assert repair(text, lambda draft: audit(draft, sources), unsafe=True).text == text


def test_the_style_that_was_not_read_is_named() -> None:
    report = audit("It turns (Hansen, 2011). It stands (Hansen 2011).")
    assert report.style.markers == "author-year"
    (finding,) = [f for f in report.findings if f.code == "D903"]
    assert "2 author-year, such as (Hansen, 2011); 0 entries found" in finding.message


@pytest.mark.parametrize(
    ("body", "sources"),
    [
        ("See [the mill](https://else.example/) and <https://else.example/>, or https://else.example/x.", ()),
        ("The mill ([docs](https://else.example/)) turns ([x](https://else.example/x)).", ()),
        ("The mill turns (https://else.example/). It stands (https://else.example/x).", ()),
        ("The fair was small (Paris, 1900).", ()),
        ("It was late (May 2020). It was early (Spring 2021).", SOURCES),
        ("See [the mill](https://else.example/).", SOURCES),
        ("It needs (1) water, (2) a wheel.", SOURCES),
    ],
)
def test_an_ordinary_page_cites_nothing(body: str, sources: tuple[Source, ...]) -> None:
    assert codes(body, sources) == ["D901"]
