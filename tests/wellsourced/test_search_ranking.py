"""Seeds join the first search, the reranker orders before the gate, a new wording keeps the subject."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from fakes.web import Request, Server, reply
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.composite import judge
from quality.options import Options
from retrieval.crossref import Crossref
from retrieval.fetch import Fetcher
from retrieval.reformulate import anchor, reformulate
from retrieval.rerank import Reranking, rerank
from retrieval.visit import VisitOptions, Visitor
from wellsourced.cli import main
from wellsourced.page_reader import read_seeds
from wellsourced.pipeline import Settings, Tools, make_article, research
from wellsourced.search_ranking import dated, mixed, reranked
from wellsourced_core.model import Assignment, Attempt, Source, Topic, Written
from wellsourced_core.text import canonical_url, terms

DAY = date(2026, 11, 21)
QUESTION = "glacier moraine dating"
TEXTS = (
    "The moraine of a glacier can be dated by lichens. Dating a glacier by its moraine takes lichens on its boulders.",
    "The moraine of a glacier can be dated. Dating uses beryllium that forms in the moraine's boulders.",
    "A moraine is what a glacier pushed together. Its dating rests on the boulders that lie on top of it.",
)
SOURCES = tuple(Source(f"s{i}", f"https://site{i}.example/", f"Moraine {i}", text) for i, text in enumerate(TEXTS))


class Shelf:
    """A backend that knows the same sources whatever it is asked, and keeps the queries."""

    def __init__(self, sources: Sequence[Source], name: str = "shelf") -> None:
        self.sources, self.name = tuple(sources), name
        self.asked: list[str] = []

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        self.asked.append(query)
        return self.sources[:limit]


def cites_all(assignment: Assignment) -> Written:
    """Write the first sentence of each source."""
    first = {p.n: p.source.source.text.partition(". ")[0] for p in assignment.passages}
    return Written(f"# Moraines\n\n{' '.join(f'{first[n]} [{n}].' for n in sorted(first))}\n")


def unused(assignment: Assignment) -> Written:
    raise AssertionError("the writer was called")


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def voyage(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give the scores that the reranker answers with, by position."""
    scores = [0.2, 0.9, 0.7]
    monkeypatch.setenv("VOYAGE_API_KEY", "pa-SECRET")
    server.answer = lambda _request: reply(
        json.dumps({"data": [{"index": i, "relevance_score": s} for i, s in enumerate(scores)], "usage": {}})
    )
    return scores


def asking(server: Server):
    return partial(rerank, url=server.url("/v1/rerank"))


def test_the_reranker_orders_and_its_bar_drops(server: Server, voyage: list[float]) -> None:
    told: list[str] = []
    tools = Tools((Shelf(SOURCES),), unused, tell=told.append, rerank=asking(server))
    found = research(QUESTION, "quick", tools, Settings(DAY))
    plain = research(QUESTION, "quick", replace(tools, rerank=None), Settings(DAY))
    sent = json.loads(server.requests[0].body)["documents"]
    by_score = sorted(zip(voyage, sent, strict=True), reverse=True)
    assert [f"{s.source.title}\n{s.source.text}" for s in found.batch.scored] == [text for _, text in by_score]
    assert [s.axis("rerank") for s in found.batch.scored] == [0.9, 0.7, 0.2]
    assert len(found.outcome.kept) == 2
    assert "reranked 0.20, below 0.5" in found.batch.scored[2].why
    assert (found.batch.top3_composite, found.retried) == (plain.batch.top3_composite, plain.retried)
    assert "Rerank: 3 sources by rerank-2.5" in told


def test_without_a_key_nothing_changes_and_it_is_said(server: Server) -> None:
    told: list[str] = []
    tools = Tools((Shelf(SOURCES),), unused, tell=told.append, rerank=asking(server))
    assert research(QUESTION, "quick", tools, Settings(DAY)) == research(
        QUESTION, "quick", replace(tools, rerank=None), Settings(DAY)
    )
    assert told == ["Rerank: skipped, no VOYAGE_API_KEY"]
    assert server.connections == 0


