"""What is recorded of searches: how each ended when the article went on without it, and nothing later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from audit.case import Observation
from wellsourced.night.budget import Ledger, Limits
from wellsourced.night.journal import open_journal
from wellsourced.night.replay import Meter, Paid, Recorder
from wellsourced.pipeline import Tools
from wellsourced.search_ranking import Seeds
from wellsourced_core.model import Attempt, Source, Usage
from writer.extractive import write

PAGE = Source("a", "https://a.example/", "A", "Text.", date(2024, 5, 1), "2026-11-21", "fetch")
READ = Attempt("original", "mills", (PAGE,), "seeds")
SEEN = (Observation("R404", "https://b.example/", "answers with status 404"),)


@pytest.mark.parametrize("error", [None, "https://b.example/ answers with status 404"])
def test_addresses_are_read_once_unless_none_could_be_read(tmp_path: Path, error: str | None) -> None:
    """A page may say something else, and Crossref too, when a topic that was cut short is made again."""
    asked: list[Sequence[str]] = []
    found = Seeds(READ if error is None else Attempt("original", "mills", (), "seeds", error), SEEN)

    def fetch(_question: str, urls: Sequence[str]) -> Seeds:
        asked.append(urls)
        return found

    paid = Paid(None, lambda _: Usage(), Usage(), Meter(), "nobody")
    with open_journal(tmp_path) as journal:
        for _ in range(2):
            recorder = Recorder("key", journal, Ledger(journal, Limits()), paid)
            tools = recorder.tools(Tools((), write, fetch=fetch))
            assert tools.fetch is not None
            assert tools.fetch("mills", ("https://a.example/", "https://b.example/")) == found
    assert len(asked) == (1 if error is None else 2)
