"""Whole nights: with the extractive writer, and with the real client against a loopback stand-in of the service."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import HANG, KEY, FakeClaude, answer, answering, fake_claude, message, slowly, status, text_block
from fakes.sittings import Child, Mother, sittings

from wellsourced import cli
from wellsourced.batch import QUARANTINE, Night, Result, Work
from wellsourced.cli import main
from wellsourced.night.budget import Ledger, Limits
from wellsourced.night.journal import JOURNAL, open_journal
from wellsourced.topics import Entry, Rejected
from wellsourced_core.errors import BackendError, InputError, WellsourcedError, WriterError
from wellsourced_core.model import Article, Topic

DAY = "2026-11-21"
KILLS = int(os.environ.get("WELLSOURCED_SOAK_KILLS", "5"))


def careless(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Write as a careless model does: sentences of the sources, right and swapped, and much of its own."""
    sent = [part for part in body["messages"][0]["content"] if part["type"] == "search_result"]
    said = [part["content"][0]["text"] for part in sent]
    blocks = [text_block("# A careless article\n\n")]
    blocks += [text_block(f"{one} ", (n, 0, 1)) for n, one in enumerate(said)]
    blocks += [text_block(f"\n\n{said[-1]} ", (0, 0, 1))] if sent else []
    return [
        *blocks,
        text_block("In 2031 exactly 93.7 percent agreed, said Nobody Atall. ", (0, 0, 1)),
        text_block("This rests on nothing that was sent. ", (99, 0, 1)),
        text_block(
            "An invented marker [7] and a range [1-9] stand here.\n\n## References\n\n1. https://invented.example/\n"
        ),
    ]


FABRICATED = answering(careless)
# The same at a price that a budget notices: about 0.06 dollars an article, of at most 0.11.
COSTS = {"input_tokens": 900, "output_tokens": 6_000}
DEAR = FABRICATED | {"usage": COSTS}


@pytest.fixture
def topics(fixtures: Path) -> Path:
    """Twelve topics: some become articles, some refusals."""
    return fixtures / "topics" / "gate.jsonl"


@pytest.fixture
def few(topics: Path, place: Path) -> Path:
    return some_of(topics, place)


@pytest.fixture
def place(tmp_path: Path, corpus: Path) -> Path:
    """A folder to work in, with a copy of the corpus."""
    shutil.copy(corpus, tmp_path / "corpus.sqlite")
    return tmp_path


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture(scope="module")
def mother(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mother]:
    with sittings(tmp_path_factory.mktemp("mother"), {"ANTHROPIC_API_KEY": KEY}) as mother:
        yield mother


@pytest.fixture(scope="module")
def calm(
    mother: Mother, tmp_path_factory: pytest.TempPathFactory, fixtures: Path, corpus: Path
) -> dict[str, dict[str, bytes]]:
    """What undisturbed nights over the few topics leave, by writer."""
    place = tmp_path_factory.mktemp("calm")
    shutil.copy(corpus, place / "corpus.sqlite")
    few = some_of(fixtures / "topics" / "gate.jsonl", place)
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        for writer in ("claude", "extractive"):
            child = mother.run([*line(place, few, writer, "--writer", writer), "--as-of", DAY])
            assert child.code == 0, child.err
    return {writer: tree(place / writer) for writer in ("claude", "extractive")}


def some_of(topics: Path, place: Path) -> Path:
    """Write a file of four topics: a full one, a refusal, a full one and a short one."""
    lines = topics.read_text("utf-8").splitlines()
    return write_topics(place, *(lines[number] for number in (0, 11, 5, 9)))


def topics_of_the_night(fixtures: Path, *names: str) -> list[str]:
    """Return the lines of some topics of the demonstration."""
    lines = (fixtures / "topics" / "night.jsonl").read_text("utf-8").splitlines()
    return [line for line in lines if json.loads(line)["id"] in names]


def configure(place: Path, fake: FakeClaude, run: str = "", more: str = "") -> None:
    text = f'[run]\npatience_seconds = 0\n{run}\n[llm]\nbase_url = "{fake.base_url}"\nretries = 0\n{more}'
    (place / "wellsourced.toml").write_text(text, "utf-8")


def line(place: Path, topics: Path, out: str = "night", *more: object) -> list[str]:
    """Return the command line of a night in a folder."""
    words = ("batch", topics, "--corpus", place / "corpus.sqlite", "--out", place / out, *more)
    config = ("--config", place / "wellsourced.toml") if (place / "wellsourced.toml").exists() else ()
    return list(map(str, (*words, *config)))