def test_tier_premium_says_that_it_was_skipped(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["search", "noise ordinance of Port Marlow", "--corpus", str(corpus), "--as-of", "2026-11-21"]
    main(arguments)
    standard = capsys.readouterr()
    main([*arguments, "--tier", "premium"])
    premium = capsys.readouterr()
    assert premium.out == standard.out
    assert "Rerank: skipped, no VOYAGE_API_KEY" in premium.err


@given(st.permutations(range(3)), st.lists(st.floats(0, 1), min_size=3, max_size=3))
@settings(max_examples=60)
def test_reranking_loses_no_source_and_raises_no_grade(order: list[int], scores: list[float]) -> None:
    batch = judge(QUESTION, SOURCES, Options(), DAY)

    def service(_query: str, sources: Sequence[Source]) -> Reranking:
        ranked = tuple(sources[i] for i in order)
        return Reranking(ranked, tuple(scores[i] for i in order), "")

    done = reranked(QUESTION, batch, service, Options(), lambda _: None)
    before = {s.source.id: s for s in batch.scored}
    assert {s.source.id for s in done.scored} == set(before)
    for scored in done.scored:
        assert scored.grade <= before[scored.source.id].grade
        assert (scored.grade >= 3) <= (scored.axis("rerank") >= 0.5)
        assert scored.composite == before[scored.source.id].composite


@given(st.lists(st.floats(-1.0, 1.0), min_size=3, max_size=3))
@settings(max_examples=25, deadline=None)
def test_a_models_ranking_orders_what_the_gate_kept_and_decides_nothing(cosines: list[float]) -> None:
    near = dict(zip((source.id for source in SOURCES), cosines, strict=True))
    tools = Tools((Shelf(SOURCES),), unused)
    without = research(QUESTION, "quick", tools, Settings(DAY))
    ranked = research(
        QUESTION, "quick", replace(tools, rank=lambda _, kept: [near[one.id] for one in kept]), Settings(DAY)
    )
    assert without.outcome.kept
    assert type(ranked.outcome) is type(without.outcome)
    assert ranked.outcome.decision == without.outcome.decision
    assert {s.source.id for s in ranked.outcome.kept} == {s.source.id for s in without.outcome.kept}
    assert ranked.batch == without.batch
    relevances = [s.axis("relevance") for s in ranked.outcome.kept]
    values = mixed(relevances, [near[s.source.id] for s in ranked.outcome.kept])
    assert values == sorted(values, reverse=True)


def test_the_model_of_the_extra_orders_what_is_kept(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "Protected bicycle lanes and street safety", "--corpus", str(corpus), "--as-of", "2026-11-21"]
    assert main([*words, "--format", "json"]) == 0
    without = json.loads(capsys.readouterr().out)
    assert main([*words, "--format", "json", "--ranking", "minilm"]) == 0
    told = capsys.readouterr()
    ranked = json.loads(told.out)
    assert "by relevance and MiniLM" in told.err
    assert (ranked["outcome"], ranked["decision"]) == (without["outcome"], without["decision"])


def test_junk_is_not_sent_and_stays_last(server: Server) -> None:
    wall = Source("w", "https://wall.example/", "Just a moment...", "Checking your browser before accessing.")
    batch = judge(QUESTION, (wall, *SOURCES), Options(), DAY)
    sent: list[Source] = []

    def service(_query: str, sources: Sequence[Source]) -> Reranking:
        sent.extend(sources)
        return Reranking(tuple(sources), (1.0,) * len(sources), "")

    done = reranked(QUESTION, batch, service, Options(), lambda _: None)
    assert wall not in sent
    assert done.scored[-1].source == wall


def test_seeds_are_read_and_join_the_first_search(server: Server) -> None:
    server.routes(a=reply(TEXTS[0], mime="text/plain"))
    visitor = Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0))
    fetch = partial(read_seeds, Fetcher("2026-11-21", visitor), None)
    tools = Tools((Shelf(()),), unused, fetch=fetch)
    found = research(QUESTION, "quick", tools, Settings(DAY), (server.url("/a"), server.url("/none")))
    first, seeds = found.attempts[:2]
    assert (first.provider, seeds.kind, seeds.provider, seeds.error) == ("shelf", "original", "seeds", None)
    assert [(s.url, s.retrieved) for s in seeds.ranked] == [(server.url("/a"), "2026-11-21")]
    assert [s.source.url for s in found.outcome.kept] == [server.url("/a")]


