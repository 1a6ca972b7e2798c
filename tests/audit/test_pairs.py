"""A source is read once for its words and for its numbers, which changes nothing that is said of a pair."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit import statistics
from audit.pairs import SourceCache, judge
from wellsourced_core.model import Claim, Pair, Source

FIXTURES = Path(__file__).parents[2] / "fixtures" / "claims"


class Rereading(SourceCache):
    """Hands on nothing that was read before."""

    def take(self, make: Callable[..., Any], *texts: str, **read: Any) -> Any:
        if make is statistics.prepare:
            self.handed = read["tokens"].text, texts[0]
        return super().take(make, *texts)


def pair(row: dict[str, Any], title: str = "", url: str = "") -> Pair:
    source = Source(id="", url=url, title=title, text=row["source_text"])
    return Pair(Claim(row["claim"]), source, tuple(row.get("others", ())), tuple(row.get("cocited", ())))


@pytest.mark.parametrize("name", ["directions", "numbers", "quotes", "support", "turned"])
def test_what_was_read_for_the_words_serves_the_numbers(name: str) -> None:
    shelf = SourceCache()
    for line in (FIXTURES / f"{name}.jsonl").read_text("utf-8").splitlines():
        for heading in (("", ""), ("The year 1932 in 12 reports", "https://a.example/2021/05/31-reports")):
            one = pair(json.loads(line), *heading)
            assert judge(one, shelf) == judge(one, Rereading())


def test_numbers_are_handed_the_words_of_their_own_source() -> None:
    rereading = Rereading()
    judge(
        pair({"claim": "Rents rose by 4 % in 2019.", "source_text": "Rents rose by 4 % in 2019."}, "Rents"), rereading
    )
    handed, text = rereading.handed
    assert handed == text == "Rents rose by 4 % in 2019."
