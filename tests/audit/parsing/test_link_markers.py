"""Links and bare addresses that cite, joined by address; what such a citation is called."""

from __future__ import annotations

import pytest

from audit.parsing.link_markers import link_name
from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import FileReport, Source

SOURCES = (
    Source("1", "https://m.example/mill", "The mill", "The mill opened in 1871 and grinds rye for the valley.", n=1),
    Source("2", "https://w.example/weir_(old)", "The weir", "The old weir was built of oak in 1902.", n=2),
)
BULLETS = "\n\n## Sources\n\n- [The mill](https://m.example/mill)\n- [The weir](https://w.example/weir_(old))\n"


def read(body: str, sources: tuple[Source, ...] = SOURCES) -> list[str]:
    return [marker.raw for marker in open_case(body, sources, AuditOptions()).draft.markers]


def look(text: str) -> FileReport:
    return audit(text, SOURCES)


@pytest.mark.parametrize(
    ("body", "raw"),
    [
        ("It opened ([The mill](https://m.example/mill)).", ["([The mill](https://m.example/mill))"]),
        ("It opened [The mill](http://www.m.example/mill/).", ["[The mill](http://www.m.example/mill/)"]),
        ("It opened (https://m.example/mill).", ["(https://m.example/mill)"]),
        ("It opened (https://w.example/weir_(old)).", ["(https://w.example/weir_(old))"]),
        ("It opened (Source: https://m.example/mill).", ["(Source: https://m.example/mill)"]),
        (
            "It opened (see https://m.example/mill; https://w.example/weir_(old)).",
            ["(see https://m.example/mill; https://w.example/weir_(old))"],
        ),
        ("It opened (<https://m.example/mill>).", ["(<https://m.example/mill>)"]),
        ("It opened. <https://m.example/mill>", ["<https://m.example/mill>"]),
        ("It opened (The mill, https://m.example/mill).", ["https://m.example/mill"]),
        ("It opened: https://m.example/mill.", ["https://m.example/mill"]),
    ],
)
@pytest.mark.parametrize("entries", ["", BULLETS], ids=["sources alone", "list"])
def test_an_address_that_is_listed_cites(body: str, raw: list[str], entries: str) -> None:
    assert read(body + entries) == raw
    report = look(body + entries)
    assert report.style.joined_by == ("url" if entries else "sources")
    assert all(ref.verdict != "out-of-bounds" and ref.source for marker in report.markers for ref in marker.refs)
    assert not [f for f in report.findings if f.code in ("D901", "D903")]


@pytest.mark.parametrize(
    "body",
    [
        "See [a mill](https://x.example/), <https://x.example/> and https://x.example/y.",
        "[guide]: https://m.example/mill",
        "It opened.^[Note (https://m.example/mill).]",
        "`(https://m.example/mill)` and <!-- (https://m.example/mill) -->",
        "![wheel](https://m.example/mill)",
    ],
)
def test_an_address_that_is_not_listed_or_not_said_cites_nothing(body: str) -> None:
    listed = "It opened (https://m.example/mill)."
    assert read(f"{listed}\n\n{body}") == ["(https://m.example/mill)"]


@pytest.mark.parametrize("lost", ["([x](https://x.example/))", "(https://x.example/)"])
def test_a_citation_of_an_address_that_no_source_has_is_out_of_bounds(lost: str) -> None:
    shape = "([The mill](https://m.example/mill))" if "[" in lost else "(https://m.example/mill)"
    text = f"The mill opened in 1871 {shape}. It grinds rye {shape}. It burnt down {lost}."
    (finding,) = [f for f in look(text).findings if f.code == "C101"]
    assert finding.message == "the sources have no entry https://x.example/"
    assert repair(text, look).text == text
    assert repair(text, look, unsafe=True).text == text.replace(f" {lost}", "")


def test_one_of_several_addresses_is_taken_out_alone() -> None:
    text = (
        "The mill opened in 1871 (https://m.example/mill; https://x.example/). It grinds rye (https://m.example/mill)."
    )
    assert repair(text, look, unsafe=True).text == text.replace("; https://x.example/", "")


def test_numbers_and_quotations_behind_links_are_held_against_their_sources() -> None:
    report = look("The mill grinds rye for 37 bakers of the valley ([The mill](https://m.example/mill)).")
    assert "N201" in {finding.code for finding in report.findings}


def test_a_citation_by_address_is_called_by_its_title_or_host() -> None:
    text = "The miller keeps bees ([The mill](https://m.example/mill)). He sells honey (https://www.m.example/mill)."
    names = [finding.message.partition(":")[0] for finding in look(text).findings if finding.code in ("C102", "C103")]
    assert names == ["The mill", "m.example"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("[The mill](https://m.example/mill)", "The mill"),
        ("([A [new] mill](https://m.example))", "A [new] mill"),
        ("[citation:Mill](https://m.example)", "Mill"),
        ("[https://m.example/a](https://m.example/a)", "m.example"),
        ("<https://www.m.example/a>", "m.example"),
        (f"[{'long ' * 20}](https://m.example)", f"{'long ' * 11}long…"),
        ("3", "3"),
    ],
)
def test_a_link_is_called_as_its_readers_see_it(raw: str, name: str) -> None:
    assert link_name(raw) == name
