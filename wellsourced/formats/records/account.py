"""Read back how an article came about: the parts of provenance.json that a person needs."""

from __future__ import annotations

from pathlib import Path

from wellsourced.formats.records.fields import Fields, read_record
from wellsourced.formats.records.provenance import SCHEMA
from wellsourced_core.model import AxisScore, ScoredSource, Source
from wellsourced_core.values import frozen


@frozen
class Account:
    """An article's history: its question, the searches, the decisions and reasons, what was left out, what it cost.

    ``searches`` are (kind, query, results, error), ``dropped`` (fact, why), ``cited`` the addresses cited,
    ``withheld`` the sources that the writer did not get.
    """

    topic: str
    question: str
    mode: str
    profile: str
    as_of: str
    outcome: str
    why: str
    searches: tuple[tuple[str, str, int, str], ...] = ()
    retried: str = ""
    decisions: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    facts: int = 0
    dropped: tuple[tuple[str, str], ...] = ()
    cited: tuple[str, ...] = ()
    scored: tuple[ScoredSource, ...] = ()
    withheld: tuple[ScoredSource, ...] = ()
    repairs: int = 0
    writer: str = ""
    calls: int = 0
    usd: float = 0.0
    priced: bool = True
    article_sha256: str = ""


def read_account(path: Path) -> Account:
    """Read a provenance.json. Raises InputError naming the field."""
    record = read_record(path, SCHEMA)
    topic, decision, facts, judged, writer = (
        record.child(key) or Fields({}, f"{path}.{key}") for key in ("topic", "decision", "facts", "judged", "writer")
    )
    retried = record.child("retried")
    return Account(
        topic=topic.text("id", ""),
        question=topic.text("question", ""),
        mode=record.text("mode", ""),
        profile=record.text("profile", ""),
        as_of=record.text("as_of", ""),
        outcome=record.text("outcome"),
        why=decision.text("why", ""),
        searches=tuple(map(_search, record.children("searches"))),
        retried=retried.text("why", "") if retried else "",
        decisions=tuple(one.text("why", "") for one in record.children("decisions")),
        risks=record.texts("risks"),
        facts=len(facts.children("kept")),
        dropped=tuple((one.text("text", ""), one.text("why", "")) for one in facts.children("dropped")),
        cited=tuple(one.text("url", "") for one in record.children("cited")),
        scored=tuple(map(_scored, judged.children("sources"))),
        withheld=tuple(_scored(one) for one in judged.children("sources") if one.record.get("kept") is False),
        repairs=len(record.children("repairs")),
        writer=writer.text("name", ""),
        calls=writer.whole("calls", 0),
        usd=writer.number("usd", 0.0),
        priced=writer.record.get("priced") is not False,
        article_sha256=record.text("article_sha256", ""),
    )


def _search(search: Fields) -> tuple[str, str, int, str]:
    return search.text("kind", ""), search.text("query", ""), len(search.texts("results")), search.text("error", "")


def _scored(one: Fields) -> ScoredSource:
    source = Source(one.text("id", ""), one.text("url", ""), one.text("title", ""), "", one.day("published"))
    axes = tuple(
        AxisScore(
            axis.text("name"),
            axis.number("value"),
            axis.number("weight"),
            axis.text("why", ""),
            axis.record.get("known") is not False,
        )
        for axis in one.children("axes")
    )
    return ScoredSource(
        source,
        axes,
        one.number("composite"),
        one.whole("grade"),
        one.text("why", ""),
        one.text("origin", ""),
        one.text("junk", "") or None,
        orders=one.text("orders", "") or None,
    )