def test_seeds_that_cannot_be_read_are_a_search_that_failed(server: Server) -> None:
    visitor = Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0))
    read = read_seeds(Fetcher("2026-11-21", visitor), None, QUESTION, (server.url("/none"),))
    attempt = read.attempt
    assert [(one.code, one.source) for one in read.observations] == [("R404", canonical_url(server.url("/none")))]
    assert attempt.ranked == ()
    assert attempt.error is not None
    assert "status 404" in attempt.error


@pytest.mark.parametrize("status", ["403 Forbidden", "429 Slow", "503 Busy"])
def test_a_seed_that_is_refused_is_not_dead(server: Server, status: str) -> None:
    server.answer = lambda request: reply("", "404 No" if request.path == "/robots.txt" else status)
    visitor = Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0, retries=0))
    assert read_seeds(Fetcher("2026-11-21", visitor), None, QUESTION, (server.url("/a"),)).observations == ()


def test_a_seed_without_a_host_may_be_a_network_of_ours_that_is_down() -> None:
    read = read_seeds(
        Fetcher("2026-11-21", Visitor(VisitOptions(delay=0))), None, QUESTION, ("https://no-host.invalid/",)
    )
    assert (read.observations, read.attempt.ranked) == ((), ())
    assert "does not resolve" in (read.attempt.error or "")


def test_what_comes_to_light_of_a_seed_stands_in_the_audit_of_the_article(server: Server) -> None:
    """A retracted work is read and cited; a dead address is cited because a search still has its text."""
    notice = {"DOI": "10.5555/notice", "type": "retraction", "updated": {"date-parts": [[2024, 5, 3]]}}
    listed = json.dumps({"message": {"items": [{"DOI": "10.5555/moraine", "updated-by": [notice]}]}})
    routes = {"/doi/10.5555/moraine": reply(TEXTS[0], mime="text/plain"), "/works": reply(listed)}
    server.answer = lambda request: routes.get(request.path.partition("?")[0], reply("", "404 No"))
    visitor = Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0))
    fetch = partial(read_seeds, Fetcher("2026-11-21", visitor), Crossref(url=server.url("/works"), pause=0))
    dead, told = server.url("/gone"), list[str]()
    shelf = Shelf((SOURCES[1], replace(SOURCES[2], url=dead)))
    tools = Tools((shelf,), cites_all, fetch=fetch, tell=told.append)
    topic = Topic("moraine", QUESTION, mode="quick", seed_urls=(server.url("/doi/10.5555/moraine"), dead))
    article = make_article(topic, tools, Settings(DAY))
    found = {one.code: one for one in article.audit.findings if one.code.startswith("R")}
    assert sorted(found) == ["R404", "R405"]
    assert found["R405"].message == "doi:10.5555/moraine: retraction published on 2024-05-03 (10.5555/notice)"
    assert found["R404"].message == f"{dead}: answers with status 404"
    assert {one.url for one in article.sources if one.id in {f.source for f in found.values()}} == set(topic.seed_urls)
    assert [line for line in told if line.startswith("Seeds: R")] == [
        f"Seeds: R404 {found['R404'].message}",
        f"Seeds: R405 {found['R405'].message}",
    ]
    asked = sorted(path.partition("?")[0] for path in server.paths)  # the audit itself asks nobody
    assert asked == ["/doi/10.5555/moraine", "/gone", "/works"]
    plain = make_article(replace(topic, seed_urls=topic.seed_urls[:1]), replace(tools, fetch=None), Settings(DAY))
    assert not any(one.code.startswith("R4") for one in plain.audit.findings)


def test_without_leave_to_fetch_seeds_are_left_and_it_is_said() -> None:
    told: list[str] = []
    tools = Tools((Shelf(SOURCES),), unused, tell=told.append)
    found = research(QUESTION, "quick", tools, Settings(DAY), ("https://a.example/", "https://b.example/"))
    assert told == ["Seeds: 2 addresses not read, --fetch reads them"]
    assert len(found.attempts) == 1