def night(place: Path, topics: Path, out: str = "night", *more: object) -> int:
    return main([*line(place, topics, out, *more), "--as-of", DAY])


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file of a run but the journal."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(JOURNAL))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def summary(folder: Path) -> dict[str, object]:
    return dict(json.loads((folder / "summary.json").read_text("utf-8")))


def outcomes(folder: Path) -> dict[str, int]:
    found = summary(folder)["outcomes"]
    assert isinstance(found, dict)
    return {name: count for name, count in found.items() if count}


def ledger(folder: Path, what: str = "TOTAL(calls), TOTAL(usd)", where: str = "1") -> tuple[float, ...]:
    with closing(sqlite3.connect(folder / JOURNAL)) as database:
        return tuple(database.execute(f"SELECT {what} FROM calls WHERE {where}").fetchone())  # noqa: S608 - ours


def asked(fake: FakeClaude) -> list[str]:
    """Return the question of each call of the writer, in the order of the calls."""
    texts = [body["messages"][0]["content"][0]["text"] for body in fake.bodies() if body.get("stream")]
    return [text.strip().splitlines()[0] for text in texts]


def write_topics(place: Path, *lines: str) -> Path:
    path = place / "topics.jsonl"
    path.write_text("".join(one + "\n" for one in lines), "utf-8")
    return path


# ------------------------------------------------------------------------------------------ the engine


def sit(place: Path, topics: list[Entry], make: Callable[[Topic, str], Article]) -> list[Result]:
    """Sit once through topics whose articles ``make`` makes; nothing is saved."""
    with open_journal(place) as journal:
        journal.begin(date(2026, 11, 21), given=True)
        work = Work("setup", make, lambda folder, article: None, lambda folder: True)
        night = Night(work, journal, Ledger(journal, Limits()), patience=0)
        return [result for result, _ in night.results(topics, 1, lambda: None)]


@pytest.mark.parametrize("error", [RuntimeError("a fault of ours\nin two lines"), MemoryError(), RecursionError()])
def test_h13_h14_a_topic_that_crashes_or_takes_all_memory_costs_itself_alone(tmp_path: Path, error: Exception) -> None:
    made: list[str] = []

    def make(topic: Topic, key: str) -> Article:
        made.append(topic.id)
        raise error

    topics: list[Entry] = [
        (Topic("a", "one"), "a"),
        (Rejected(2, InputError("t:2", "is nonsense", "mend it")), ""),
        (Topic("c", "three"), "c"),
    ]
    for _ in range(QUARANTINE):
        results = sit(tmp_path, topics, make)
        assert [result.outcome for result in results] == ["failed"] * 3
        assert [result.topic for result in results] == ["a", "line 2", "c"]
        assert all("\n" not in result.why for result in results)
    assert [result.outcome for result in sit(tmp_path, topics, make)] == ["quarantined", "failed", "quarantined"]
    assert made == ["a", "c"] * QUARANTINE


@pytest.mark.parametrize("kind", [BackendError, WriterError])
def test_h18_an_outage_is_nobodys_failure_and_stops_the_run(tmp_path: Path, kind: type[WellsourcedError]) -> None:
    def make(topic: Topic, key: str) -> Article:
        raise kind("the service", "is down", "try later")

    topics: list[Entry] = [(Topic(str(n), f"topic {n}"), str(n)) for n in range(6)]
    for _ in range(QUARANTINE + 1):
        outcomes = [result.outcome for result in sit(tmp_path, topics, make)]
        assert outcomes == ["failed"] * 3 + ["left"] * 3


# ------------------------------------------------------------------------------------------ the extractive writer


