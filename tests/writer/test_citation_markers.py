"""Where a reported citation becomes a marker, and that nothing but markers is added."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from writer.citation_markers import Block, Citation, marked
from writer.prompt import SearchResult

RESULTS = (
    SearchResult(1, "a", "A", ("Bats avoid lamps.", "Owls hunt in barns.")),
    SearchResult(4, "b", "B", ("Moths gather at lamps.",)),
)


def text_of(*blocks: Block | tuple[str, int] | str, keep_typed: bool = False) -> str:
    made = [
        b if isinstance(b, Block) else Block(b) if isinstance(b, str) else Block(b[0], (Citation(b[1], 0, 1),))
        for b in blocks
    ]
    return marked(made, RESULTS, keep_typed=keep_typed)[0]


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ((("Bats flee.", 0),), "Bats flee [1]."),
        ((("Bats flee. ", 0), "More."), "Bats flee [1]. More."),
        (("As told, ", ("bats flee", 0), ". More."), "As told, bats flee [1]. More."),
        ((("Bats flee", 0), " and ", ("moths come", 1), ". More."), "Bats flee and moths come [1][4]. More."),
        ((("Bats flee", 0), ", but not all. More."), "Bats flee, but not all [1]. More."),
        ((("## Lamps\n\nBats flee.", 0),), "## Lamps\n\nBats flee [1]."),
        ((("- Bats flee\n- Owls stay\n", 0),), "- Bats flee [1]\n- Owls stay\n"),
        ((("Bats\nflee.\n\nMore.", 0),), "Bats\nflee [1].\n\nMore."),
        ((("“Bats flee.”", 0), " More."), "“Bats flee” [1]. More."),
        ((("| Bats | flee |\n", 0),), "| Bats | flee [1] |\n"),
        ((("Do bats flee?", 0),), "Do bats flee [1]?"),
        ((("# Bats", 0), "\n\nThey flee."), "# Bats\n\nThey flee."),
        ((("  \n", 0), "They flee."), "  \nThey flee."),
    ],
    ids=str,
)
def test_the_marker_stands_in_the_sentence_it_belongs_to(
    blocks: tuple[tuple[str, int] | str, ...], expected: str
) -> None:
    assert text_of(*blocks) == expected


def test_in_a_block_of_several_sentences_the_one_about_it_is_marked() -> None:
    both = (Citation(0, 0, 1), Citation(0, 1, 2), Citation(1, 0, 1))
    text = text_of(Block("Barns are where owls hunt. Lamps are what bats avoid. Moths gather there.", both))
    assert text == "Barns are where owls hunt [1]. Lamps are what bats avoid [1]. Moths gather there [4]."


def test_other_kinds_of_blocks_are_not_text() -> None:
    assert text_of(Block("hm", kind="thinking"), ("Bats flee.", 0)) == "Bats flee [1]."


PIECE = st.text(st.sampled_from("ab .!?\n#-|[]1”)”“é\u200b"), max_size=20)
CITATION = st.builds(Citation, st.integers(-2, 4), st.integers(-1, 3), st.integers(-1, 4))
BLOCK = st.builds(Block, PIECE, st.lists(CITATION, max_size=3).map(tuple))


@given(st.lists(BLOCK, max_size=6))
@settings(max_examples=300)
def test_markers_are_of_sent_sources_or_told_as_fabricated(blocks: list[Block]) -> None:
    text, fabricated = marked(blocks, RESULTS, keep_typed=False)
    labels = {one.label for one in fabricated}
    assert {int(label) for label in re.findall(r"\[([0-9]+)\]", text)} <= {1, 4} | labels
    assert not labels & {1, 4}
    assert len(labels) == len(fabricated)
    valid = sum(
        0 <= c.index < 2 and 0 <= c.start < c.end <= len(RESULTS[c.index].sentences)
        for b in blocks
        for c in b.citations
    )
    assert len(fabricated) >= sum(len(b.citations) for b in blocks) - valid
    bare = re.compile(r"[^a-zé1]+")
    typed = "".join(b.text for b in blocks)
    if "[" not in typed:
        assert bare.sub("", re.sub(r" ?\[(?:1|4|5[0-9]{3})\]", "", text)) == bare.sub("", typed)


@given(st.lists(BLOCK, max_size=4))
@settings(max_examples=100)
def test_without_valid_citations_the_text_stays(blocks: list[Block]) -> None:
    silent = [Block(b.text.replace("\u200b", ""), ()) for b in blocks]
    assert marked(silent, RESULTS, keep_typed=True) == ("".join(b.text for b in silent), ())
