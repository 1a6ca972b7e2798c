"""Read a run back from its folder: summary.json, and the records of each article; interrupted runs too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from wellsourced.file_names import ARTICLE, AUDIT, PROVENANCE, SUMMARY
from wellsourced.formats import json as audit_json
from wellsourced.formats.records import summary
from wellsourced.formats.records.account import Account, read_account
from wellsourced.formats.records.fields import Fields, read_record
from wellsourced_core.errors import WellsourcedError
from wellsourced_core.values import field, frozen

_EARLIER = 12  # earlier runs that are looked at


@frozen
class Topic:
    """The outcome of a topic. ``verdicts``, ``severities`` and ``codes`` count what its audit recorded.

    ``certainties`` counts its findings, ``references`` the verdicts on its list; ``read`` are the citations that
    somebody read a second time.

    ``unread`` says why the folder's records could not be read, if they could not.
    """

    id: str
    folder: str
    outcome: str
    why: str
    usd: float = 0.0
    article: bool = False
    verdicts: Mapping[str, int] = field(default_factory=dict)
    severities: Mapping[str, int] = field(default_factory=dict)
    codes: Mapping[str, int] = field(default_factory=dict)
    certainties: Mapping[str, int] = field(default_factory=dict)
    references: Mapping[str, int] = field(default_factory=dict)
    read: int = 0
    account: Account | None = None
    unread: str = ""


@frozen
class Run:
    """A run: where it lies, the day it counts from, its topics; ``finished`` is false without a summary."""

    folder: Path
    as_of: str
    topics: tuple[Topic, ...]
    finished: bool = True

    @property
    def outcomes(self) -> Counter[str]:
        return Counter(topic.outcome for topic in self.topics)

    @property
    def verdicts(self) -> Counter[str]:
        return sum((Counter(topic.verdicts) for topic in self.topics), Counter())

    @property
    def usd(self) -> float:
        return sum(topic.usd for topic in self.topics)


def is_run(folder: Path) -> bool:
    """Tell whether a folder holds a run, finished or not."""
    return (folder / SUMMARY).is_file() or next(_articles(folder), None) is not None


def read_run(folder: Path) -> Run:
    """Read a run. Raises InputError for a summary that is none of ours; a bad article costs that article only."""
    if not (folder / SUMMARY).is_file():
        topics = tuple(_looked_into(folder, Topic(one.name, one.name, "", "")) for one in _articles(folder))
        days = [topic.account.as_of for topic in topics if topic.account]
        return Run(folder, max(days, default=""), topics, finished=False)
    record = read_record(folder / SUMMARY, summary.SCHEMA)
    rows = tuple(_looked_into(folder, _topic(row)) for row in record.children("results"))
    return Run(folder, record.text("as_of", ""), rows)


def earlier_runs(run: Run) -> tuple[Run, ...]:
    """Return the runs beside a run that are of earlier days and share a topic with it, oldest first."""
    own = {topic.id for topic in run.topics}
    found = []
    for folder in sorted(one for one in run.folder.resolve().parent.iterdir() if (one / SUMMARY).is_file()):
        try:
            record = read_record(folder / SUMMARY, summary.SCHEMA)
            day, ids = record.text("as_of", ""), {row.text("id", "") for row in record.children("results")}
        except WellsourcedError:
            continue  # not a run: somebody else's summary.json
        if day < run.as_of and own & ids:
            found.append((day, folder))
    return tuple(read_run(folder) for _, folder in sorted(found)[-_EARLIER:])


def newest_run(folder: Path) -> Path | None:
    """Return the newest of the runs that lie in a folder, or None."""
    days = []
    for one in sorted(one for one in folder.iterdir() if (one / SUMMARY).is_file()):
        days.append((read_record(one / SUMMARY, summary.SCHEMA).text("as_of", ""), one))
    return max(days)[1] if days else None


def _articles(folder: Path) -> Iterator[Path]:
    return (one for one in sorted(folder.iterdir()) if (one / PROVENANCE).is_file())


def _topic(row: Fields) -> Topic:
    return Topic(
        row.text("id", ""),
        row.text("folder", ""),
        row.text("outcome"),
        row.text("why", ""),
        row.number("usd", 0.0),
    )


def _looked_into(run: Path, topic: Topic) -> Topic:
    """Add what the article's own records tell."""
    folder = run / topic.folder
    if Path(topic.folder).name != topic.folder or not (folder / PROVENANCE).is_file():
        return topic
    try:
        account = read_account(folder / PROVENANCE)
        audit = read_record(folder / AUDIT, audit_json.SCHEMA)
        counts = audit.child("summary") or Fields({}, str(folder / AUDIT))
        files = audit.children("files")
        found = Counter(one.text("certainty", "proven") for file in files for one in file.children("findings"))
        listed = Counter(one.text("verdict", "") for file in files for one in file.children("references"))
        refs = (ref for file in files for marker in file.children("markers") for ref in marker.children("refs"))
        read = sum("opinion" in ref.record for ref in refs)
        verdicts, severities, codes = (counts.counts(key) for key in ("verdicts", "severities", "codes"))
    except WellsourcedError as error:
        return Topic(topic.id, topic.folder, topic.outcome or "unread", topic.why, topic.usd, unread=str(error))
    return Topic(
        topic.id if topic.outcome else account.topic or topic.folder,
        topic.folder,
        topic.outcome or account.outcome,
        topic.why or account.why,
        topic.usd or account.usd,
        (folder / ARTICLE).is_file(),
        verdicts,
        severities,
        codes,
        found,
        listed,
        read,
        account,
    )
