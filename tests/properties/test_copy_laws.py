"""Laws of copies: what a source says word for word is never found to say something else than the source."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.pairs import judge
from audit.statements import overclaims
from audit.statistics import direction_mismatch, prepare
from wellsourced_core.model import Claim, Pair, Source

# Sentences on which every rule on meaning speaks beside others of the list, or beside itself if it is read carelessly.
SENTENCES = (
    "All crews on the coast signed the letter in spring.",
    "Some crews on the coast signed the letter in spring.",
    "No crews on the coast signed the letter in spring.",
    "The next step is to close the dry dock at Lorn.",
    "Nordlast closed the dry dock at Lorn.",
    "Nordlast failed to close the dry dock at Lorn.",
    "Nordlast bought Kerr Maritime from Lorn.",
    "Kerr Maritime bought Nordlast from Lorn.",
    "The dye could lower the pressure of divers.",
    "The dye lowers the pressure of divers.",
    "People who ate nuts every week had lower pressure and cut their cough.",
    "The opposition claims that the mayor took bribes.",
    "The mayor took bribes.",
    "Fewer than 100 beats a minute are few, more than 100 beats a minute are many.",
    "Lorn has the largest basin on the coast.",
    "Lorn has the second-largest basin on the coast.",
    "In fresh water the slabs sealed cracks; in sea water nothing happened.",
    "In sea water the slabs sealed cracks; in fresh water nothing happened.",
    "The council did not approve the basin at Lorn.",
    "The council approved the basin at Lorn.",
    "Lorn grew more than Skell.",
    "Skell grew more than Lorn.",
)
some = st.lists(st.sampled_from(SENTENCES), max_size=6)
laws = settings(max_examples=200)


@given(some, st.sampled_from(SENTENCES), some)
@laws
def test_a_copied_sentence_says_what_its_source_says(before: list[str], copied: str, behind: list[str]) -> None:
    source = prepare(" ".join((*before, copied, *behind)))
    assert overclaims(copied, source) == ()
    assert direction_mismatch(copied, source) is None


@given(some, some, st.sampled_from(("", "[1]", " [1]")))
@laws
def test_copied_sentences_draw_no_finding_on_meaning(before: list[str], copied: list[str], marker: str) -> None:
    claim = " ".join(f"{one[:-1]}{marker}." for one in copied)
    found = judge(Pair(Claim(claim), Source("", "", "", " ".join((*before, *copied)))))
    assert [code for code in found.findings if code.startswith("M")] == []


@given(st.text("abc.,;:!? \n", max_size=60), st.text("abc.,;:!? \n", max_size=60))
@laws
def test_any_text_is_its_own_source(text: str, more: str) -> None:
    source = prepare(f"{more}\n\n{text}")
    assert overclaims(text, source) == ()
