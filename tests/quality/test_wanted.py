"""Which attributes a question asks for, of what, and in which kind of number."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.wanted import wanted


@pytest.mark.parametrize(
    ("question", "phrase", "attribute", "kinds", "of"),
    [
        ("Flamenco vs classical guitarist pricing", True, "price", ("money",), ("guitarist",)),
        ("cost of hiring a flamenco or a classical guitarist", True, "price", ("money",), ("guitarist",)),
        ("heat pump running costs per month", True, "price", ("money",), ("pump",)),
        ("uk minimum wage", True, "price", ("money",), ("wage",)),
        ("lifetime isa withdrawal penalty how much", False, "price", ("money", "percent"), ()),
        ("induction or gas hob: which is cheaper to run?", False, "price", ("money",), ()),
        ("composite or larch decking, which is cheaper in the long run", False, "price", ("money",), ()),
        ("what does it cost in Norway of a cabin", False, "price", ("money",), ("cabin",)),
        ("cost to replace a combi boiler", True, "price", ("money",), ("boiler",)),
        ("egg prices this year: why did they go up", False, "price", ("money",), ()),
        ("how much does it cost to file a claim", False, "price", ("money",), ()),
        ("how much vitamin d should a child take", False, "number", (), ()),
        ("how much does an elephant weigh", False, "number", (), ()),
        ("how many hearts does an octopus have", False, "number", (), ("heart",)),
        ("how fast can a jaguar run", False, "number", ("speed", "duration"), ()),
        ("school term dates norfolk", True, "date", (), ("term",)),
        ("when can i drive after surgery", False, "date", ("duration",), ()),
        ("how to reset a router", False, "instructions", (), ()),
    ],
)
def test_what_is_asked_for(question: str, phrase: bool, attribute: str, kinds: tuple[str, ...], of: tuple[str, ...]):
    (found,) = wanted(question, phrase=phrase)
    assert (found.attribute, found.kinds, found.of) == (attribute, kinds, of)


@pytest.mark.parametrize(
    "question",
    ["how much is known about comets", "why does my robot not charge", "what to pack when hiking", "quiet hours"],
)
def test_what_asks_for_no_attribute(question: str) -> None:
    assert not list(wanted(question, phrase=False))


@given(st.text(max_size=200), st.booleans())
@settings(max_examples=100)
def test_any_text_can_be_asked(text: str, phrase: bool) -> None:
    assert len(list(wanted(text, phrase=phrase))) <= 4