def test_a_night_leaves_whole_folders_and_a_summary(
    place: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = topics_of_the_night(fixtures, "port-marlow-noise", "bicycle-lanes")
    assert night(place, write_topics(place, *lines, POOR_AND_GOOD[1])) == 0
    out = place / "night"
    found = json.loads((out / "summary.json").read_text("utf-8"))
    assert found["outcomes"] == {"full": 2, "short": 0, "insufficient": 1, "failed": 0, "quarantined": 0, "left": 0}
    for result in found["results"]:
        folder = out / result["folder"]
        names = sorted(path.name for path in folder.iterdir())
        assert names == ["article.md", "audit.json", "provenance.json", "sources.jsonl"]
        record = json.loads((folder / "provenance.json").read_text("utf-8"))
        assert record["outcome"] == result["outcome"]
        assert record["searches"]
        assert record["judged"]["sources"]
    assert sorted(path.name for path in out.iterdir() if path.is_file()) == [JOURNAL, "summary.json"]
    captured = capsys.readouterr()
    assert str(out / "port-marlow-noise" / "article.md") in captured.out
    assert "2 full, 1 insufficient" in captured.out
    lines = captured.err.splitlines()
    assert lines[0].startswith("port-marlow-noise: [1/5] Search (original, corpus): ")
    assert next(line for line in lines if line.startswith("[")) == "[1/3] full: port-marlow-noise"


def test_a_bad_line_makes_the_run_incomplete_and_the_rest_is_done(place: Path, fixtures: Path) -> None:
    (lanes,) = topics_of_the_night(fixtures, "bicycle-lanes")
    assert night(place, write_topics(place, lanes, '{"topic": 5}')) == 3
    assert outcomes(place / "night") == {"full": 1, "failed": 1}


def test_f07_h15_the_same_bytes_whatever_hash_seed_time_zone_and_locale(place: Path, few: Path) -> None:
    trees = []
    for name, seed, zone, locale in (("one", "0", "UTC", "C"), ("two", "4242", "Pacific/Kiritimati", "tr_TR.UTF-8")):
        command = line(place, few, name, "--as-of", DAY, "--quiet")
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        subprocess.run(
            [sys.executable, "-m", "wellsourced", *command], env=environment, check=True, capture_output=True
        )
        trees.append(tree(place / name))
    assert trees[0] == trees[1]
    assert len(trees[0]) == 4 * 4 + 1


def test_jobs_change_no_byte(place: Path, few: Path) -> None:
    assert night(place, few, "one") == 0
    assert night(place, few, "four", "--jobs", 4) == 0
    assert tree(place / "one") == tree(place / "four")


def test_finished_topics_are_not_done_again(place: Path, fixtures: Path) -> None:
    path = write_topics(place, *topics_of_the_night(fixtures, "bicycle-lanes", "sourdough-starter"))
    assert night(place, path) == 0
    calm = tree(place / "night")
    edited = place / "night" / "bicycle-lanes" / "article.md"
    edited.write_text("an editor was here", "utf-8")
    (place / "night" / "sourdough-starter" / "audit.json").unlink()
    assert night(place, path) == 0
    assert edited.read_text("utf-8") == "an editor was here"
    edited.write_bytes(calm["bicycle-lanes/article.md"])
    assert tree(place / "night") == calm


@pytest.mark.parametrize("change", ["topic", "setting", "corpus"])
def test_what_decides_an_article_makes_it_anew(place: Path, fixtures: Path, change: str) -> None:
    first = json.loads(*topics_of_the_night(fixtures, "bicycle-lanes"))
    path = write_topics(place, json.dumps(first))
    assert night(place, path) == 0
    article = place / "night" / "bicycle-lanes" / "article.md"
    article.write_text("stale", "utf-8")
    more: tuple[str, ...] = ()
    if change == "topic":
        write_topics(place, json.dumps(first | {"words": 300}))
    elif change == "setting":
        more = ("--mode", "quick", "--profile", "smoke", "--remake")
    else:
        with closing(sqlite3.connect(place / "corpus.sqlite")) as database, database:
            database.execute("UPDATE documents SET title = title || '!' WHERE rowid = 1")
    assert night(place, path, "night", *more) == 0
    assert article.read_text("utf-8") != "stale"


def test_other_options_overwrite_no_article_unasked(
    place: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads(*topics_of_the_night(fixtures, "bicycle-lanes"))
    path = write_topics(place, json.dumps({"id": first["id"], "topic": first["topic"]}))
    assert night(place, path) == 0
    calm = tree(place / "night")
    capsys.readouterr()
    assert night(place, path, "night", "--mode", "quick") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "contains articles made with --mode standard --profile fast --tier standard --writer extractive" in told.err
    assert tree(place / "night") == calm
    assert night(place, path) == 0  # the run itself is as it was
    assert night(place, path, "night", "--mode", "quick", "--remake") == 0
    assert tree(place / "night") != calm
    assert night(place, path, "night", "--mode", "quick") == 0


def test_h10_h11_topics_stay_inside_the_folder_and_overwrite_nothing(place: Path) -> None:
    names = ("../../etc/x", "/abs", "CON", "a/b", ".", "x" * 300, "dots.", "Café bees", "Cafe bees", "CAFE BEES", "🎉1")
    path = write_topics(place, *(json.dumps({"id": name, "topic": f"{name} permits 1"}) for name in names))
    before = set(place.parent.iterdir())
    assert night(place, path) == 0
    assert set(place.parent.iterdir()) == before
    folders = [path.name for path in (place / "night").iterdir() if path.is_dir()]
    assert len(folders) == len(names)


def test_h12_duplicates_blanks_comments_bom_and_crlf_are_one_topic(place: Path) -> None:
    path = place / "topics.txt"
    path.write_bytes(b"\xef\xbb\xbf# tonight\r\n\r\nProtected bicycle lanes\r\nProtected bicycle lanes\r\n  \r\n")
    assert night(place, path) == 0
    assert summary(place / "night")["topics"] == 1


def test_h13_a_topic_that_always_crashes_is_quarantined_and_the_rest_is_done(
    place: Path, key: None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_topics(place, *POOR_AND_GOOD)
    with fake_claude(answer("half an", stop="max_tokens")) as fake:
        configure(place, fake)
        for _ in range(3):
            assert night(place, path) == 3
            assert outcomes(place / "night") == {"failed": 1, "insufficient": 1}
        assert len(fake.bodies()) == len(asked(fake)) + rewordings(fake)
        calls = len(fake.bodies())
        assert len(asked(fake)) == 3
        assert night(place, path) == 3
        assert outcomes(place / "night") == {"quarantined": 1, "insufficient": 1}
        assert len(fake.bodies()) == calls
        assert "cut off at the token limit" in capsys.readouterr().out
        fake.script[:] = [FABRICATED]
        assert night(place, path, "night", "--retry-quarantined") == 0
    assert outcomes(place / "night") == {"full": 1, "insufficient": 1}


POOR_AND_GOOD = (
    '{"id": "bicycle-lanes", "topic": "Protected bicycle lanes and street safety"}',
    '{"id": "seabed", "topic": "Licences for deep-sea mining in the Pacific"}',
)


def rewordings(fake: FakeClaude) -> int:
    return sum(not body.get("stream") for body in fake.bodies())


# ------------------------------------------------------------------------------------------ the paid writer


def test_one_call_an_article_and_the_ledger_counts_what_the_service_counts(
    place: Path, topics: Path, key: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        assert night(place, topics) == 0
        calls, usd = ledger(place / "night")
        assert calls == len(fake.bodies())
        articles = sum(outcomes(place / "night").get(name, 0) for name in ("full", "short"))
        assert articles >= 6
        assert len(set(asked(fake))) == len(asked(fake)) == articles
        assert summary(place / "night")["usd"] == pytest.approx(usd)
        assert f"Calls: {int(calls)};" in capsys.readouterr().err
        before = tree(place / "night")
        assert night(place, topics) == 0
        assert ledger(place / "night")[0] == len(fake.bodies()) == calls
    assert tree(place / "night") == before


def test_j132_a_damaged_record_is_made_again_and_nothing_is_paid_twice(place: Path, few: Path, key: None) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        assert night(place, few) == 0
        before, calls = tree(place / "night"), len(fake.bodies())
        names = [name for name in before if name.endswith("article.md")]
        records = ("provenance.json", "audit.json", "sources.jsonl", "provenance.json")
        for name, record in zip(names, records, strict=True):
            damaged = (place / "night" / name).with_name(record)
            damaged.write_bytes(damaged.read_bytes()[:100])
        assert night(place, few) == 0
        assert tree(place / "night") == before
        assert len(fake.bodies()) == calls


def test_nothing_fabricated_gets_out(place: Path, few: Path, key: None) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        assert night(place, few) == 0
    articles = [
        path for path in (place / "night").glob("*/article.md") if (path.parent / "sources.jsonl").stat().st_size
    ]
    assert articles
    for path in articles:
        body, _, listed = path.read_text("utf-8").partition("\n## Sources")
        labels = set(re.findall(r"^([0-9]+)[.]", listed, re.MULTILINE))
        markers = set(re.findall(r"\[([0-9]+)\]", body))
        assert markers <= labels, path
        assert "invented.example" not in listed


def test_jobs_change_no_byte_and_no_call_of_the_paid_writer(place: Path, few: Path, key: None) -> None:
    with fake_claude(slowly(FABRICATED, 0.02)) as fake:
        configure(place, fake)
        assert night(place, few, "one") == 0
        calls = len(fake.bodies())
        assert night(place, few, "four", "--jobs", 4) == 0
        assert len(fake.bodies()) == 2 * calls
    assert tree(place / "one") == tree(place / "four")


def test_g13_the_budget_stops_before_the_call_that_would_pass_it(place: Path, few: Path, key: None) -> None:
    with fake_claude(DEAR) as fake:
        configure(place, fake)
        assert night(place, few, "free") == 0
        limit, most = 0.2, 0.12
        assert night(place, few, "night", "--max-cost-usd", limit) == 3
        _, usd = ledger(place / "night")
        assert 0 < usd <= limit
        assert limit - usd < most
        found = outcomes(place / "night")
        assert found["left"] >= 1
        assert found.keys() <= {"full", "short", "insufficient", "left"}
        left = [row for row in results(place / "night") if row["outcome"] == "left"]
        assert all("the budget" in row["why"] for row in left)
        paid = len(fake.bodies())
        assert night(place, few, "night", "--max-cost-usd", limit) == 3
        assert len(fake.bodies()) == paid
        assert night(place, few, "night", "--max-cost-usd", limit + 10) == 0
    assert tree(place / "night") == tree(place / "free")


def results(folder: Path) -> list[dict[str, str]]:
    return list(json.loads((folder / "summary.json").read_text("utf-8"))["results"])


def test_g13_a_budget_of_tokens_is_kept_too(place: Path, few: Path, key: None) -> None:
    with fake_claude(DEAR) as fake:
        configure(place, fake, "max_tokens = 22000")
        assert night(place, few) == 3
    tokens = ledger(place / "night", "TOTAL(tokens)")[0]
    assert 0 < tokens <= 22_000


@pytest.mark.parametrize("model", ["writer_model", "reformulator_model"])
def test_g14_a_budget_without_a_price_is_refused_before_the_first_call(
    place: Path, few: Path, key: None, model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake, more=f'{model} = "model-of-tomorrow"')
        assert night(place, few, "night", "--max-cost-usd", "5") == 2
        assert fake.calls == []
    assert "model-of-tomorrow: has no price" in capsys.readouterr().err
    assert not (place / "night").exists()


def test_g01_a_refused_key_ends_the_run_and_names_the_variable(
    place: Path, few: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-wrong")
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        assert night(place, few) == 2
    err = capsys.readouterr().err
    assert "ANTHROPIC_API_KEY" in err
    assert "sk-ant-wrong" not in err


def test_a_service_that_is_down_from_the_start_is_exit_4(place: Path, topics: Path, key: None) -> None:
    with fake_claude(status(503)) as fake:
        configure(place, fake)
        assert night(place, write_topics(place, POOR_AND_GOOD[0], *(
            json.dumps({"id": f"b{c}", "topic": f"Protected bicycle lanes and street safety {c}"}) for c in "abcde"
        ))) == 4  # fmt: skip
        assert len(asked(fake)) == 3
    assert ledger(place / "night")[1] == 0


def test_h18_an_outage_in_the_run_leaves_topics_for_the_next_one(
    place: Path, few: Path, calm: dict[str, dict[str, bytes]], key: None
) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        fake.script[:] = [FABRICATED, FABRICATED, status(529)]  # the second call rewords the search of a refusal
        assert night(place, few) == 3
        found = outcomes(place / "night")
        assert found["failed"] >= 1
        assert found["left"] >= 1
        fake.script[:] = [FABRICATED]
        assert night(place, few) == 0
    assert tree(place / "night") == calm["claude"]


def test_h18_a_short_outage_is_waited_out(place: Path, few: Path, calm: dict[str, dict[str, bytes]], key: None) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake, more="")
        text = (place / "wellsourced.toml").read_text("utf-8")
        (place / "wellsourced.toml").write_text(text.replace("patience_seconds = 0", "patience_seconds = 60"), "utf-8")
        fake.script[:] = [FABRICATED, FABRICATED, status(529), FABRICATED]
        assert night(place, few) == 0
    assert tree(place / "night") == calm["claude"]


def test_a_request_that_the_service_refuses_is_its_topics_own_failure(place: Path, few: Path, key: None) -> None:
    with fake_claude(status(400, "invalid_request_error", "prompt too long"), FABRICATED) as fake:
        configure(place, fake)
        assert night(place, few) == 3
    assert outcomes(place / "night")["failed"] == 1
    assert "left" not in outcomes(place / "night")


def test_h15_a_run_past_midnight_keeps_its_date(
    place: Path,
    few: Path,
    calm: dict[str, dict[str, bytes]],
    key: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        monkeypatch.setattr(cli, "_today", lambda: date(2026, 11, 21))
        fake.script[:] = [FABRICATED, FABRICATED, status(529)]  # the second call rewords the search of a refusal
        assert main(line(place, few)) == 3
        monkeypatch.setattr(cli, "_today", lambda: date(2026, 11, 22))
        fake.script[:] = [FABRICATED]
        assert main(line(place, few)) == 0
        assert "Resuming the run of 2026-11-21" in capsys.readouterr().err
        assert tree(place / "night") == calm["claude"]
        assert main(line(place, few)) == 0
    assert summary(place / "night")["as_of"] == "2026-11-22"


# ------------------------------------------------------------------------------------------ kills and signals


def answered(folder: Path) -> set[str]:
    """Return the requests whose replies are recorded: none of them may ever be paid for again."""
    if not (folder / JOURNAL).exists():
        return set()
    with closing(sqlite3.connect(folder / JOURNAL)) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'calls'").fetchall():
            return set()
        rows = database.execute("SELECT request FROM calls WHERE state = 'answered' AND reply IS NOT NULL").fetchall()
    return {row[0] for row in rows}


def test_h01_killed_at_any_moment_the_night_comes_out_the_same_and_nothing_is_paid_twice(
    place: Path, topics: Path, mother: Mother
) -> None:
    chance = random.Random(20261121)  # noqa: S311 - moments, no secrets
    with fake_claude(slowly(FABRICATED, 0.03)) as fake:
        configure(place, fake)
        began = time.monotonic()
        assert mother.run([*line(place, topics, "calm"), "--as-of", DAY]).wait() == 0
        calm, whole = tree(place / "calm"), time.monotonic() - began
        expected = Counter(asked(fake))
        assert max(expected.values()) == 1
        kills = sitting = 0
        while kills < KILLS:
            sitting += 1
            out = f"rough{sitting}"
            fake.calls.clear()
            rough = rough_night(mother, [*line(place, topics, out), "--as-of", DAY], KILLS - kills, whole / 3, chance)
            kills += rough
            assert tree(place / out) == calm
            paid = Counter(asked(fake))
            assert paid.keys() == expected.keys()
            assert paid.total() - expected.total() <= rough
            # A call that the kill cut before it reached the service counts too: never fewer than were made.
            entered = ledger(place / out)[0]
            assert len(fake.bodies()) <= entered <= len(fake.bodies()) + rough
            repeated = ledger(place / out, "COUNT(*) - COUNT(DISTINCT request)", "state = 'answered' AND reply <> ''")
            assert repeated == (0,)


def rough_night(mother: Mother, command: list[str], kills: int, longest: float, chance: random.Random) -> int:
    """Run and kill until a run comes through or the kills are used up; return how many it took."""
    for done in range(kills):
        child = mother.start(command)
        time.sleep(chance.uniform(0, longest))
        child.send(signal.SIGKILL)
        if child.wait() == 0:
            return done
        assert child.code == -signal.SIGKILL
    child = mother.run(command)
    assert child.code == 0, child.err
    return kills


def test_h01_a_recorded_reply_is_used_and_never_paid_again(place: Path, few: Path, mother: Mother) -> None:
    # The process dies the moment a reply is recorded, before anything is made of it.
    die = "import os, wellsourced.night.replay as r; r.grounded.read = lambda *a, **k: os._exit(9)"
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        command = [*line(place, few), "--as-of", DAY]
        assert mother.run(command, die).code == 9
        assert len(asked(fake)) == 1
        assert mother.run(command, die).code == 9
        assert len(asked(fake)) == 1
        assert mother.run(command).code == 0
        assert max(Counter(asked(fake)).values()) == 1


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 143)])
def test_h02_a_signal_saves_the_state_and_the_next_run_goes_on(
    place: Path, few: Path, mother: Mother, signum: int, code: int
) -> None:
    with fake_claude(FABRICATED, FABRICATED, HANG) as fake:  # the second call is a rewording
        configure(place, fake)
        child = mother.start([*line(place, few), "--as-of", DAY])
        wait_for(lambda: len(fake.bodies()) >= 3)
        child.send(signum)
        assert child.wait() == code
        assert "The state is saved" in child.err
        assert "interrupted" in child.err
        assert "Traceback" not in child.err
        recorded = answered(place / "night")
        assert len(recorded) >= 1
        paid = Counter(asked(fake))
        fake.script[:] = [FABRICATED]
        assert mother.run([*line(place, few), "--as-of", DAY]).code == 0
        # Only the call that was under way is made again.
        assert Counter(asked(fake)).total() == len(paid) + 1 + (len(Counter(asked(fake))) - len(paid))
        assert outcomes(place / "night").keys() <= {"full", "short", "insufficient"}


def test_h02_a_second_signal_ends_it_at_once(place: Path, few: Path, mother: Mother) -> None:
    with fake_claude(HANG) as fake:
        configure(place, fake)
        child = mother.start([*line(place, few), "--as-of", DAY])
        wait_for(lambda: len(fake.bodies()) >= 1)
        child.send(signal.SIGINT)
        child.send(signal.SIGINT)
        assert child.wait() == 130


def wait_for(condition: object) -> None:
    """Wait until something has happened; fail after a minute without it."""
    for _ in range(6000):
        if condition():  # type: ignore[operator]
            return
        time.sleep(0.01)
    raise AssertionError("it never happened")


def test_h05_a_second_run_in_the_folder_is_refused_and_named(
    place: Path, few: Path, mother: Mother, capsys: pytest.CaptureFixture[str]
) -> None:
    with fake_claude(HANG) as fake:
        configure(place, fake)
        child = mother.start([*line(place, few), "--as-of", DAY])
        wait_for(lambda: len(fake.bodies()) >= 1)
        os.environ["ANTHROPIC_API_KEY"] = KEY
        try:
            assert night(place, few) == 3
        finally:
            del os.environ["ANTHROPIC_API_KEY"]
        assert f"is in use by pid {child.pid}" in capsys.readouterr().err
        child.send(signal.SIGKILL)
        child.wait()
        fake.script[:] = [FABRICATED]
        assert mother.run([*line(place, few), "--as-of", DAY]).code == 0


# ------------------------------------------------------------------------------------------ limits of the machine


LIMITS = {
    "files of 24 KiB": "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (24_576, 24_576))",
    "files of 100 KiB": "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (102_400, 102_400))",
    "12 open files": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))",
    "32 open files": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))",
    "no home": "import os; os.environ.pop('HOME', None); os.environ['TMPDIR'] = '/nowhere'",
}


