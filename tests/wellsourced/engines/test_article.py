"""Articles made elsewhere: by workers that see nothing but what was pickled for them, with calls that only we make."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from fakes.claude import KEY, FakeClaude, answer, answering, fake_claude, text_block

from wellsourced.cli import main
from wellsourced.engines import article
from wellsourced.engines.local import LocalEngine
from wellsourced.night.journal import JOURNAL
from wellsourced_core.errors import ConfigError, InputError
from wellsourced_core.model import Topic, Usage
from writer.grounded import UnusableReplyError

DAY = "2026-11-21"
_Shard = TypeVar("_Shard")
_Made = TypeVar("_Made")


class Elsewhere:
    """An engine whose workers have no key and get, and give, only what survives pickling. It does all work twice."""

    slots = 2

    def __init__(self) -> None:
        self.steps = 0

    def run(self, work: Callable[[_Shard], _Made], shard: _Shard) -> _Made:
        self.steps += 1
        key = os.environ.pop("ANTHROPIC_API_KEY", None)
        try:
            first, second = (self._done(pickle.dumps((work, shard))) for _ in range(2))
        finally:
            if key:
                os.environ["ANTHROPIC_API_KEY"] = key
        assert pickle.dumps(first) == pickle.dumps(second)
        return second  # type: ignore[no-any-return]

    def map(self, work: Callable[[_Shard], _Made], shards: Iterable[_Shard]) -> Iterator[_Made]:
        return (self.run(work, shard) for shard in shards)

    def _done(self, sent: bytes) -> Any:
        work, shard = pickle.loads(sent)  # noqa: S301 - our own
        return pickle.loads(pickle.dumps(work(shard)))  # noqa: S301 - what we pickled ourselves


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """What stands in for a cluster in this test."""
    engine = Elsewhere()

    @contextmanager
    def opened(name: str, address: str, workers: int | None = None) -> Iterator[Elsewhere | LocalEngine]:
        yield engine if name == "ray" else LocalEngine()

    monkeypatch.setattr("wellsourced.engines.opened", opened)
    return engine


def quoting(body: dict[str, Any]) -> list[dict[str, Any]]:
    sent = [part for part in body["messages"][0]["content"] if part["type"] == "search_result"]
    return [text_block("What the sources say: ")] + [
        text_block(f"{one['content'][0]['text']} ", (n, 0, 1)) for n, one in enumerate(sent)
    ]


@pytest.fixture
def run(tmp_path: Path, corpus: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run `batch` over four topics, with the model on the loopback address if one is given."""
    monkeypatch.chdir(tmp_path)
    lines = (fixtures / "topics" / "gate.jsonl").read_text("utf-8").splitlines()
    (tmp_path / "topics.jsonl").write_text("\n".join(lines[n] for n in (0, 11, 5, 9)), "utf-8")

    def batch(out: str, *more: str, fake: FakeClaude | None = None) -> int:
        words = ["batch", "topics.jsonl", "--corpus", str(corpus), "--as-of", DAY, "--out", out, *more]
        if fake is not None:
            text = f'[run]\npatience_seconds = 0\n[llm]\nbase_url = "{fake.base_url}"\nretries = 0\n'
            (tmp_path / "wellsourced.toml").write_text(text, "utf-8")
            monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
            words += ["--writer", "claude"]
        return main(words)

    return batch


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(JOURNAL))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_the_same_bytes_with_one_trip_for_a_topic_that_costs_nothing(
    run: Callable[..., int], elsewhere: Elsewhere, tmp_path: Path
) -> None:
    assert run("here") == run("there", "--engine", "ray") == 0
    assert tree(tmp_path / "here") == tree(tmp_path / "there")
    assert elsewhere.steps == 4


def test_the_same_bytes_and_calls_with_a_model(run: Callable[..., int], elsewhere: Elsewhere, tmp_path: Path) -> None:
    calls = []
    for out, more in (("here", ()), ("there", ("--engine", "ray"))):
        with fake_claude(answering(quoting)) as fake:
            assert run(out, *more, fake=fake) == 0
            calls.append(len(fake.bodies()))
    assert tree(tmp_path / "here") == tree(tmp_path / "there")
    assert calls[0] == calls[1] > 0


def test_what_was_paid_for_before_is_not_paid_again(
    run: Callable[..., int], elsewhere: Elsewhere, tmp_path: Path
) -> None:
    with fake_claude(answering(quoting)) as fake:
        assert run("night", "--engine", "ray", fake=fake) == 0
        calm, paid = tree(tmp_path / "night"), len(fake.bodies())
        for path in (tmp_path / "night").glob("*/audit.json"):
            path.unlink()
        assert run("night", "--engine", "ray", fake=fake) == 0
        assert len(fake.bodies()) == paid
    assert tree(tmp_path / "night") == calm


def test_a_budget_and_a_reply_that_is_no_draft_count_as_they_do_here(
    run: Callable[..., int], elsewhere: Elsewhere, tmp_path: Path
) -> None:
    for step, more in ((answering(quoting), ("--max-cost-usd", "0.0001")), (answer("cut off", stop="max_tokens"), ())):
        trees = []
        for out, engine in (("here", "local"), ("there", "ray")):
            with fake_claude(step) as fake:
                assert run(f"{out}{len(more)}", *more, "--jobs", "1", "--engine", engine, fake=fake) == 3
            trees.append(tree(tmp_path / f"{out}{len(more)}"))
        assert trees[0] == trees[1]


def test_verbose_tells_the_same_story(
    run: Callable[..., int], elsewhere: Elsewhere, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for out, engine in (("here", "local"), ("there", "ray")):
        run(out, "--verbose", "--engine", engine)
        told.append(sorted(capsys.readouterr().err.splitlines()))
    assert told[0] == told[1]


def test_a_judge_is_refused_before_anything_is_written(
    run: Callable[..., int], elsewhere: Elsewhere, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with fake_claude(answering(quoting)) as fake:
        assert run("there", "--engine", "ray", "--judge", "claude", fake=fake) == 2
    assert "error: --engine ray: cannot have a model grade the sources" in capsys.readouterr().err
    assert not (tmp_path / "there").exists()


def test_a_worker_of_another_version_is_refused(run: Callable[..., int], elsewhere: Elsewhere) -> None:
    from datetime import date

    from wellsourced.pipeline import Settings

    task = article.Task(Topic("a", "a"), Settings(date(2026, 11, 21)), (), (), "extractive", {}, version="0.0.0")
    with pytest.raises(ConfigError, match="a worker has wellsourced"):
        article.advance(task)


@pytest.mark.parametrize(
    "error",
    [InputError("f:3", "is wrong", "mend it", code="bad-field"), UnusableReplyError("t", "was cut", "again", Usage())],
)
def test_an_error_reads_the_same_in_another_process(error: InputError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))
