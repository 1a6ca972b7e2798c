"""Drafts of which something is doubtful, audited, and readers that answer them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fakes.readers import Says, answering

from audit.case import Case
from audit.runner import AuditOptions, open_case, report_on
from wellsourced.opinions.applied import apply
from wellsourced.opinions.asking import Limits, ask, plan
from wellsourced.opinions.questions import doubts
from wellsourced.opinions.reader import Answer
from wellsourced.opinions.sheets import Sheet
from wellsourced_core.model import FileReport, Opinion, Source, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MODEL = "some-model"
OPTIONS = AuditOptions()
MILL = Source(
    "s1",
    "https://mills.example/history",
    "The mill",
    "The wheel turned four pairs of stones. Grain from eleven villages was ground there, and flour went to the coast.",
    n=1,
)
DAM = Source(
    "s2",
    "https://dams.example/cost",
    "The dam",
    "The dam was built by 1,200 workers in 1931. Its lake may have covered two farms.",
    n=2,
)
CLEAR = "The wheel turned four pairs of stones [1]."
WEAK = "Farmers of eleven villages brought their grain by cart every autumn [1]."
QUOTE = "Grain from eleven villages was ground there"


@dataclass
class Model:
    """A reader that answers as told; a dollar a thousand sheets."""

    says: Says | Callable[[Sheet], str]
    model: str = MODEL
    sheets: list[Sheet] = field(default_factory=list)
    raw: bool = False
    in_batches: bool = False

    def ask(self, sheet: Sheet) -> Answer:
        self.sheets.append(sheet)
        text = self.says(sheet) if self.raw else answering(self.says, sheet.prompt)  # type: ignore[arg-type,call-arg]
        return Answer(str(text), Usage(self.model, 1, 100, 20, usd=0.001))

    def most(self, sheet: Sheet) -> Usage:
        return Usage(self.model, 1, 100, sheet.max_tokens, usd=0.001)


def opened(*sentences: str, options: AuditOptions = OPTIONS, shelf: tuple[Source, ...] = (MILL, DAM)) -> Case:
    entries = "".join(f"{one.n}. {one.title}. {one.url}\n" for one in shelf)
    return open_case(f"{' '.join(sentences)}\n\n## References\n\n{entries}", shelf, options)


def audited(case: Case, options: AuditOptions = OPTIONS) -> FileReport:
    return report_on(case, options, "draft.md")


def asked(case: Case, model: Model, limits: Limits | None = None) -> Mapping[str, Opinion]:
    """Return what a reader says of all doubts of a case."""
    wanted = [doubt.question for doubt in doubts(case, audited(case))]
    planned = plan(wanted, {}, model, limits or Limits(1_000, 1_000.0))
    return ask(planned.sheets, model, lambda _: None).opinions


def after(case: Case, says: Says, options: AuditOptions = OPTIONS) -> FileReport:
    return apply(audited(case, options), case, asked(case, Model(says)), options)


def verdicts(one: FileReport) -> list[tuple[str, str]]:
    return [(ref.verdict, ref.opinion) for marker in one.markers for ref in marker.refs]
