"""Have a reader look at a finished article, within its limits: the same questions and rules as for any draft."""

from __future__ import annotations

from audit.runner import open_case, report_on
from wellsourced.opinions.applied import apply
from wellsourced.opinions.asking import Limits, ask, plan
from wellsourced.opinions.questions import doubts
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Opinion, Usage
from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from audit.case import Observation
    from audit.runner import AuditOptions
    from wellsourced.opinions.reader import Reader
    from wellsourced_core.model import FileReport, Source


@frozen
class Reading:
    """Who reads the articles of a run, and how much may be asked about each."""

    reader: Reader
    limits: Limits


@frozen
class ReadArticle:
    """The report on an article after its reading, what was said, what that took, and a line about it."""

    report: FileReport
    opinions: Mapping[str, Opinion]
    used: Usage = field(default_factory=Usage)
    line: str = ""


def read_article(
    report: FileReport,
    sources: Sequence[Source],
    options: AuditOptions,
    observations: Iterable[Observation],
    reading: Reading,
) -> ReadArticle:
    """Ask about what is doubtful in an article and apply the answers to its report.

    Raises what the reader raises but for a service that fails: that leaves questions open.
    """
    case = open_case(report.text, sources, options, observations)
    audited = report_on(case, options, report.path)
    wanted = [doubt.question for doubt in doubts(case, audited)]
    planned = plan(wanted, {}, reading.reader, reading.limits)
    if not planned.sheets:
        return ReadArticle(report, {})
    answers = ask(planned.sheets, reading.reader, lambda _: None)
    asked = f"{len(answers.opinions)} of {plural(planned.questions, 'question')} answered by {reading.reader.model}"
    return ReadArticle(apply(audited, case, answers.opinions, options), answers.opinions, answers.used, asked)
