"""What holds of every article: of the forty topics of the first two sets; `make bench-articles` shows the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.quotes import quotes
from benchmarks.articles import ROOT, Made, bare, judged, make, topics

SETS = sorted(path.parent for path in ROOT.glob("*/topics.jsonl"))


@pytest.fixture(scope="module")
def articles(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    made = [one for folder in SETS[:2] for one in make(folder, tmp_path_factory.mktemp("articles"))]
    return [one for one in made if one.article.provenance.outcome != "insufficient"]


def test_there_are_fifty_topics_and_four_hundred_documents() -> None:
    assert sum(len(topics(folder)) for folder in SETS) >= 50
    assert sum(len(list((folder / "docs").iterdir())) for folder in SETS) >= 400


def test_no_figure_is_told_twice(articles: list[Made]) -> None:
    assert {one.topic: one.told_twice for one in articles if one.told_twice} == {}


def test_at_most_a_quarter_is_also_reported(articles: list[Made]) -> None:
    assert max(one.otherwise for one in articles) <= 0.25


def test_no_quotation_stands_without_its_speaker(articles: list[Made]) -> None:
    assert {one.topic: one.speakerless for one in articles if one.speakerless} == {}
    nobody = [
        quoted.quote.text
        for one in articles
        for section in one.sections
        for paragraph in section.paragraphs
        for quoted in quotes(" ".join(map(bare, paragraph)))
        if quoted.speaker is None and f": “{quoted.quote.text}" not in " ".join(paragraph)
    ]
    assert len(nobody) <= MOST_UNREAD * len(articles), nobody


# Speakers that the audit cannot read off a paragraph: a host that goes on or lists in its words, "a spokeswoman".
MOST_UNREAD = 0.4  # in an article


def test_the_audit_is_clean_but_for_contradictions_that_are_told(articles: list[Made]) -> None:
    assert [f for one in articles for f in one.findings if not f.startswith("N205")] == []


def test_a_second_run_gives_the_same_bytes(articles: list[Made], tmp_path: Path) -> None:
    again = [one for folder in SETS[:1] for one in make(folder, tmp_path)]
    assert [one.article.markdown for one in again] == [one.article.markdown for one in articles[: len(again)]]


def test_a_written_out_date_is_marked_and_told(articles: list[Made]) -> None:
    changed = [one for one in articles if one.article.provenance.changes]
    assert changed
    for one in changed:
        assert "written out as dates" in one.article.markdown
        assert all(
            change.sentence in one.article.markdown.replace("\\", "")
            or change.sentence[:-1] in one.article.markdown.replace("\\", "")
            for change in one.article.provenance.changes
        )


def test_judgements_name_topics_kinds_and_who_judged() -> None:
    for folder in SETS:
        known = {topic.id for topic in topics(folder)}
        for row in judged(folder):
            assert row["topic"] in known
            assert row["kind"] in ("answer", "fragment", "dangling", "dated", "superseded")
            assert row["by"]
