"""Where no provider gives a date, the address, the page or its dateline may; what is old or weak is told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from fakes.web import Server, reply

from retrieval.fetch import Fetcher
from retrieval.visit import VisitOptions, Visitor
from wellsourced.cli import main
from wellsourced.formats.records import provenance
from wellsourced.page_reader import read_seeds
from wellsourced.pipeline import Settings, Tools, make_article, research
from wellsourced_core.model import Source, Topic
from writer.extractive import write

DAY = date(2026, 11, 21)
QUESTION = "What erodes tidal turbine blades?"
WORN = (
    "Sand and silt erode tidal turbine blades: suspended sediment wears the leading edge within a year of service.",
    "Cavitation erodes the blades of a tidal turbine where the flow is fast, and the coating is worn by sediment.",
    "Tidal turbine blades erode at the leading edge, because sediment in the flow wears the coating away.",
    "The erosion of tidal turbine blades by sediment was measured at three sites over a year of service.",
)


class Shelf:
    """A backend that knows the same sources whatever it is asked, under a provider's name."""

    def __init__(self, sources: Sequence[Source], name: str = "searxng") -> None:
        self.sources, self.name = tuple(sources), name

    def search(self, _query: str, limit: int) -> tuple[Source, ...]:
        return self.sources[:limit]


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


def undated(urls: Sequence[str], texts: Sequence[str] = WORN) -> list[Source]:
    return [Source(f"s{i}", url, f"Blades {i}", text) for i, (url, text) in enumerate(zip(urls, texts, strict=False))]


def recency(found, i: int):
    scored = next(s for s in found.batch.scored if s.source.id == f"s{i}")
    return next(axis for axis in scored.axes if axis.name == "recency")


def test_a_provider_without_dates_no_longer_makes_strict_refuse_everything() -> None:
    urls = [f"https://www.nature.com/2026/09/{14 + i}/blades-{i}" for i in range(4)]
    tools = Tools((Shelf(undated(urls)),), write)
    article = make_article(Topic("", QUESTION), tools, Settings(DAY, profile="strict"))
    assert (article.provenance.outcome, article.provenance.status) == ("full", "ok")
    record = json.loads(provenance.render(article))
    assert {one["dated_by"] for one in record["judged"]["sources"]} == {"address"}
    found = research(QUESTION, "standard", tools, Settings(DAY))
    assert recency(found, 0).why.startswith("2026-09-14 (read in the address)")
    assert recency(found, 0).known


def test_a_dateline_in_the_text_dates_it() -> None:
    texts = [f"Published 1{i} June 2025\n\n{text}" for i, text in enumerate(WORN)]
    found = research(
        QUESTION,
        "quick",
        Tools((Shelf(undated([f"https://s{i}.example/p" for i in range(4)], texts)),), write),
        Settings(DAY),
    )
    assert recency(found, 2).why.startswith("2025-06-12 (read in a dateline of the text)")


def test_a_date_in_the_future_is_none() -> None:
    texts = [f"Published on 3 March 2027. {WORN[0]}", WORN[1]]
    urls = ["https://a.example/p", "https://b.example/2027/01/02/blades"]
    found = research(QUESTION, "quick", Tools((Shelf(undated(urls, texts)),), write), Settings(DAY))
    assert [recency(found, i).why for i in range(2)] == ["date unknown", "date unknown"]


def test_what_a_provider_gives_is_not_touched() -> None:
    given = replace(undated(["https://a.example/2020/01/02/p"])[0], published=date(2026, 2, 3))
    found = research(QUESTION, "quick", Tools((Shelf([given]),), write), Settings(DAY))
    assert found.batch.scored[0].source.published == date(2026, 2, 3)
    assert "read in" not in recency(found, 0).why


@pytest.mark.parametrize(
    "head",
    [
        '<script type="application/ld+json">{"@type": "Article", "datePublished": "2025-06-14T08:00:00Z"}</script>',
        '<meta property="article:published_time" content="2025-06-14">',
        '</head><body><time datetime="2025-06-14">14 June</time>',
    ],
)
def test_a_fetched_page_is_dated_by_what_it_says_of_itself(server: Server, head: str) -> None:
    page = f"<!DOCTYPE html><html><head><title>Blades</title>{head}<article><p>{WORN[0]}</p><p>{WORN[1]}</p></article>"
    server.routes(a=reply(page, mime="text/html"))
    visitor = Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0))
    tools = Tools((Shelf(()),), write, fetch=partial(read_seeds, Fetcher("2026-11-21", visitor), None))
    found = research(QUESTION, "quick", tools, Settings(DAY), (server.url("/a"),))
    (scored,) = found.batch.scored
    assert (scored.source.published, scored.source.dated_by) == (date(2025, 6, 14), "page")
    why = next(axis.why for axis in scored.axes if axis.name == "recency")
    assert why.startswith("2025-06-14 (read in the page's metadata)")


def test_score_reads_dates_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sources.jsonl"
    row = {"url": "https://a.example/2025/06/14/blades", "title": "Blades", "text": WORN[0]}
    file.write_text(json.dumps(row) + "\n", "utf-8")
    main(["score", QUESTION, "--sources", str(file), "--as-of", "2026-11-21", "--format", "json"])
    (source,) = json.loads(capsys.readouterr().out)["sources"]
    assert (source["published"], source["dated_by"]) == ("2025-06-14", "address")


