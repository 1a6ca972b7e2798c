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
BEES = "Urban beekeeping permits and hive rules"


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
    code, out, _ = run(BEES, "--out", "articles")
    assert (code, out) == (
        3,
        "insufficient: articles/urban-beekeeping-permits-and-hive-rules/article.md\n",
    )
    assert sorted(path.name for path in Path("articles").iterdir()) == ["urban-beekeeping-permits-and-hive-rules"]


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
    run(BEES, "--profile", "strict", "--out", "articles")
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
    assert {"text", "cited", "agree", "support", "recency", "origins", "speculative", "diversity", "conflicts"} == set(
        record["claims"][0]
    )


def test_j85_an_article_of_other_words_stays_unless_it_is_to_be_made_anew(run: Run) -> None:
    assert run(NOISE, "--out", "articles")[0] == 0
    (article,) = Path("articles").glob("*/article.md")
    first = article.read_bytes()
    assert run(NOISE, "--out", "articles")[0] == 0  # the same words
    article.write_text("edited by hand", "utf-8")
    for arguments in ((NOISE,), (NOISE, "--mode", "quick"), (f"{NOISE}?",)):  # the last has the same folder
        code, out, err = run(*arguments, "--out", "articles", "--quiet")
        assert (code, out) == (2, "")
        assert err.startswith(f"error: {article}: ")
        assert err.endswith(": choose another --out, or add --remake\n")
    assert article.read_text("utf-8") == "edited by hand"
    assert run(NOISE, "--out", "articles", "--remake")[0] == 0
    assert article.read_bytes() == first


def test_j85_an_article_that_is_there_is_known_before_another_is_paid_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(NOISE, "--out", "articles")[0] == 0
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-none")
    monkeypatch.setattr("wellsourced.pipeline.make_article", lambda *_: pytest.fail("was begun"))
    assert run(NOISE, "--out", "articles", "--writer", "claude")[0] == 2


def test_a_refusal_gives_way_to_a_better_answer_unless_it_was_edited(run: Run) -> None:
    strict = ("--profile", "strict", "--out", "articles")
    assert run(TREES, *strict)[0] == 3
    (article,) = Path("articles").glob("*/article.md")
    refusal = article.read_bytes()
    code, out, _ = run(TREES, "--out", "articles")
    assert (code, out) == (0, f"short: {article}\n")
    assert run(TREES, *strict)[0] == 2  # what is there is an article now
    assert run(TREES, *strict, "--remake")[0] == 3
    assert run(f"{TREES}?", "--out", "articles")[0] == 2  # another topic's
    article.write_bytes(refusal + b"\nA note by hand.\n")
    assert run(TREES, "--out", "articles")[0] == 2
    article.write_bytes(refusal)
    article.with_name("provenance.json").unlink()
    assert run(TREES, "--out", "articles")[0] == 2


def test_an_article_that_may_not_be_read_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(NOISE, "--out", "articles")[0] == 0
    opened = Path.open

    def closed(self: Path, *arguments: object, **options: object) -> object:
        if self.name == "article.md":
            raise PermissionError(13, "Permission denied")
        return opened(self, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", closed)
    code, out, err = run(NOISE, "--out", "articles", "--quiet")
    assert (code, out) == (4, "")
    assert err.endswith("/article.md: may not be read: check its permissions\n")


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31m", "\u202e"])
def test_j87_a_folder_is_named_escaped(run: Run, name: str) -> None:
    code, out, _ = run(NOISE, "--out", name)
    assert code == 0
    assert name not in out
    assert len(out.splitlines()) == 1
