"""Laws of reciprocal rank fusion."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.fusion import fuse, page_key
from wellsourced_core.model import Source


def source(name: str, text: str = "x", url: str | None = None) -> Source:
    return Source(name, f"https://example.org/{name}" if url is None else url, name, text)


def ids(fused: tuple[Source, ...]) -> list[str]:
    return [s.id for s in fused]


A, B, C, D = (source(name) for name in "abcd")


def test_the_formula_on_a_worked_example() -> None:
    # a: 1/61 + 1/62; b: 1/62 + 1/61 ties with a, then the URL decides; c: 1/63 + 1/63; d: 1/64.
    assert ids(fuse([[A, B, C, D], [B, A, C]])) == ["a", "b", "c", "d"]
    # Two second places (2/62) are better than one first (1/61).
    assert ids(fuse([[A, C], [B, C]])) == ["c", "a", "b"]


def test_a_tie_goes_to_the_better_best_rank() -> None:
    # With k = 0: p has ranks 1 (1.0); q has ranks 2 and 2 (1.0).
    fused = fuse([[source("z"), source("q")], [source("y"), source("q")]], k=0)
    assert ids(fused) == ["y", "z", "q"]


def test_f11_a_page_counts_once_inside_a_list_and_takes_up_one_rank() -> None:
    twice = [A, source("a2", url="http://www.example.org/a/?utm_source=x#top"), B]
    assert ids(fuse([twice, [B]])) == ids(fuse([[A, B], [B]])) == ["b", "a"]


def test_b18_spellings_of_an_address_are_one_page() -> None:
    (merged,) = fuse([[source("1", url="https://Example.org/p")], [source("2", url="http://example.org/p/#x")]])
    assert merged.id == "1"


def test_the_longest_text_stands_for_a_page_and_keeps_a_known_date() -> None:
    snippet = Source("s", "https://example.org/p", "t", "short", date(2024, 5, 1))
    whole = Source("w", "https://example.org/p", "t", "a longer text")
    (merged,) = fuse([[snippet], [whole]])
    assert (merged.id, merged.published) == ("w", date(2024, 5, 1))


def test_sources_without_an_address_are_told_apart_by_id() -> None:
    assert len(fuse([[source("1", url=""), source("2", url="")]])) == 2


rankings = st.lists(
    st.lists(st.sampled_from([source(n, n * i) for n in "abcdef" for i in (1, 2)]), max_size=8), max_size=5
)


@settings(max_examples=150)
@given(rankings, st.randoms(use_true_random=False))
def test_f06_the_order_of_the_lists_changes_nothing(lists: list[list[Source]], random: object) -> None:
    shuffled = list(lists)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert fuse(lists) == fuse(shuffled)


@settings(max_examples=150)
@given(rankings)
def test_every_page_comes_out_once(lists: list[list[Source]]) -> None:
    fused = [page_key(s) for s in fuse(lists)]
    assert len(fused) == len(set(fused))
    assert set(fused) == {page_key(s) for ranking in lists for s in ranking}


@settings(max_examples=150)
@given(rankings)
def test_a_page_at_least_as_good_in_every_list_comes_first(lists: list[list[Source]]) -> None:
    fused = [page_key(s) for s in fuse(lists)]
    orders = [list(dict.fromkeys(page_key(s) for s in ranking)) for ranking in lists]

    def beats(one: str, other: str) -> bool:
        return all(other not in o or (one in o and o.index(one) < o.index(other)) for o in orders)

    for i, page in enumerate(fused):
        assert not any(beats(later, page) for later in fused[i + 1 :])


@pytest.mark.parametrize("lists", [[], [[]], [[], []]])
def test_nothing_gives_nothing(lists: list[list[Source]]) -> None:
    assert fuse(lists) == ()


def test_one_list_keeps_its_order() -> None:
    assert ids(fuse([[D, A, C, B]])) == ["d", "a", "c", "b"]
