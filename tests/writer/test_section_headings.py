"""Headings are noun phrases that sentences share, in the sources' own words."""

from __future__ import annotations

from collections.abc import Callable

from wellsourced_core.model import Assignment
from writer.quotable_sentences import usable_sentences
from writer.section_headings import topics

TEXT = """\
Fishers saw fewer eels in the tidal river. Nets in the tidal river stayed empty in May. Weirs were opened for the
tidal river in March. Farmers paid for the stone bridges. Masons mended the stone bridges in June. Cattle crossed
over the stone bridges again. Schools were closed all week."""


def test_sentences_are_grouped_under_what_they_share(make: Callable[..., Assignment]) -> None:
    found = usable_sentences(make(TEXT))
    grouped = topics(found, found, "What happened to the eels?")
    assert {t.heading: len(t.sentences) for t in grouped} == {"tidal river": 3, "stone bridges": 3, "": 1}


def test_terms_of_the_question_are_no_heading(make: Callable[..., Assignment]) -> None:
    found = usable_sentences(make(TEXT))
    headings = [t.heading for t in topics(found, found, "What about the tidal river?")]
    assert "tidal river" not in headings


def test_every_sentence_has_one_place(make: Callable[..., Assignment]) -> None:
    found = usable_sentences(make(TEXT))
    grouped = [s for t in topics(found, found, "Why?") for s in t.sentences]
    assert sorted(s.place for s in grouped) == [s.place for s in found]


VERBS = """\
Crashes with injuries fell by a third in May. Storms with injuries fell off in June. Shops on the street rose early
in March. Rents on the street rose by a tenth. Volunteers measured trees on the road between May and July. Masons
paved half of the road between two farms. The city counted 30 bridges last year. The city counted 40 weirs before."""


def test_a_verb_or_a_preposition_is_no_heading(make: Callable[..., Assignment]) -> None:
    found = usable_sentences(make(VERBS))
    last_words = {t.heading.split()[-1] for t in topics(found, found, "What happened?") if t.heading}
    assert last_words.isdisjoint({"fell", "rose", "between", "counted"})