@pytest.mark.parametrize("limit", LIMITS)
def test_h03_h04_a_limit_is_named_and_a_later_run_goes_on(
    place: Path, few: Path, calm: dict[str, dict[str, bytes]], mother: Mother, limit: str
) -> None:
    command = [*line(place, few, "night", "--writer", "extractive"), "--as-of", DAY]
    limited = mother.run(command, LIMITS[limit])
    assert limited.code in (0, 3, 4), limited.err
    assert "Traceback" not in limited.err
    if limited.code == 4:
        last = limited.err.splitlines()[-1]
        assert re.match(rf"error: .*{re.escape(str(place))}\S* ?.*: cannot be", last), last
    assert mother.run(command).code == 0
    assert tree(place / "night") == calm["extractive"]


def test_h03_h04_j35_a_folder_that_cannot_be_made_is_named_and_costs_its_topic_alone(
    place: Path, topics: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "file").write_text("", "utf-8")
    assert night(place, topics, "file/night") == 4
    assert f"{place}/file/night" in capsys.readouterr().err
    lines = topics.read_text("utf-8").splitlines()
    few = write_topics(place, *lines[:3])
    blocked = place / "night" / json.loads(lines[1])["id"]
    blocked.parent.mkdir()
    blocked.write_text("in the way", "utf-8")
    assert night(place, few) == 3
    assert f"{blocked}/provenance.json: cannot be written" in capsys.readouterr().out
    assert blocked.read_text("utf-8") == "in the way"
    assert len(list((place / "night").glob("*/article.md"))) == 2
    blocked.unlink()
    assert night(place, few) == 0
    assert night(place, few, "calm") == 0
    assert tree(place / "night") == tree(place / "calm")


