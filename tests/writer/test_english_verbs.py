"""Which English sentences have a verb of their main clause."""

from __future__ import annotations

import pytest

from writer.english_verbs import has_verb


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The board agreed both, in eleven minutes.", True),
        ("The scheme cost €9.8m in 2025.", True),
        ("Tip it on its side.", True),
        ("The seed of the scheme.", False),
        ("The cost of the scheme.", False),
    ],
)
def test_verbs_that_look_like_nouns(text: str, verb: bool) -> None:
    assert has_verb(text) is verb