def test_a_model_s_wording_keeps_the_rarest_terms_of_the_question() -> None:
    shelf = Shelf(())
    tools = Tools((shelf,), unused, reformulate=lambda _q, _s: ("holidays in the mountains", "weather"))
    research("beryllium dating of a glacier moraine", "standard", tools, Settings(DAY))
    for query in shelf.asked[1:]:
        assert "beryllium" in query or "moraine" in query
    assert any(query.startswith("holidays in the mountains ") for query in shelf.asked)


@given(st.lists(st.sampled_from("glacier moraine dating of the lake fish report beryllium city".split()), min_size=1))
@settings(max_examples=100)
def test_the_built_in_wording_needs_no_anchor(words: list[str]) -> None:
    question = " ".join(words)
    for proposal in reformulate(question, SOURCES):
        if terms(question).stems:
            assert anchor(question, proposal) == proposal.strip()


def test_only_what_the_web_gave_gets_the_day_of_the_run() -> None:
    kept = replace(SOURCES[1], retrieved="2020-01-01")
    web = Attempt("original", "q", (SOURCES[0], kept), "searxng")
    corpus = Attempt("original", "q", SOURCES[:1], "corpus")
    done = dated((web, corpus), DAY)
    assert [s.retrieved for one in done for s in one.ranked] == ["2026-11-21", "2020-01-01", None]


# --------------------------------------------------------------------------------------- services of the operator's own


def test_the_reranker_of_the_configuration_is_asked(
    server: Server, voyage: list[float], corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def fine(request: Request) -> bytes:
        count = len(json.loads(request.body)["documents"])
        return reply(json.dumps({"data": [{"index": i, "relevance_score": 0.9} for i in range(count)]}))

    server.answer = fine
    Path("wellsourced.toml").write_text(f'[rerank]\nurl = "{server.url("/ours")}"\nmodel = "ours-1"\n', "utf-8")
    words = ["search", "noise ordinance of Port Marlow", "--corpus", str(corpus), "--as-of", "2026-11-21"]
    assert main([*words, "--tier", "premium", "-q"]) == 0
    (request,) = server.requests
    assert (request.path, json.loads(request.body)["model"]) == ("/ours", "ours-1")
    assert request.headers["authorization"] == "Bearer pa-SECRET"


@pytest.mark.parametrize("line", ['key = "pa"', "model = 3", 'model = " "', 'url = "no address"'])
def test_another_line_about_the_reranker_is_refused(
    line: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wellsourced.toml").write_text(f"[rerank]\n{line}\n", "utf-8")
    assert main(["search", "noise", "--corpus", str(corpus)]) == 2


def test_what_a_search_service_answers_is_written_only_where_a_source_carries_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-SECRET")
    carried, invented = "The glacier of Varne left 61 moraines.", "The moraines of Varne are 14,500 years old."
    results = [
        {"url": f"https://site{i}.example/", "title": f"Moraine {i}", "raw_content": f"{text} {carried}", "content": ""}
        for i, text in enumerate(TEXTS)
    ]
    answered = {"answer": f"{carried} {invented}", "results": results}
    server.answer = lambda _: reply(json.dumps(answered), mime="application/json")
    text = f'[run]\nbackends = ["tavily"]\n[backends.tavily]\nurl = "{server.url("/search")}"\n'
    Path("wellsourced.toml").write_text(text, "utf-8")
    Path("topics.txt").write_text(f"{QUESTION}\n", "utf-8")
    words = ["batch", "topics.txt", "--mode", "quick", "--out", "night", "--writer", "extractive", "-q"]
    assert main([*words, "--as-of", "2026-11-21"]) == 0
    (path,) = Path("night").glob("*/provenance.json")
    record = json.loads(path.read_text("utf-8"))
    assert record["searches"][0]["answer"] == answered["answer"]
    ours = [one for one in record["facts"]["kept"] if one["origin"] == "answer"]
    assert [(one["text"], one["source"]) for one in ours] == [(carried, 1)]
    (lost,) = record["facts"]["dropped"]
    assert (lost["text"], lost["origin"]) == (invented, "answer")
    assert lost["why"].startswith("source ")
    assert "14,500" not in path.with_name("article.md").read_text("utf-8")