def test_h16_events_that_cannot_be_written_cost_no_topic(
    place: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_topics(place, *POOR_AND_GOOD)
    assert night(place, path, "night", "--events", "/dev/full") == 0
    assert capsys.readouterr().err.count("events are lost") == 1
    assert night(place, path, "again", "--events", place / "events") == 0
    events = [json.loads(one) for one in (place / "events").read_text("utf-8").splitlines()]
    assert events[0]["event"] == "run-started"
    assert events[-1]["event"] == "run-finished"
    ends = Counter(one["event"] for one in events[1:-1] if one["event"].startswith("topic-"))
    assert ends == {"topic-started": 2, "topic-finished": 2}
    assert tree(place / "night") == tree(place / "again")


# ------------------------------------------------------------------------------------------ message batches


def results_of(
    requests: list[dict[str, Any]], spoiled: dict[int, str], usage: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Answer a batch backwards; the requests at some places expired or failed."""
    lines = []
    for number, one in enumerate(requests):
        step = answer(*careless(one["params"]), usage=usage)
        result: dict[str, Any] = {"type": "succeeded", "message": message(step, "claude-sonnet-5-5")}
        if number in spoiled:
            error = {"type": "error", "error": {"type": "invalid_request_error", "message": "scripted"}}
            result = {"type": spoiled[number]} | ({"error": error} if spoiled[number] == "errored" else {})
        lines.append({"custom_id": one["custom_id"], "result": result})
    return lines[::-1]


def test_message_batches_write_the_same_articles_for_half_the_price(place: Path, few: Path, key: None) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        assert night(place, few, "calm") == 0
        called = len(asked(fake))
        fake.on_batch = lambda requests: results_of(requests, {})
        fake.batch_polls = 1
        assert night(place, few, "night", "--message-batches") == 0
        assert len(asked(fake)) == called
        assert [len(lines) for lines in fake.submitted.values()] == [called]
    usd = [ledger(place / out, "TOTAL(usd)", "reply <> ''")[0] for out in ("calm", "night")]
    assert usd[1] == pytest.approx(usd[0] / 2)
    for out in ("calm", "night"):
        assert outcomes(place / out) == outcomes(place / "calm")
    for path in (place / "calm").glob("*/article.md"):
        assert path.read_bytes() == (place / "night" / path.relative_to(place / "calm")).read_bytes()


def test_what_expired_or_failed_in_a_batch_is_called_for_once(place: Path, few: Path, key: None) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        fake.on_batch = lambda requests: results_of(requests, {0: "expired", 1: "errored", 2: "canceled"})
        assert night(place, few, "night", "--message-batches") == 0
        assert len(asked(fake)) == 3
        assert ledger(place / "night")[0] == 3 + rewordings(fake)


def waiting_for_a_batch(mother: Mother, fake: FakeClaude, command: list[str]) -> Child:
    """Start a night and return once it waits for its message batch, which does not end."""
    fake.on_batch = lambda requests: results_of(requests, {})
    fake.batch_polls = 1_000_000
    child = mother.start(command)
    wait_for(lambda: any("/batches/" in path for _, path, _, _ in fake.calls))
    return child


def test_h01_another_process_collects_the_batch_of_a_killed_one(place: Path, few: Path, mother: Mother) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        command = [*line(place, few, "night", "--message-batches"), "--as-of", DAY]
        child = waiting_for_a_batch(mother, fake, command)
        child.send(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
        words = rewordings(fake)
        fake.batch_polls = 0
        assert mother.run(command).code == 0
        assert len(fake.submitted) == 1
        assert asked(fake) == []
        assert rewordings(fake) == words


def test_h02_waiting_for_a_batch_can_be_interrupted(place: Path, few: Path, mother: Mother) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        command = [*line(place, few, "night", "--message-batches"), "--as-of", DAY]
        child = waiting_for_a_batch(mother, fake, command)
        child.send(signal.SIGTERM)
        assert child.wait() == 143
        fake.batch_polls = 0
        assert mother.run(command).code == 0
        assert len(fake.submitted) == 1


def test_g13_a_budget_bounds_a_batch(place: Path, few: Path, key: None) -> None:
    with fake_claude(FABRICATED) as fake:
        configure(place, fake)
        fake.on_batch = lambda requests: results_of(requests, {}, COSTS)
        assert night(place, few, "night", "--message-batches", "--max-cost-usd", "0.1") == 3
        assert ledger(place / "night")[1] <= 0.1
        assert asked(fake) == []
        assert fake.submitted
        assert outcomes(place / "night")["left"] >= 1
        assert night(place, few, "night", "--message-batches", "--max-cost-usd", "20") == 0


def test_message_batches_need_a_writer_that_is_called(place: Path, few: Path) -> None:
    assert night(place, few, "night", "--message-batches") == 2
    assert not (place / "night").exists()
