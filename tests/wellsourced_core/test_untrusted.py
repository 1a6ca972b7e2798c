"""Nothing invisible and no comment passes; what people and scripts need stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.untrusted import one_line, visible, without_comments


@given(st.text(max_size=60))
def test_visible_text_is_stable_and_a_part_of_the_text(text: str) -> None:
    once = visible(text)
    assert visible(once) == once
    letters = iter(text.replace("\r\n", "\n").replace("\r", "\n"))
    assert all(c in letters for c in once)


def test_visible_keeps_what_scripts_need_and_people_see() -> None:
    persian, emoji = "می\u200cخواهم", "a👍🏽b"
    assert visible(persian) == persian
    assert visible(emoji) == emoji
    assert visible("a\u200cb\u200b\ufeff\u202ec\U000e0041\ufe0f\x1b[0m") == "abc[0m"
    assert one_line("a\n b\u2028c\td", 5) == "a b…"


@given(st.text(st.sampled_from("a<!->\n"), max_size=30))
def test_comments_are_dropped_whole(text: str) -> None:
    assert "<!--" not in without_comments(without_comments(text)) or "-->" not in text.split("<!--", 1)[-1]
    if "<!--" not in text:
        assert without_comments(text) == text
