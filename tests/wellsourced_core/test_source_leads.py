"""What stands before a source's words: whatever is written is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.source_leads import NO_HOST, SourceLead, in_the_words_of, read_lead

HOSTS = st.from_regex(r"[a-z0-9]{1,12}(-[a-z0-9]{1,8})?\.(example|co\.uk)", fullmatch=True) | st.just(NO_HOST)
DAYS = st.builds("{} {} {}".format, st.integers(1, 31), st.sampled_from(["March", "May"]), st.integers(1990, 2030))
HEADINGS = st.text(st.characters(codec="utf-8", exclude_characters="“”\n", exclude_categories=["C", "Z"]), min_size=1)
WORDS = "The ferry sank: nobody was hurt."


@given(
    HOSTS | st.just(""),
    DAYS | st.just(""),
    st.sampled_from(["On", "Earlier, on", "As things stood on"]),
    st.sampled_from(["reported", "asked", "listed", "noted", "answered", "added"]),
    st.lists(HEADINGS, max_size=2).map(tuple),
    HEADINGS | st.just(""),
    st.booleans(),
)
def test_a_lead_is_read_back_as_it_was_written(
    host: str,
    day: str,
    since: str,
    verb: str,
    above: tuple[str, ...],
    question: str,
    speaks: bool,
) -> None:
    lead = SourceLead(
        host=host,
        day=day,
        since=since,  # type: ignore[arg-type]
        verb=verb,  # type: ignore[arg-type]
        above=above,
        question=question if verb == "answered" else "",
        in_its_own_words=speaks,
    )
    if not str(lead):
        assert not host
        assert not above
        return
    read = read_lead(f"{lead} {WORDS}")
    assert read is not None
    told, behind = read
    assert behind == WORDS
    assert (told.host, told.day, told.above, told.question) == (host, day if host else "", above, lead.question)


def test_whose_words_they_are_is_said_where_nothing_else_says_it() -> None:
    plain = SourceLead(above=("Costs",))
    assert in_the_words_of("port.example", plain) == "In the words of port.example under “Costs”:"
    assert in_the_words_of("port.example", SourceLead("port.example")) == "Without a date, port.example reported:"
    read = read_lead(f"{in_the_words_of('port.example', plain)} {WORDS}")
    assert read == (SourceLead("port.example", above=("Costs",)), WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "Weight: 3.9 pounds on average.",
        "On Monday, the ferry reported: nobody.",
        "Under the bridge: two boats.",
        "The page is long: it has 40 parts.",
        "On 4 March 2025, port.example reported:",
    ],
)
def test_other_sentences_with_a_colon_are_no_leads(text: str) -> None:
    assert read_lead(text) is None
