"""What a search service answered is recorded with what it found, and comes back the same."""

from __future__ import annotations

from retrieval.backends import Found
from wellsourced.night import answer_codec
from wellsourced.night.recorded_searches import Searches
from wellsourced_core.model import Source

PAGE = Source("a", "https://a.example/", "A", "Text.")


class Service:
    """A backend whose service answers questions itself."""

    name = "service"

    def __init__(self) -> None:
        self.asked = 0

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        return self.find(query, limit).sources

    def find(self, _query: str, limit: int) -> Found:
        self.asked += 1
        return Found((PAGE,)[:limit], "It is so.")


def test_an_answer_is_recorded_and_not_asked_for_again() -> None:
    kept: dict[str, str] = {}
    service = Service()
    for _ in range(2):
        (backend,) = Searches(kept.get, kept.__setitem__).of([service])
        assert backend.search("x", 5) == (PAGE,)
        assert backend.find("x", 5) == Found((PAGE,), "It is so.")
    assert service.asked == 1


def test_a_record_without_an_answer_is_read_as_before() -> None:
    assert answer_codec.found(answer_codec.sources_record((PAGE,))) == Found((PAGE,))
    assert answer_codec.found_record(Found((PAGE,))) == answer_codec.sources_record((PAGE,))
