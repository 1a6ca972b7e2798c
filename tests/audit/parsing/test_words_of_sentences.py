"""Markers that are words of their sentences, and those that only stand behind what they back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.publish import PublishOptions, publish
from audit.repair import repair
from audit.runner import AuditOptions, audit
from wellsourced_core.model import FileReport, Source

LIST = "\n\n## References\n\n1. Mill, https://a.example/mill\n2. Weir, https://a.example/weir\n"
OPENING = "The mill grinds rye [1]. The weir holds the pond [2]. "
SOURCES = (
    Source("1", url="https://a.example/mill", title="Mill", text="The mill grinds rye. It has an old wheel.", n=1),
    Source("2", url="https://a.example/weir", title="Weir", text="The weir holds the pond above the mill.", n=2),
)

WORDS = (
    "According to [9], the wheel is old.",
    "according to **[9]**, the wheel is old.",
    "Both [1] and [9] mention the wheel.",
    "Both [9] and [1] mention the wheel.",
    "As shown in [9] and [8], the wheel is old.",
    "See also [9].",
    "The wheel is old (see [9]).",
    "The wheel is older than the weir; cf. [9].",
    "The drawing comes from [9].",
    "The drawings of [9] show the wheel.",
    "The age is given by [8], [9].",
    "However, [9] reports that the wheel is old.",
    "[9] shows that the wheel is old.",
    "While [9] calls the wheel old, nobody drew it.",
    "Based on [9], the wheel is old.",
    "The wheel is old, as was shown in\n[9].",
    "Laut [9] ist das Rad alt.",
    "Nach [9] ist das Rad alt.",
    "Das Rad ist alt (vgl. [9]).",
    "Sowohl [1] als auch [2] und [9] nennen das Rad.",
)
BEHIND = (
    ("The wheel is old [9].", "The wheel is old."),
    ("The wheel [9] is old.", "The wheel is old."),
    ("The miller [9] says that the wheel is old.", "The miller says that the wheel is old."),
    ("The wheel is old. [9] The pond is deep.", "The wheel is old. The pond is deep."),
    ("The wheel in [1], [9] is old.", "The wheel in [1] is old."),
    ("The wheel in [1, 9] is old.", "The wheel in [1] is old."),
    ("This is the grant that the millers live on [9].", "This is the grant that the millers live on."),
    ("Die Zahl der Räder nahm zu [9].", "Die Zahl der Räder nahm zu."),
    ("The wheel turned (and [9]) stopped.", "The wheel turned (and [9]) stopped."),
    ("The brand [9] is old.", "The brand is old."),
)


def look(text: str) -> FileReport:
    return audit(text, SOURCES)


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("sentence", WORDS)
def test_a_marker_that_is_a_word_of_its_sentence_stays_and_is_told(sentence: str, unsafe: bool) -> None:
    text = f"{OPENING}{sentence}{LIST}"
    done = repair(text, look, unsafe=unsafe)
    assert done.text == text
    assert done.settled
    found = [f for f in look(text).findings if f.code == "C101"]
    assert found
    assert all(f.fix is None and "rewrite the sentence" in f.message for f in found)


@pytest.mark.parametrize(("sentence", "mended"), BEHIND)
def test_a_marker_behind_what_it_backs_goes(sentence: str, mended: str) -> None:
    done = repair(f"{OPENING}{sentence}{LIST}", look)
    assert done.text == f"{OPENING}{mended}{LIST}"
    assert repair(done.text, look).text == done.text


def test_an_entry_that_such_a_marker_cites_is_not_pruned() -> None:
    """The marker is misattributed, but stays whatever is fixed: so does its entry."""
    text = f"The mill grinds rye [1]. According to [2], nine ferries cross the fjord every winter day.{LIST}"
    report = look(text)
    assert [f.fix for f in report.findings if f.code == "C102"] == [None]
    assert repair(text, look, unsafe=True).text == text


@pytest.mark.parametrize(("facts", "left"), [("remove", ""), ("flag", " According to, the wheel")])
def test_nothing_is_published_with_such_a_marker_of_no_source(facts: str, left: str) -> None:
    text = f"# Mill\n\n{OPENING}According to [9], the wheel is old.{LIST}"
    out = publish(text, SOURCES, AuditOptions(), PublishOptions(failed_facts=facts))
    assert out.settled
    assert "[9]" not in out.text
    assert ("According to" in out.text) == bool(left)
    assert left in out.text


PLACES = (
    *(
        "The wheel is old M.",
        "M shows that the wheel is old.",
        "According to M, it turns.",
        "It turns M and M.",
        "See M.",
    ),
    *(
        "Both M and M say so.",
        "The wheel of M and of M is old M.",
        "It turned (see M, M).",
        "(M) is there.",
        "Laut M ist",
    ),
    *("It is old, M, and turns M.", "In M, M the wheel is old.", "The miller M says so."),
)
MARKERS = ("[1]", "[2]", "[8]", "[9]", "[1, 9]", "[8, 9]", "[2][9]", "**[9]**")


@st.composite
def sentences(draw: st.DrawFn) -> str:
    return re.sub("M(?![a-z])", lambda _: draw(st.sampled_from(MARKERS)), draw(st.sampled_from(PLACES)))


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@settings(max_examples=60)
@given(st.lists(sentences(), max_size=4))
def test_whatever_is_repaired_nothing_but_markers_goes_and_twice_is_once(unsafe: bool, said: list[str]) -> None:
    text = f"{OPENING}{' '.join(said)}{LIST}"
    done = repair(text, look, unsafe=unsafe)
    assert done.settled
    assert repair(done.text, look, unsafe=unsafe).text == done.text
    bare = [re.sub(r"\[[0-9, ]+\]|[\s*,()]", "", one) for one in (text, done.text)]
    assert bare[0] == bare[1]
    for word in ("According to", "Both", "See", "In", "Laut"):
        assert not re.search(rf"\b{word}(?:,| and|\.| ist| the)", done.text)


@settings(max_examples=60)
@given(st.lists(sentences(), max_size=4))
def test_what_is_published_of_such_sentences_cites_only_what_is_listed(said: list[str]) -> None:
    out = publish(f"# Mill\n\n{OPENING}{' '.join(said)}{LIST}", SOURCES, AuditOptions())
    assert out.settled
    assert not [finding for finding in out.report.findings if finding.code == "C101"]
