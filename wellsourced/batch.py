"""The nightly run: topic after topic, each on its own; a topic that fails is named and the rest goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from wellsourced.core.errors import WellsourcedError, shown
from wellsourced.core.model import Article, Topic
from wellsourced.topics import Rejected


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a topic: full, short, insufficient or failed, with the folder that holds it."""

    topic: str
    folder: str
    outcome: str
    why: str
    sources: int = 0
    citations: int = 0
    repairs: int = 0
    findings: int = 0
    usd: float = 0.0


def run(
    topics: Iterable[tuple[Topic | Rejected, str]],
    make: Callable[[Topic], Article],
    save: Callable[[str, Article], None],
) -> Iterator[Result]:
    """Make and save an article per topic and yield what became of it, in the order of the topics.

    ``make`` and ``save`` may raise any error: it costs that topic only. KeyboardInterrupt passes.
    """
    for topic, folder in topics:
        if isinstance(topic, Rejected):
            yield Result(f"line {topic.line}", "", "failed", str(topic.error))
            continue
        try:
            article = make(topic)
            save(folder, article)
        except WellsourcedError as error:
            yield Result(_name(topic), folder, "failed", str(error))
        # Whatever one topic does to us, the night goes on; the summary names it.
        except Exception as error:
            yield Result(_name(topic), folder, "failed", shown(f"{type(error).__name__}: {error}"))
        else:
            yield _result(topic, folder, article)


def _name(topic: Topic) -> str:
    return topic.id or shown(topic.question, 120)


def _result(topic: Topic, folder: str, article: Article) -> Result:
    record = article.provenance
    return Result(
        _name(topic),
        folder,
        record.outcome,
        record.decision.why,
        len(article.sources),
        sum(len(marker.refs) for marker in article.audit.markers),
        len(record.repairs),
        sum(finding.severity != "note" for finding in article.audit.findings if finding.code != "D901"),
        record.usage.usd,
    )
