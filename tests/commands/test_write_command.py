"""`write` as a user runs it: an article, an honest refusal, or a request for sources that goes back in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from wellsourced.cli import main
from wellsourced.requests_file import requests_of
from wellsourced.topics import Rejected, read_topics

Run = Callable[..., tuple[int, str, str]]
NOISE = "The noise ordinance of the city of Port Marlow"
TREES = "The street tree census and empty tree pits"
GUITARS = "What flamenco guitarists charge against classical guitarists"


@pytest.fixture
def run(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["write", *arguments, "--corpus", str(corpus), "--as-of", "2026-11-21"])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_an_article_goes_to_stdout_and_its_reasons_to_stderr(run: Run) -> None:
    code, out, err = run(NOISE)
    assert code == 0
    assert out.startswith(f"# {NOISE}\n")
    assert "Source 1 (" in err
    assert err.splitlines()[-1].startswith("Outcome: full - ")
    assert run(NOISE, "--quiet") == (0, out, "")


def test_a_refusal_is_3_and_asks_for_nothing_unless_strict(run: Run) -> None:
    code, out, _ = run(GUITARS, "--out", "articles")
    assert (code, out) == (
        3,
        "insufficient: articles/what-flamenco-guitarists-charge-against-classical-guitarists/article.md\n",
    )
    assert sorted(path.name for path in Path("articles").iterdir()) == [
        "what-flamenco-guitarists-charge-against-classical-guitarists"
    ]


def test_strict_asks_for_sources_in_a_file_that_is_a_topics_file(run: Run) -> None:
    code, out, _ = run(TREES, "--profile", "strict", "--out", "articles")
    assert code == 3
    assert out.splitlines()[-1] == "sources are asked for: articles/requests.jsonl"
    (line,) = Path("articles/requests.jsonl").read_text("utf-8").splitlines()
    wanted = json.loads(line)
    assert wanted["topic"] == TREES
    assert (wanted["seed_urls"], wanted["notes"]) == ([], [])
    assert any("48,212 against 51,940" in one for one in wanted["missing"])
    record = json.loads(Path("articles/the-street-tree-census-and-empty-tree-pits/provenance.json").read_text("utf-8"))
    assert record["request"] == wanted
    assert (record["outcome"], record["status"]) == ("insufficient", "research_insufficient")
    assert requests_of([Path("articles/the-street-tree-census-and-empty-tree-pits"), Path("none")]) == [wanted]

    wanted["seed_urls"] = ["https://www.portmarlow.gov/parks/recount"]
    wanted["notes"] = ["The recount found 48,212 street trees."]
    Path("articles/requests.jsonl").write_text(json.dumps(wanted) + "\n", "utf-8")
    (topic,) = read_topics(Path("articles/requests.jsonl"))
    assert not isinstance(topic, Rejected)
    assert (topic.question, topic.profile, topic.mode) == (TREES, "strict", "standard")
    assert topic.seed_urls == ("https://www.portmarlow.gov/parks/recount",)
    assert topic.notes == ("The recount found 48,212 street trees.",)


def test_strict_with_too_few_sources_says_how_many_more(run: Run) -> None:
    run(GUITARS, "--profile", "strict", "--out", "articles")
    wanted = json.loads(Path("articles/requests.jsonl").read_text("utf-8"))
    assert wanted["missing"][0] == "1 more source that answers the question"


@pytest.mark.parametrize("profile", ["fast", "smoke"])
def test_the_other_profiles_warn_and_go_on(profile: str, run: Run) -> None:
    code, out, err = run(TREES, "--profile", profile)
    assert code == 0
    assert "## Risks" in out
    assert f"Profile {profile}: warned - sources contradict each other" in err


def test_everything_that_decided_is_in_the_provenance(run: Run) -> None:
    run(TREES, "--out", "articles")
    record = json.loads(Path("articles/the-street-tree-census-and-empty-tree-pits/provenance.json").read_text("utf-8"))
    assert record["status"] == "warned"
    assert record["judge"] is None
    assert record["request"] is None
    assert set(record["evidence"]) == {"support", "recency", "diversity", "origins", "official", "conflicts"}
    (clash,) = record["conflicts"]
    assert clash["kind"] == "conflict"
    assert record["claims"]
    assert {"text", "cited", "agree", "support", "recency", "origins", "speculative"} == set(record["claims"][0])
