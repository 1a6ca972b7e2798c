"""What editors said before: review.jsonl beside the drafts that it is about, and what a report says of it."""

from __future__ import annotations

from wellsourced.commands._opinions import folder_of
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wellsourced.draft_files import DraftFile
    from wellsourced_core.model import FileReport, Review

NAME = "review.jsonl"


def reviews_beside(draft: DraftFile, known: dict[Path, Mapping[str, Review]]) -> Mapping[str, Review]:
    """Return the judgements that lie beside a draft; ``known`` are those read before. Raises InputError."""
    folder = folder_of(draft)
    if folder not in known:
        known[folder] = {}
        if (folder / NAME).exists():
            from wellsourced.formats.records.review import read_reviews

            known[folder] = read_reviews(folder / NAME)
    return known[folder]


def reviewed(report: FileReport, reviews: Mapping[str, Review]) -> FileReport:
    """Return a report with what was said of its findings, and with notes on the rules that were disagreed with."""
    if not reviews:
        return report
    from wellsourced.formats.records.review import disagreements

    notes = disagreements(reviews.values(), (one.code for one in report.findings))
    return replace(with_reviews(report, reviews), notes=(*report.notes, *notes))


def with_reviews(report: FileReport, reviews: Mapping[str, Review]) -> FileReport:
    """Return a report with what was said of its findings alone."""
    return replace(report, reviewed=tuple(reviews[one.id] for one in report.findings if one.id in reviews))
