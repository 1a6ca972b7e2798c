"""Copies of one text share an origin."""

import random
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval import near_duplicates
from retrieval.near_duplicates import origins
from wellsourced_core.model import Source

STORY = (
    "The harbour town decided on Tuesday to keep its last tram line open through the winter. "
    "Council members said that ridership had grown by a tenth since the fares were lowered in spring, "
    "and that the depot would be repaired with money from the region. Opponents had asked for buses, "
    "which they called cheaper and easier to reroute when the quay is flooded. The vote was eleven to four. "
    "A first new car is expected from the works in March, and the old ones go to a museum nearby."
)
OTHER = (
    "Beekeepers in the hills report that the late frost has cost them a third of the spring harvest. "
    "Prices at the markets have not moved so far, because merchants still hold jars of last year. "
    "The association asks the state for help with feeding and wants the orchards to be left unsprayed in May."
)


def sources(*texts: str) -> list[Source]:
    return [Source(str(i), f"https://site{i}.example/page", "t", text) for i, text in enumerate(texts)]


def test_c16_the_same_text_under_two_addresses_is_one_origin() -> None:
    assert origins(sources(STORY, OTHER, STORY)) == ("0", "1", "0")


def test_a_copy_with_another_frame_a_cut_and_an_edit_is_found() -> None:
    framed = "Home News Sport Weather Sign in. " + STORY + " Read more: ten recipes for plums. All rights reserved."
    cut = STORY[: len(STORY) // 2]
    edited = STORY.replace("Tuesday", "Wednesday").replace("a tenth", "ten per cent")
    assert origins(sources(STORY, framed, cut, edited, OTHER)) == ("0", "0", "0", "0", "4")


def test_the_first_in_the_given_order_names_the_origin() -> None:
    assert origins(sources(STORY[:200], OTHER, STORY)) == ("0", "1", "0")


def test_one_page_is_one_origin_whatever_its_text() -> None:
    pages = [
        Source("a", "https://x.example/p", "", STORY),
        Source("b", "http://www.x.example/p/#s", "", OTHER),
    ]
    assert origins(pages) == ("a", "a")


def test_texts_on_one_subject_are_not_copies() -> None:
    retold = (
        "Trams will go on running in the harbour town this winter, the council has decided. "
        "Passenger numbers rose after the price cut of last spring. Four members voted against the plan."
    )
    assert origins(sources(STORY, retold)) == ("0", "1")


def test_short_and_empty_texts() -> None:
    assert origins(sources("", "", "Same words.", "same WORDS", "Other words")) == ("0", "1", "2", "2", "4")


def test_no_address_is_no_common_page() -> None:
    assert origins([Source("a", "", "", STORY), Source("b", "", "", OTHER)]) == ("a", "b")


def test_copies_in_scripts_without_spaces_are_found() -> None:
    text = "市議会は火曜日に最後の路面電車を冬の間も続けることを決めた。利用者は春の値下げから一割増えたという。"
    assert origins(sources(text, "速報:" + text + "続きを読む", "まったく別の記事です。蜂蜜の値段は変わらない。")) == (
        "0",
        "0",
        "2",
    )


paragraphs = st.lists(st.sampled_from([STORY, OTHER, STORY[:150], OTHER[40:], "", "Short note."]), max_size=6)


@settings(max_examples=60)
@given(st.lists(paragraphs.map(" ".join), max_size=8), st.randoms(use_true_random=False))
def test_f06_which_belong_together_does_not_depend_on_the_order(texts: list[str], shuffle: random.Random) -> None:
    given_order = sources(*texts)
    other_order = list(given_order)
    shuffle.shuffle(other_order)

    def groups(batch: list[Source]) -> set[frozenset[str]]:
        found: dict[str, set[str]] = {}
        for source, origin in zip(batch, origins(batch), strict=True):
            found.setdefault(origin, set()).add(source.id)
        return {frozenset(members) for members in found.values()}

    assert groups(given_order) == groups(other_order)


@settings(max_examples=60)
@given(st.lists(paragraphs.map(" ".join), max_size=8))
def test_an_origin_is_its_own_origin_and_stands_first(texts: list[str]) -> None:
    batch = sources(*texts)
    found = dict(zip((s.id for s in batch), origins(batch), strict=True))
    for identifier, origin in found.items():
        assert found[origin] == origin
        assert int(origin) <= int(identifier)


@settings(max_examples=60)
@given(st.lists(paragraphs.map(" ".join), max_size=8))
def test_sources_that_share_nothing_are_not_compared_and_none_is_missed(texts: list[str]) -> None:
    batch = sources(*texts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(near_duplicates, "_related", lambda *_: range(len(batch)))
        compared = origins(batch)
    assert origins(batch) == compared


def test_f12_many_copies_and_common_boilerplate_are_held_against_few() -> None:
    # Each source meets at most three others: 4,000 that share a banner, 4,000 that are one text.
    banner = "We value your privacy and use cookies to improve your visit to this site. "
    distinct = [
        banner + " ".join(f"w{crc32(bytes(f'{i} {j}', 'ascii')) % 5_003}" for j in range(60)) for i in range(4_000)
    ]
    found = origins(sources(*distinct, *[STORY] * 4_000))
    assert len(set(found)) == 4_001


@pytest.mark.parametrize(
    ("unit", "joined"), [("a", True), ("a ", True), ("漢", True), ("a1_", True), ("\u0301", False), ("\n", False)]
)
def test_long_runs_are_read_at_once(unit: str, joined: bool) -> None:
    first, second = origins(sources(unit * 200_000, unit * 150_000))
    assert (first == second) is joined