def test_a_run_s_sources_keep_where_a_date_was_read(tmp_path: Path) -> None:
    from retrieval.sources_file import read_sources, write_sources

    source = Source("a", "https://a.example/", "A", "x", date(2025, 6, 14), n=1, dated_by="text")
    write_sources(tmp_path / "sources.jsonl", [source])
    assert read_sources(tmp_path / "sources.jsonl") == (source,)


# ---------------------------------------------------------------------------------------------- what a reader is told


def posts(day: date, host: str = "forum{}.example") -> list[Source]:
    return [
        Source(f"s{i}", f"https://{host.format(i)}/t/{i}", f"Blades {i}", text, day) for i, text in enumerate(WORN[:3])
    ]


def test_three_forum_posts_of_2011_do_not_pass_silently() -> None:
    tools = Tools((Shelf(posts(date(2011, 3, 4), "f{}.blogspot.com")),), write)
    article = make_article(Topic("", QUESTION), tools, Settings(DAY))
    risks = article.markdown.partition("## Risks")[2].partition("##")[0]
    assert dict(article.provenance.evidence)["support"] < 0.7
    assert "Speculative: the sources, none of them official, together support little" in risks
    assert "old for such a question" in risks
    assert any(one.startswith("Speculative: ") for one in article.provenance.risks)


def test_new_posts_are_not_called_old() -> None:
    article = make_article(Topic("", QUESTION), Tools((Shelf(posts(date(2026, 10, 1))),), write), Settings(DAY))
    assert "old for such a question" not in article.markdown
    assert "older than this profile" not in article.markdown


def test_what_the_profile_warns_of_stands_under_risks() -> None:
    article = make_article(Topic("", QUESTION), Tools((Shelf(posts(date(2024, 10, 1))),), write), Settings(DAY))
    assert article.provenance.status == "warned"
    assert "The sources are older than this profile asks for." in article.markdown
    assert "The sources are older than this profile asks for." in article.provenance.risks


def test_a_short_report_says_how_the_search_ended_and_what_it_left_out() -> None:
    shelf = [
        *posts(date(2026, 10, 1))[:2],
        Source("copy", "https://copies.example/p", "Blades", WORN[0], date(2026, 10, 1)),
        Source("cook", "https://pasta.example/p", "Pasta", "Boil the pasta in a pot, stir it and add salt.", DAY),
        Source("wall", "https://wall.example/p", "Just a moment...", "Checking your browser before accessing."),
    ]
    article = make_article(Topic("", QUESTION), Tools((Shelf(shelf),), write), Settings(DAY))
    assert article.provenance.outcome == "short"
    said = article.markdown.partition("## What was searched and left out")[2].partition("##")[0]
    assert "The search ended after 2 rounds, all that this mode allows." in said
    assert "1 that says too little of what is asked (pasta.example)" in said
    assert "1 that repeats a source used here (" in said
    assert "1 with no article behind its address (wall.example)" in said
    assert not any(one.code in ("C105", "N201") for one in article.audit.findings)


def test_a_deep_search_that_was_stopped_says_so_in_its_short_report() -> None:
    article = make_article(
        Topic("", QUESTION, mode="deep"), Tools((Shelf(posts(date(2026, 10, 1))),), write), Settings(DAY)
    )
    assert article.provenance.outcome == "short"
    assert "because searching on brought nothing new." in article.markdown


@pytest.mark.parametrize(
    ("kept", "found", "words"),
    [
        (2, 2, "Only 2 relevant sources were found for the question; this is a short report of what they say"),
        (1, 1, "Only 1 relevant source was found for the question; this is a short report of what it says"),
        (1, 3, "Only 1 of 3 sources found was relevant to the question; this is a short report of what it says"),
        (2, 7, "Only 2 of 7 sources found were relevant to the question; this is a short report of what they say"),
    ],
)
def test_the_disclaimer_counts_like_a_person(kept: int, found: int, words: str) -> None:
    from quality.gate import disclaimer

    assert disclaimer(kept, found).startswith(words)


def test_a_claim_s_diversity_and_conflicts_are_on_record() -> None:
    texts = (
        "The ferries of Varne carried 700,000 passengers in 2025, the port said.",
        "The ferries of Varne carried 900,000 passengers in 2025, the city said.",
        "Ferries of Varne run every half hour, and passengers wait on the pier.",
        "The ferries of Varne are old, but passengers like them, a survey of 2025 says.",
    )
    shelf = [Source(f"s{i}", f"https://h{i}.example/p", "Ferries of Varne", t, DAY) for i, t in enumerate(texts)]
    article = make_article(
        Topic("", "How many passengers do the ferries of Varne carry?"), Tools((Shelf(shelf),), write), Settings(DAY)
    )
    record = json.loads(provenance.render(article))
    claims = [one for one in record["claims"] if "700,000" in one["text"] or "900,000" in one["text"]]
    assert claims
    assert all(one["conflicts"] for one in claims)
    assert all(0 <= one["diversity"] <= 1 for one in record["claims"])
    assert not any(one["conflicts"] for one in record["claims"] if "half hour" in one["text"])
